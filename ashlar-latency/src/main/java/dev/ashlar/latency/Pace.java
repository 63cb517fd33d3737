// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.latency;

import java.util.concurrent.locks.LockSupport;

/// When requests are meant to start, at a steady rate, however late one of them comes.
///
/// ```java
/// for (long i = 0; i < requests; i++) {
///     long intended = pace.await(i);
///     …
///     latencies.record(System.nanoTime() - intended);
/// }
/// ```
///
/// **Threading**: immutable.
///
/// @param startNs    of the first, by the clock of `System.nanoTime`
/// @param intervalNs between two starts, from 1; may have a fraction
public record Pace(long startNs, double intervalNs) {
    /// What is nearer is waited for without letting go of the core: threads are not woken more exactly.
    private static final long NEAR_NS = 100_000;
    private static final double NS_PER_SECOND = 1e9;

    public Pace {
        if (!(intervalNs >= 1 && intervalNs <= Long.MAX_VALUE >> 1)) {
            throw new IllegalArgumentException("interval out of range: intervalNs=" + intervalNs);
        }
    }

    /// From now on.
    public static Pace perSecond(double rate) {
        return new Pace(System.nanoTime(), NS_PER_SECOND / rate);
    }

    /// When a request is meant to start.
    ///
    /// @param request from 0
    public long intendedNs(long request) {
        return startNs + (long) (request * intervalNs);
    }

    /// Waits until a request is meant to start; not at all if that is past.
    ///
    /// @return when it was meant to start, which is what its time is counted from
    public long await(long request) {
        long intended = intendedNs(request);
        for (long left = intended - System.nanoTime(); left > 0; left = intended - System.nanoTime()) {
            if (left > NEAR_NS) {
                LockSupport.parkNanos(left - NEAR_NS);
            } else {
                Thread.onSpinWait();
            }
        }
        return intended;
    }
}
