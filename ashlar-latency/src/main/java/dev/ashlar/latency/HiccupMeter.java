// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.latency;

import java.time.Duration;

/// Records for how long the JVM and its machine kept a thread from running that did nothing but to sleep for a
/// moment and wake up: what any thread may have waited for besides its own work.
///
/// The least that was seen so far is taken off: it is what sleeping costs where nothing disturbs. A stop that is longer
/// than an interval counts for all those who would have slept in it.
///
/// **Threading**: any. **Ownership**: of a thread, until [#close].
public final class HiccupMeter implements AutoCloseable {
    /// What jHiccup sleeps for.
    private static final Duration INTERVAL = Duration.ofMillis(1);

    private final Latencies hiccups;
    private final Duration interval;
    private final Thread thread;

    private HiccupMeter(Latencies hiccups, Duration interval) {
        this.hiccups = hiccups;
        this.interval = interval;
        thread = Thread.ofPlatform().daemon().name("ashlar-hiccups").start(this::run);
    }

    /// Begins to measure, at intervals of a millisecond, under the tag `hiccup`.
    public static HiccupMeter start() {
        return start(new Latencies("hiccup"), INTERVAL);
    }

    /// Begins to measure.
    public static HiccupMeter start(Latencies hiccups, Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("no interval: interval=" + interval);
        }
        return new HiccupMeter(hiccups, interval);
    }

    private void run() {
        long least = Long.MAX_VALUE;
        try {
            while (true) {
                long before = System.nanoTime();
                Thread.sleep(interval);
                long slept = System.nanoTime() - before;
                least = Math.min(least, slept);
                hiccups.recordAll(slept - least, interval.toNanos());
            }
        } catch (InterruptedException e) {
            // It is closed.
        }
    }

    /// What is measured, for a log.
    public Latencies hiccups() {
        return hiccups;
    }

    /// Ends the measurement.
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
