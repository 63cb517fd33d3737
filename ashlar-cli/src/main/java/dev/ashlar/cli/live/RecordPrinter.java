// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.live;

import dev.ashlar.cli.load.LoadPrinter;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.cli.store.InfoPrinter;
import dev.ashlar.ingest.ChannelReport;
import dev.ashlar.ingest.LoadReport.DayRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.ingest.live.LineReport;
import dev.ashlar.ingest.live.LiveReport;
import dev.ashlar.ingest.live.LiveReport.Lag;
import dev.ashlar.sbe.otf.JsonEscapes;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.store.UnsplitMessages;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Prints what was recorded, as a table or as JSON.
record RecordPrinter(PrintWriter out, Path folder) {
    private static final int NAME_WIDTH = 10;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;

    /// What was stored.
    ///
    /// @param days one entry for each day of an archive; none for a store
    record Stored(List<DayRows> days, List<TemplateRows> templates, List<UnsplitMessages> refusals) { }

    void print(TextOrJson format, LiveReport report, Stored stored, String journal) {
        if (format == TextOrJson.JSON) {
            json(report, stored, journal);
        } else {
            text(report, stored);
        }
    }

    private void text(LiveReport report, Stored stored) {
        line("recorded", String.format(Locale.ROOT, "%,d messages, %s, in %.2f s", report.messages(),
                InfoPrinter.bytes(report.messageBytes()), report.elapsedNs() / NS_PER_S));
        for (LineReport line : report.lines()) {
            line("line", line(line));
        }
        for (ChannelReport channel : report.packets().channels()) {
            line("channel", LoadPrinter.channel(channel));
        }
        Lag lag = report.lag();
        line("lag", String.format(Locale.ROOT, "%.2f ms from receiving to commit, 99 %%: %.2f ms, 99.9 %%: %.2f ms, max %.2f ms",
                lag.p50Ns() / NS_PER_MS, lag.p99Ns() / NS_PER_MS, lag.p999Ns() / NS_PER_MS, lag.maxNs() / NS_PER_MS));
        line(stored.days.isEmpty() ? "store" : "archive", folder.toString());
        out.println();
        if (!stored.days.isEmpty()) {
            LoadPrinter.table(stored.days, false).print(out, "");
            out.println();
        }
        LoadPrinter.table(stored.templates).print(out, "");
        for (UnsplitMessages refusal : stored.refusals) {
            out.println("without rows: " + LoadPrinter.refusal(refusal));
        }
    }

    private static String line(LineReport line) {
        return String.format(Locale.ROOT, "%s: %,d packets, %s%s%s%s", line.name(), line.packets(),
                InfoPrinter.bytes(line.bytes()), line.dropped() > 0 ? ", %,d dropped by the system".formatted(line.dropped()) : "",
                line.connections() > 0 ? ", %,d connections".formatted(line.connections()) : "",
                line.ringWaits() > 0 ? String.format(Locale.ROOT, ", waited %,d times for the writer, %.2f s", line.ringWaits(),
                        line.ringWaitNs() / NS_PER_S) : "");
    }

    private void line(String name, String text) {
        out.println(name + " ".repeat(NAME_WIDTH - name.length()) + text);
    }

    /// What is missing, in one line.
    static String problems(LiveReport report) {
        List<String> problems = new ArrayList<>();
        if (report.tooLong() > 0) {
            problems.add("longer than a chunk and left out: " + report.tooLong() + " messages");
        }
        if (report.dropped() > 0) {
            problems.add("dropped by the system: " + report.dropped() + " datagrams");
        }
        if (!report.packets().isComplete()) {
            problems.add(report.packets().problems());
        }
        return String.join("; ", problems);
    }

    private void json(LiveReport report, Stored stored, String journal) {
        out.println(new JsonObject(JsonEscapes.MINIMAL).put("store", folder.toString()).put("journal", journal)
                .put("messages", report.messages()).put("messageBytes", report.messageBytes())
                .put("tooLong", report.tooLong()).put("commits", report.commits())
                .put("seconds", report.elapsedNs() / NS_PER_S).put("complete", report.isComplete())
                .put("gaps", report.gaps()).put("missing", report.missing()).put("dropped", report.dropped())
                .put("lagP50Seconds", report.lag().p50Ns() / NS_PER_S).put("lagP99Seconds", report.lag().p99Ns() / NS_PER_S)
                .put("lagP999Seconds", report.lag().p999Ns() / NS_PER_S).put("lagMaxSeconds", report.lag().maxNs() / NS_PER_S)
                .putAll("lines", report.lines(), RecordPrinter::line)
                .putAll("channels", report.packets().channels(), LoadPrinter::channel)
                .putAll("days", stored.days, LoadPrinter::day)
                .putAll("templates", stored.templates, LoadPrinter::template)
                .putAll("refusals", stored.refusals, LoadPrinter::refusal));
    }

    private static void line(JsonObject json, LineReport line) {
        json.put("line", line.name()).put("packets", line.packets()).put("bytes", line.bytes())
                .put("dropped", line.dropped() < 0 ? null : line.dropped()).put("ringWaits", line.ringWaits())
                .put("ringWaitSeconds", line.ringWaitNs() / NS_PER_S).put("receiveBufferBytes", line.grantedBytes())
                .put("requestedBufferBytes", line.requestedBytes()).put("connections", line.connections());
    }
}
