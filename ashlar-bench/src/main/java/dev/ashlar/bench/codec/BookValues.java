// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

/// The values of a message with prices and orders of a book, derived from 64 random bits as in [CarValues].
final class BookValues {
    /// Messages of a run: 1.9 MiB as SBE.
    static final int COUNT = 8192;
    static final int ENTRIES = 4;
    static final int ORDERS = 3;
    /// Bytes of a message as SBE, with its header.
    static final int ENCODED_LENGTH = 8 + 11 + 4 + ENTRIES * 32 + 8 + ORDERS * 24;

    static long bits(int index) {
        return CarValues.bits(index);
    }

    static long transactTime(long bits) {
        return MarketDataValues.transactTime(bits);
    }

    static boolean lastTrade(long bits) {
        return (bits & 1L << 33) != 0;
    }

    static boolean endOfEvent(long bits) {
        return (bits & 1L << 34) != 0;
    }

    static long price(long bits, int i) {
        return MarketDataValues.price(bits, i);
    }

    static int quantity(long bits, int i) {
        return MarketDataValues.size(bits, i);
    }

    static int securityId(long bits, int i) {
        return MarketDataValues.securityId(bits, i);
    }

    static long rptSeq(long bits, int i) {
        return MarketDataValues.rptSeq(bits, i);
    }

    static int numberOfOrders(long bits, int i) {
        return MarketDataValues.numberOfOrders(bits, i);
    }

    static int priceLevel(long bits, int i) {
        return MarketDataValues.priceLevel(bits, i);
    }

    /// 0 to 3 for new, change, delete, overlay.
    static int action(long bits, int i) {
        return MarketDataValues.action(bits, i);
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
        long bits = bits(index);
        long sum = transactTime(bits) + indicator(lastTrade(bits), endOfEvent(bits));
        for (int i = 0; i < ENTRIES; i++) {
            sum += price(bits, i) + quantity(bits, i) + securityId(bits, i) + rptSeq(bits, i)
                    + numberOfOrders(bits, i) + priceLevel(bits, i) + update(action(bits, i))
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
