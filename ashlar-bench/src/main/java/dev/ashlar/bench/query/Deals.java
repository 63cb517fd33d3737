// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

/// The values of trades, by their number: one each millisecond, of 1,000 instruments.
final class Deals {
    static final long FIRST_NS = 1_700_000_000_000_000_000L;
    static final long STEP_NS = 1_000_000;
    static final long MINUTE_NS = 60_000_000_000L;
    private static final int INSTRUMENTS = 1000;

    private Deals() {
    }

    static long time(long row) {
        return FIRST_NS + row * STEP_NS;
    }

    static long price(long row) {
        return 10_000 + (mix(row) >>> 5 & 0x7ff);
    }

    static long quantity(long row) {
        return 1 + (mix(row) >>> 20 & 0x1ff);
    }

    static int instrument(long row) {
        return (int) ((mix(row) >>> 32) % INSTRUMENTS);
    }

    static int venue(long row) {
        return (int) (row & 7);
    }

    static boolean isBuy(long row) {
        return (mix(row) & 1) == 0;
    }

    private static long mix(long row) {
        long mixed = (row + 1) * 0x9e37_79b9_7f4a_7c15L;
        return (mixed ^ mixed >>> 29) & Long.MAX_VALUE;
    }
}
