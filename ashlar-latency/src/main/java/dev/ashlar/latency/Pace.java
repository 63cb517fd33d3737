// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.latency;

import java.util.concurrent.locks.LockSupport;

/// The intended start times of requests at a constant rate. A late request does not move the ones after it.
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
/// @param startNs    intended start of the first request, by the clock of `System.nanoTime`
/// @param intervalNs nanoseconds between two starts, at least 1; may have a fraction
public record Pace(long startNs, double intervalNs) {
    /// The last part of a wait spins, since a parked thread is not woken more precisely than this.
    private static final long NEAR_NS = 100_000;
    private static final double NS_PER_SECOND = 1e9;

    public Pace {
        if (!(intervalNs >= 1 && intervalNs <= Long.MAX_VALUE >> 1)) {
            throw new IllegalArgumentException("interval out of range: intervalNs=" + intervalNs);
        }
    }

    /// A pace of `rate` requests per second that starts now.
    public static Pace perSecond(double rate) {
        return new Pace(System.nanoTime(), NS_PER_SECOND / rate);
    }

    /// The intended start of a request.
    ///
    /// @param request index of the request, from 0
    public long intendedNs(long request) {
        return startNs + (long) (request * intervalNs);
    }

    /// Waits until the intended start of a request. Returns at once if it has passed.
    ///
    /// @return the intended start, from which the latency of the request is measured
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
