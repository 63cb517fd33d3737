// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.feed;

import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Nanoseconds since 1970-01-01 UTC: the monotonic clock plus an offset, which [#adjust] measures again. So a reading
/// allocates nothing, and readings of several threads are in one order between two adjustments.
///
/// **Threading**: any thread.
public final class UtcClock implements LongSupplier {
    private static final long NS_PER_S = 1_000_000_000L;
    private static final int MOST_SAMPLES = 10;
    /// A sample that took no longer is good enough.
    private static final long GOOD_NS = 5_000;

    private final LongSupplier monotonic;
    private final Supplier<Instant> system;
    private volatile long offsetNs;

    public UtcClock() {
        this(System::nanoTime, Instant::now);
    }

    UtcClock(LongSupplier monotonic, Supplier<Instant> system) {
        this.monotonic = monotonic;
        this.system = system;
        adjust();
    }

    /// Follows the system's clock, which may have been set or slewed. Allocates.
    ///
    /// The thread may be interrupted between the readings of the two clocks, for milliseconds on a busy machine: of
    /// several samples the one that took least counts.
    public void adjust() {
        long leastNs = Long.MAX_VALUE;
        long bestNs = 0;
        for (int i = 0; i < MOST_SAMPLES && leastNs > GOOD_NS; i++) {
            long before = monotonic.getAsLong();
            Instant now = system.get();
            long spentNs = monotonic.getAsLong() - before;
            if (spentNs < leastNs) {
                leastNs = spentNs;
                bestNs = now.getEpochSecond() * NS_PER_S + now.getNano() - (before + spentNs / 2);
            }
        }
        offsetNs = bestNs;
    }

    @Override
    public long getAsLong() {
        return monotonic.getAsLong() + offsetNs;
    }
}
