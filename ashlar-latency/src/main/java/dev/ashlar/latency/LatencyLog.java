// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.latency;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/// Writes what is recorded to a file, at intervals, in the format of HdrHistogram's logs, version 1.3: a line for each
/// kind of times and interval, with its tag.
///
/// **Threading**: any. **Ownership**: of the file and a thread, until [#close], which writes what is left. **Failure**:
/// a file that cannot be written is told by [#close]; recording goes on meanwhile.
public final class LatencyLog implements AutoCloseable {
    private final Path path;
    private final PrintStream out;
    private final HistogramLogWriter writer;
    private final List<Latencies> kinds;
    private final Thread thread;
    private boolean closed;

    private LatencyLog(Path path, List<Latencies> kinds, Duration interval) throws IOException {
        this.path = path;
        this.kinds = List.copyOf(kinds);
        out = new PrintStream(Files.newOutputStream(path), false, StandardCharsets.UTF_8);
        writer = new HistogramLogWriter(out);
        long now = System.currentTimeMillis();
        writer.outputComment("[Times in nanoseconds; Interval_Max in milliseconds]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(now);
        writer.setBaseTime(now);
        writer.outputLegend();
        // What was recorded before belongs to no interval of this log.
        this.kinds.forEach(Latencies::takeInterval);
        thread = Thread.ofPlatform().daemon().name("ashlar-latency-log").start(() -> {
            try {
                while (true) {
                    Thread.sleep(interval);
                    write();
                }
            } catch (InterruptedException e) {
                // It is closed.
            }
        });
    }

    /// Begins a log; what is in the file is lost.
    ///
    /// @param kinds    that nobody else takes intervals of
    /// @param interval between two lines of a kind
    /// @throws IOException if it cannot be made
    public static LatencyLog open(Path path, List<Latencies> kinds, Duration interval) throws IOException {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("no interval: interval=" + interval);
        }
        return new LatencyLog(path, kinds, interval);
    }

    /// Writes what was recorded since the last time, now. Kinds of which nothing was recorded have no line.
    public synchronized void write() {
        if (closed) {
            return;
        }
        for (Latencies kind : kinds) {
            Histogram interval = kind.takeInterval();
            if (interval.getTotalCount() > 0) {
                // Its greatest times are written in millionths of the unit.
                writer.outputIntervalHistogram(interval);
            }
        }
        out.flush();
    }

    /// @throws IOException if not all could be written
    @Override
    public void close() throws IOException {
        thread.interrupt();
        synchronized (this) {
            write();
            if (closed) {
                return;
            }
            closed = true;
            out.close();
            if (out.checkError()) {
                throw new IOException("latencies could not all be written: path=" + path);
            }
        }
    }
}
