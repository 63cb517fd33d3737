// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

/// The values of a message with prices and orders of a book, derived from 64 random bits as in [CarValues]. Those that
/// are not here are [MarketDataValues].
final class BookValues {
    /// Messages of a run: 1.9 MiB as SBE.
    static final int COUNT = 8192;
    static final int ENTRIES = 4;
    static final int ORDERS = 3;
    /// Bytes of a message as SBE, with its header.
    static final int ENCODED_LENGTH = 8 + 11 + 4 + ENTRIES * 32 + 8 + ORDERS * 24;

    static boolean lastTrade(long bits) {
        return (bits & 1L << 33) != 0;
    }

    static boolean endOfEvent(long bits) {
        return (bits & 1L << 34) != 0;
    }

    /// 0 to 3 for bid, offer, implied bid, implied offer.
    static int side(long bits, int i) {
        return (int) (bits >>> 2 * i + 9 & 3);
    }

    static int tradeable(long bits, int i) {
        return (int) (bits >>> i + 13 & 0xfff);
    }

    static long orderId(long bits, int k) {
        return 800_000_000_000L + (bits >>> k & 0xffffffffL);
    }

    static long priority(long bits, int k) {
        return 40_000_000_000L + (bits >>> k + 7 & 0xfffffffL);
    }

    static int displayed(long bits, int k) {
        return 1 + (int) (bits >>> k + 21 & 0x3ff);
    }

    static int entry(long bits, int k) {
        return 1 + (int) (bits >>> k + 31 & 3);
    }

    /// 0 to 3 for new, change, delete, overlay.
    static int orderAction(long bits, int k) {
        return (int) (bits >>> 2 * k + 40 & 3);
    }

    /// The summand for the set.
    static int indicator(boolean lastTrade, boolean endOfEvent) {
        return (lastTrade ? 1 : 0) + (endOfEvent ? 2 : 0);
    }

    /// The expected sum of the message's values.
    static long checksum(int index) {
        long bits = CarValues.bits(index);
        long sum = MarketDataValues.transactTime(bits) + indicator(lastTrade(bits), endOfEvent(bits));
        for (int i = 0; i < ENTRIES; i++) {
            sum += MarketDataValues.price(bits, i) + MarketDataValues.size(bits, i)
                    + MarketDataValues.securityId(bits, i) + MarketDataValues.rptSeq(bits, i)
                    + MarketDataValues.numberOfOrders(bits, i) + MarketDataValues.priceLevel(bits, i)
                    + update(MarketDataValues.action(bits, i))
                    + "01EF".charAt(side(bits, i)) + tradeable(bits, i);
        }
        for (int k = 0; k < ORDERS; k++) {
            sum += orderId(bits, k) + priority(bits, k) + displayed(bits, k) + entry(bits, k)
                    + update(orderAction(bits, k));
        }
        return sum;
    }

    private static int update(int action) {
        return action == 3 ? 5 : action;
    }
}
