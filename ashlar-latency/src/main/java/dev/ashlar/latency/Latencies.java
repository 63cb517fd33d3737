// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.latency;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/// A histogram of latencies of one kind, in nanoseconds: three significant digits, up to an hour.
///
/// **Threading**: any thread may record, wait-free and without allocation, while another takes the recorded times.
public final class Latencies {
    /// Longest time that is recorded, in nanoseconds; a longer time is recorded as this one.
    public static final long MOST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    private final String tag;
    private final Recorder recorder = new Recorder(MOST_NS, DIGITS);
    private final AtomicLong negative = new AtomicLong();
    /// The histogram that was handed out last; the next call recycles it.
    private Histogram interval;

    /// @param tag name of the histogram in a log, without commas and white space
    public Latencies(String tag) {
        Objects.requireNonNull(tag, "tag");
        if (tag.isEmpty() || tag.chars().anyMatch(c -> c == ',' || Character.isWhitespace(c))) {
            throw new IllegalArgumentException("tag is empty, or has a comma or white space: tag=" + tag);
        }
        this.tag = tag;
    }

    /// Records a time.
    ///
    /// @param ns nanoseconds; a negative value is recorded as 0 and added to [#negativeCount]: a clock or a caller is
    ///     wrong
    public void record(long ns) {
        if (ns < 0) {
            negative.getAndIncrement();
        }
        recorder.recordValue(Math.clamp(ns, 0, MOST_NS));
    }

    public String tag() {
        return tag;
    }

    /// Number of recorded values that were negative.
    public long negativeCount() {
        return negative.get();
    }

    /// The times recorded since the last call, or since construction. The caller may use the histogram until the next
    /// call, which recycles it.
    public synchronized Histogram takeInterval() {
        interval = recorder.getIntervalHistogram(interval);
        interval.setTag(tag);
        return interval;
    }
}
