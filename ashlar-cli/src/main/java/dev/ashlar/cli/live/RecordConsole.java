// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.live;

import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.ingest.live.LiveListener;
import dev.ashlar.ingest.live.LiveReport;
import dev.ashlar.sbe.internal.files.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;

/// Prints events while a feed is recorded: gaps, drops and connections as lines, rates on a terminal.
///
/// **Threading**: any thread. A feed that loses much gets a bounded number of lines a second.
final class RecordConsole implements LiveListener {
    private static final int MOST_GAPS = 10;
    private static final double NS_PER_MS = 1e6;
    private static final long NS_PER_S = 1_000_000_000L;

    private final PrintWriter err;
    private final ProgressLine progress;
    private int gaps;
    private long hiddenGaps;
    private long hiddenMissing;
    private long lastMessages;
    private long lastNs;

    RecordConsole(PrintWriter err, String what) {
        this.err = err;
        progress = ProgressLine.alone(err, what);
    }

    @Override
    public synchronized void gap(long timeNs, long from, long to, long missing) {
        if (++gaps > MOST_GAPS) {
            hiddenGaps++;
            hiddenMissing += missing;
            return;
        }
        line("gap: %,d missing, sequence %s to %s, given up at %s".formatted(missing, Long.toUnsignedString(from),
                Long.toUnsignedString(to), time(timeNs)));
    }

    private static String time(long timeNs) {
        return Instant.ofEpochSecond(Math.floorDiv(timeNs, NS_PER_S), Math.floorMod(timeNs, NS_PER_S)).toString();
    }

    @Override
    public synchronized void drops(String line, long dropped) {
        line("the system dropped %,d datagrams: the receive buffer was full, or a checksum was wrong (%s)".formatted(dropped,
                line));
    }

    @Override
    public synchronized void connection(String address, String event) {
        line("%s (%s)".formatted(event, address));
    }

    @Override
    public synchronized void failed(String line, IOException problem) {
        line("line failed: %s; the other line continues, restart to receive both (%s)".formatted(FileProblem.reason(problem),
                line));
    }

    @Override
    public synchronized void progress(LiveReport report) {
        summariseGaps();
        double seconds = (report.elapsedNs() - lastNs) / 1e9;
        long messages = report.messages() - lastMessages;
        lastMessages = report.messages();
        lastNs = report.elapsedNs();
        progress.state(() -> String.format(Locale.ROOT, "%,d messages, %,.0f/s, lag %.2f ms (99.9 %%: %.2f ms), %,d gaps, "
                + "%,d dropped", report.messages(), messages / seconds, report.lastLag().p50Ns() / NS_PER_MS,
                report.lastLag().p999Ns() / NS_PER_MS, report.gaps(), report.dropped()));
    }

    private void summariseGaps() {
        if (hiddenGaps > 0) {
            line("gaps: %,d more, %,d missing".formatted(hiddenGaps, hiddenMissing));
        }
        gaps = 0;
        hiddenGaps = 0;
        hiddenMissing = 0;
    }

    /// Prints a line, in place of the rates if they are shown.
    synchronized void line(String text) {
        progress.end();
        err.println("ashlar: " + text);
        err.flush();
    }

    /// Ends the output.
    synchronized void end() {
        summariseGaps();
        progress.end();
    }
}
