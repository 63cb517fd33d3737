// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.metrics;

import dev.ashlar.latency.Latencies;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/// Durations: exact percentiles of the last second for the dashboard, and cumulative counts below fixed bounds for
/// scrapers.
///
/// **Threading**: any thread records, wait-free and without garbage; one thread takes what was recorded since the last
/// take.
public final class Latency {
    private static final long[] BOUNDS_US = {100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000,
        250_000, 500_000, 1_000_000, 2_500_000, 10_000_000};

    private final Latencies lately;
    private final LongAdder[] counts = new LongAdder[BOUNDS_US.length + 1];
    private final LongAdder sumNs = new LongAdder();

    Latency(String tag) {
        lately = new Latencies(tag);
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /// @param ns less than 0 counts as 0, more than an hour as an hour
    public void record(long ns) {
        lately.record(ns);
        long time = Math.clamp(ns, 0, Latencies.MOST_NS);
        sumNs.add(time);
        int i = 0;
        while (i < BOUNDS_US.length && time > BOUNDS_US[i] * 1_000) {
            i++;
        }
        counts[i].increment();
    }

    /// What was recorded since the last call; valid until the next.
    public Histogram take() {
        return lately.takeInterval();
    }

    public static int bounds() {
        return BOUNDS_US.length;
    }

    public static double boundSeconds(int index) {
        return BOUNDS_US[index] / 1e6;
    }

    /// Number of durations up to a bound; for the index after the last bound, all of them.
    public long countUpTo(int index) {
        long count = 0;
        for (int i = 0; i <= index; i++) {
            count += counts[i].sum();
        }
        return count;
    }

    public double sumSeconds() {
        return sumNs.sum() / 1e9;
    }
}
