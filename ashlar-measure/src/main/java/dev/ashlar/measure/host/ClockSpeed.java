// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

/// How fast the processor calculates just now: the same loop, before and after a measurement, shows a clock that
/// changed meanwhile.
public final class ClockSpeed {
    private static final int STEPS = 2_000_000;
    private static final int RUNS = 9;
    private static final long FACTOR = 6364136223846793005L;

    private long kept;

    public ClockSpeed() {
    }

    /// The least time of some runs of the loop, which needs no memory.
    public long ns() {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            kept = loop(kept + run);
            least = Math.min(least, System.nanoTime() - start);
        }
        if (kept == 1) {
            throw new IllegalStateException("no loop: kept=" + kept);
        }
        return least;
    }

    private static long loop(long seed) {
        long value = seed;
        for (int i = 0; i < STEPS; i++) {
            value = (value ^ value >>> 29) * FACTOR + i;
        }
        return value;
    }
}
