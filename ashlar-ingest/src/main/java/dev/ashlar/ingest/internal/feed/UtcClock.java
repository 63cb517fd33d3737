// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.feed;

import java.time.Instant;
import java.util.function.LongSupplier;

/// Nanoseconds since 1970-01-01 UTC: the monotonic clock plus an offset, which [#adjust] measures again. So a reading
/// allocates nothing, and readings of several threads are in one order between two adjustments.
///
/// **Threading**: any thread.
public final class UtcClock implements LongSupplier {
    private static final long NS_PER_S = 1_000_000_000L;

    private volatile long offsetNs;

    public UtcClock() {
        adjust();
    }

    /// Follows the system's clock, which may have been set or slewed. Allocates.
    public void adjust() {
        long before = System.nanoTime();
        Instant now = Instant.now();
        long after = System.nanoTime();
        offsetNs = now.getEpochSecond() * NS_PER_S + now.getNano() - (before + (after - before) / 2);
    }

    @Override
    public long getAsLong() {
        return System.nanoTime() + offsetNs;
    }
}
