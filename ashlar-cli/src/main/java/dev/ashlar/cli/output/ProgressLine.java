// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import dev.ashlar.ingest.IngestReport;
import java.io.PrintWriter;
import java.util.function.Supplier;

/// One line on a terminal with the progress of long work; prints nothing elsewhere.
public final class ProgressLine {
    private static final long INTERVAL_NS = 500_000_000L;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter err;
    private final String what;
    private final long start = System.nanoTime();
    private long last = start;
    private boolean shown;

    private ProgressLine(PrintWriter err, String what) {
        this.err = err;
        this.what = what;
    }

    /// The launcher sets the property if standard error is a terminal and standard output is not.
    public static ProgressLine of(PrintWriter err, String what) {
        return new ProgressLine(Boolean.getBoolean("ashlar.progress") ? err : null, what);
    }

    /// For a command that prints nothing else meanwhile.
    public static ProgressLine alone(PrintWriter err, String what) {
        return new ProgressLine(Boolean.getBoolean("ashlar.terminal") ? err : null, what);
    }

    /// Shows bytes done and in total.
    public void update(long bytes, long allBytes) {
        if (err == null || System.nanoTime() - last < INTERVAL_NS) {
            return;
        }
        last = System.nanoTime();
        err.printf("%s%s: %,.1f of %,.1f MB, %,.0f MB/s", CLEAR, what, bytes / 1e6, allBytes / 1e6,
                bytes / 1e6 / ((last - start) / 1e9));
        err.flush();
        shown = true;
    }

    /// Shows rows done, if the total is unknown.
    public void rows(long rows) {
        if (err == null || System.nanoTime() - last < INTERVAL_NS) {
            return;
        }
        last = System.nanoTime();
        err.printf("%s%s: %,d rows, %,.0f rows/s", CLEAR, what, rows, rows / ((last - start) / 1e9));
        err.flush();
        shown = true;
    }

    /// Shows rows done and in total.
    public void rows(long rows, long allRows) {
        if (err == null || System.nanoTime() - last < INTERVAL_NS) {
            return;
        }
        last = System.nanoTime();
        err.printf("%s%s: %d%%, %,.0f rows/s", CLEAR, what, 100 * rows / Math.max(1, allRows),
                rows / ((last - start) / 1e9));
        err.flush();
        shown = true;
    }

    /// @param source called only when the line is due, since each call builds a report
    public void update(Supplier<IngestReport> source) {
        update(source, -1);
    }

    /// @param source   called only when the line is due, since each call builds a report
    /// @param allBytes of the input; -1 if that is not known
    public void update(Supplier<IngestReport> source, long allBytes) {
        if (err == null || System.nanoTime() - last < INTERVAL_NS) {
            return;
        }
        last = System.nanoTime();
        double seconds = (last - start) / 1e9;
        IngestReport report = source.get();
        err.printf("%s%s: %s%,d messages, %,.0f/s, %,.1f MB", CLEAR, what,
                allBytes > 0 ? "%d%%, ".formatted(100 * report.bytes() / allBytes) : "", report.messages(),
                report.messages() / seconds, report.bytes() / 1e6);
        err.flush();
        shown = true;
    }

    /// Shows a state at once, which the caller makes only as often as it should change.
    public void state(Supplier<String> text) {
        if (err != null) {
            err.print(CLEAR + what + ": " + text.get());
            err.flush();
            shown = true;
        }
    }

    /// Shows the current activity at once.
    public void hint(String doing) {
        if (err != null) {
            err.print(CLEAR + doing + " ...");
            err.flush();
            shown = true;
        }
    }

    public void end() {
        if (shown) {
            err.print(CLEAR);
            err.flush();
            shown = false;
        }
    }
}
