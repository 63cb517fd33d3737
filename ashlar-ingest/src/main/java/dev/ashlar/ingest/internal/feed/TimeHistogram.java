// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.feed;

import java.util.Arrays;

/// Counts durations in buckets that are at most 1/16 wide, so that a percentile is at most 6 % too high.
///
/// **Threading**: one thread at a time. Allocates nothing after its creation.
public final class TimeHistogram {
    private static final int SUB_BITS = 4;
    private static final int SUBS = 1 << SUB_BITS;
    private static final int BUCKETS = (Long.SIZE - SUB_BITS) << SUB_BITS;

    private final long[] counts = new long[BUCKETS];
    private long count;
    private long maxNs;

    /// Counts a duration; a negative one, after a clock was set back, as 0.
    public void add(long ns) {
        long value = Math.max(0, ns);
        counts[bucket(value)]++;
        count++;
        maxNs = Math.max(maxNs, value);
    }

    private static int bucket(long value) {
        if (value < SUBS) {
            return (int) value;
        }
        int shift = Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(value);
        return (shift + 1 << SUB_BITS) + (int) (value >>> shift) - SUBS;
    }

    /// The greatest value of a bucket.
    private static long bound(int bucket) {
        if (bucket < SUBS) {
            return bucket;
        }
        int shift = (bucket >>> SUB_BITS) - 1;
        return ((long) (SUBS + (bucket & SUBS - 1)) << shift) + (1L << shift) - 1;
    }

    public long count() {
        return count;
    }

    public long maxNs() {
        return maxNs;
    }

    /// The least duration that this part of all does not exceed, rounded up; 0 without any.
    ///
    /// @param part 0 to 1
    public long percentileNs(double part) {
        long wanted = Math.max(1, (long) Math.ceil(part * count));
        long seen = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            seen += counts[bucket];
            if (seen >= wanted) {
                return Math.min(maxNs, bound(bucket));
            }
        }
        return maxNs;
    }

    public void clear() {
        Arrays.fill(counts, 0);
        count = 0;
        maxNs = 0;
    }
}
