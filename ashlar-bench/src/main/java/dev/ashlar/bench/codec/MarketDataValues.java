// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

/// The values of a refresh of an order book, derived from 64 random bits as in [CarValues].
final class MarketDataValues {
    /// Messages of a run: 1.3 MiB as SBE.
    static final int COUNT = 16384;
    /// Bytes of a message as SBE, with its header.
    static final int ENCODED_LENGTH = 82;
    static final int ENTRIES = 2;

    private static final long FIRST_TIME = 1_700_000_000_000_000_000L;

    static long transactTime(long bits) {
        return FIRST_TIME + (bits & 0xffffffffL);
    }

    static long sequence(long bits) {
        return bits >>> 32 & 0x7fffffffL;
    }

    static int eventTimeDelta(long bits) {
        return (int) (bits >>> 7 & 0x3ff);
    }

    /// 0 or 1 for middle or end.
    static int eventEnd(long bits) {
        return (int) (bits >>> 17 & 1);
    }

    static long price(long bits, int i) {
        return 4_500_000_000_000L + (bits >>> 18 & 0xffff) * 250_000_000L + i;
    }

    static int size(long bits, int i) {
        return 1 + i + (int) (bits >>> 34 & 0x1ff);
    }

    static int securityId(long bits, int i) {
        return 26_000 + i + (int) (bits >>> 43 & 0xff);
    }

    static long rptSeq(long bits, int i) {
        return (bits >>> 20 & 0xffffffL) + i;
    }

    static int numberOfOrders(long bits, int i) {
        return 1 + i + (int) (bits >>> 51 & 0x3f);
    }

    static int priceLevel(long bits, int i) {
        return 1 + i + (int) (bits >>> 57 & 7);
    }

    /// 0 to 3 for new, change, delete, overlay.
    static int action(long bits, int i) {
        return (int) (bits >>> 60 - 2 * i & 3);
    }

    /// 0 to 2 for bid, offer, trade.
    static int entryType(long bits, int i) {
        return (int) ((bits >>> 40 + 3 * i & 0xff) * 3 >>> 8);
    }

    /// 0 or 1 for buy, sell.
    static int aggressor(long bits, int i) {
        return (int) (bits >>> 62 - i & 1);
    }

    /// The expected sum of the refresh's values.
    static long checksum(int index) {
        long bits = CarValues.bits(index);
        long sum = transactTime(bits) + sequence(bits) + eventTimeDelta(bits) + (eventEnd(bits) == 0 ? 'M' : 'E');
        for (int i = 0; i < ENTRIES; i++) {
            sum += price(bits, i) + size(bits, i) + securityId(bits, i) + rptSeq(bits, i) + numberOfOrders(bits, i)
                    + priceLevel(bits, i);
            sum += (action(bits, i) == 3 ? 5 : action(bits, i)) + '0' + entryType(bits, i) + '1' + aggressor(bits, i);
        }
        return sum;
    }
}
