// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

/// Numbers that look random: SplitMix64, written out here because the JDK promises no sequence for its own.
final class Dice {
    private long state;

    Dice(long seed) {
        state = seed;
    }

    private long next() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /// A number from 0 to before `bound`, which is at least 1.
    int below(int bound) {
        return (int) ((next() >>> 32) * bound >>> 32);
    }

    /// Small mostly, large at times, always below `2^bits`: as gaps and sizes on a market are.
    int skewed(int bits) {
        return below(1 << below(bits) + 1);
    }

    /// True once in `n`.
    boolean oneIn(int n) {
        return below(n) == 0;
    }
}
