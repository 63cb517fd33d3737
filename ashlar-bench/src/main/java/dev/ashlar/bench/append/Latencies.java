// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

/// Counts of times by size, each class a sixteenth of a power of two wide: percentiles err by at most 1/16.
///
/// **Threading**: one thread at a time. Recording allocates nothing.
final class Latencies {
    private static final int SUB_BITS = 4;
    private static final int SUBS = 1 << SUB_BITS;

    private final long[] counts = new long[(Long.SIZE - SUB_BITS) * SUBS];
    private long count;
    private long max;

    /// @param ns less than 0 counts as 0
    void record(long ns) {
        long time = Math.max(ns, 0);
        counts[index(time)]++;
        count++;
        max = Math.max(max, time);
    }

    private static int index(long ns) {
        if (ns < SUBS) {
            return (int) ns;
        }
        int shift = Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(ns);
        return (shift + 1) * SUBS + (int) (ns >>> shift) - SUBS;
    }

    /// The greatest time of a class.
    private static long ceiling(int index) {
        if (index < SUBS) {
            return index;
        }
        int shift = index / SUBS - 1;
        return ((long) (index % SUBS + SUBS + 1) << shift) - 1;
    }

    /// The time that this part of all did not exceed.
    ///
    /// @param part from 0 to 1
    long percentileNs(double part) {
        long wanted = Math.max(1, (long) Math.ceil(count * part));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Math.min(ceiling(i), max);
            }
        }
        return max;
    }

    long maxNs() {
        return max;
    }
}
