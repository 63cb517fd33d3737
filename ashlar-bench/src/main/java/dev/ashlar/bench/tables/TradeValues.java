// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.tables;

/// Values of trades by their number: one trade every millisecond, the same in each run.
public final class TradeValues {
    private static final long FIRST_NS = 1_700_000_000_000_000_000L;
    private static final long STEP_NS = 1_000_000;

    public static long time(long row) {
        return FIRST_NS + row * STEP_NS;
    }

    public static long price(long row) {
        return 10_000 + (hash(row) >>> 5 & 0x7ff);
    }

    public static long quantity(long row) {
        return 1 + (hash(row) >>> 20 & 0x1ff);
    }

    /// Not negative.
    public static long hash(long row) {
        long mixed = (row + 1) * 0x9e37_79b9_7f4a_7c15L;
        return (mixed ^ mixed >>> 29) & Long.MAX_VALUE;
    }
}
