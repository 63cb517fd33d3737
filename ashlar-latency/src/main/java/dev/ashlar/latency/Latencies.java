// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.latency;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/// Times of one kind, counted by size with three digits, up to an hour.
///
/// **Threading**: any thread records, wait-free and without a byte of garbage; another may take what was recorded.
public final class Latencies {
    /// Longer times count as this one.
    public static final long MOST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    private final String tag;
    private final Recorder recorder = new Recorder(MOST_NS, DIGITS);
    private final AtomicLong negative = new AtomicLong();
    /// Two take turns: one is filled in, the other was handed out.
    private Histogram interval;

    /// @param tag name of the times in a log: without commas, spaces and line ends
    public Latencies(String tag) {
        Objects.requireNonNull(tag, "tag");
        if (tag.isEmpty() || tag.chars().anyMatch(c -> c == ',' || Character.isWhitespace(c))) {
            throw new IllegalArgumentException("no tag of a log: tag=" + tag);
        }
        this.tag = tag;
    }

    /// Records a time.
    ///
    /// @param ns a negative one counts as 0, and is counted apart: a clock or a caller is wrong
    public void record(long ns) {
        if (ns < 0) {
            negative.getAndIncrement();
        }
        recorder.recordValue(Math.clamp(ns, 0, MOST_NS));
    }

    public String tag() {
        return tag;
    }

    /// How many times were negative.
    public long negativeCount() {
        return negative.get();
    }

    /// What was recorded since the last call, or since the beginning. It belongs to the caller until the next call.
    public synchronized Histogram takeInterval() {
        interval = recorder.getIntervalHistogram(interval);
        interval.setTag(tag);
        return interval;
    }
}
