// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.cli.output.TextTable;
import dev.ashlar.cli.store.InfoPrinter;
import dev.ashlar.ingest.ChannelReport;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.LoadReport;
import dev.ashlar.ingest.LoadReport.DayRows;
import dev.ashlar.ingest.LoadReport.GroupRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.sbe.otf.JsonEscapes;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.store.UnsplitMessages;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Prints what was loaded, as a table or as JSON.
public record LoadPrinter(PrintWriter out, Path folder) {
    private static final int NAME_WIDTH = 10;

    void text(LoadReport report) {
        line("loaded", "%,d messages, %s, in %.2f s".formatted(report.messages(), bytes(report.messageBytes()),
                report.elapsedNs() / 1e9));
        line("read", (report.packets() > 0 ? "%,d packets, ".formatted(report.packets()) : "")
                + "%s: %s/s, %,.0f messages/s".formatted(bytes(report.inputBytes()),
                bytes((long) report.inputBytesPerSecond()), report.messagesPerSecond()));
        if (report.skipped() > 0) {
            line("left out", "%,d messages".formatted(report.skipped()));
        }
        if (report.duplicates() > 0) {
            line("known", "%,d messages already in the journal".formatted(report.duplicates()));
        }
        for (IngestReport input : report.inputs()) {
            for (ChannelReport channel : input.channels()) {
                line("channel", channel(channel));
            }
        }
        line(report.days().isEmpty() ? "store" : "archive", folder + (report.storedBytes() < 0 ? ""
                : ", " + bytes(report.storedBytes()) + " on the disk"));
        out.println();
        if (!report.days().isEmpty()) {
            table(report.days(), true).print(out, "");
            out.println();
        }
        table(report.templates()).print(out, "");
        for (UnsplitMessages refusal : report.refusals()) {
            out.println("without rows: " + refusal(refusal));
        }
    }

    /// What was added to each day of an archive.
    ///
    /// @param sealed whether the days are sealed, so that their space on disk is known
    public static TextTable table(List<DayRows> days, boolean sealed) {
        TextTable table = sealed ? new TextTable("day", ">messages", ">bytes", ">on disk", "")
                : new TextTable("day", ">messages", ">bytes", "");
        for (DayRows day : days) {
            String state = day.added() ? "added to" : "new";
            if (sealed) {
                table.row(day.name(), count(day.messages()), bytes(day.messageBytes()), bytes(day.storedBytes()),
                        state);
            } else {
                table.row(day.name(), count(day.messages()), bytes(day.messageBytes()), state);
            }
        }
        return table;
    }

    /// The same for programs.
    public static void day(JsonObject json, DayRows day) {
        json.put("day", day.name()).put("added", day.added()).put("messages", day.messages())
                .put("messageBytes", day.messageBytes());
    }

    /// The rows of each template and its groups.
    public static TextTable table(List<TemplateRows> templates) {
        TextTable table = new TextTable("table", ">template", ">messages", ">entries");
        for (TemplateRows template : templates) {
            table.row(template.name(), Integer.toString(template.id()), count(template.messages()), "");
            for (GroupRows group : template.groups()) {
                table.row(group.table(), "", "", count(group.rows()));
            }
        }
        return table;
    }

    /// The packets of a channel, in one line.
    public static String channel(ChannelReport channel) {
        List<String> lines = new ArrayList<>();
        channel.lines().forEach(line -> lines.add(line.destination()));
        return String.join(" + ", lines) + ": %,d packets, %,d duplicates".formatted(channel.packets(),
                channel.duplicates()) + (channel.isComplete() ? ", nothing missing" : ", %,d missing, %,d late, %,d strays"
                .formatted(channel.missing(), channel.late(), channel.strays()));
    }

    /// Messages without rows, in one line.
    public static String refusal(UnsplitMessages refusal) {
        return "%,d messages, %s, schema=%d, template=%d".formatted(refusal.count(),
                refusal.status().name().toLowerCase(Locale.ROOT).replace('_', ' '), refusal.schemaId(),
                refusal.templateId());
    }

    /// The messages and bytes that did not become rows, in one line.
    static String problems(LoadReport report) {
        List<String> problems = new ArrayList<>();
        report.refusals().forEach(refusal -> problems.add("without rows: " + refusal(refusal)));
        if (report.tooLong() > 0) {
            problems.add("longer than a chunk and left out: " + report.tooLong() + " messages");
        }
        report.inputs().stream().filter(input -> !input.isComplete()).map(IngestReport::problems)
                .forEach(problems::add);
        return String.join("; ", problems);
    }

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String bytes(long bytes) {
        return InfoPrinter.bytes(bytes);
    }

    private void line(String name, String text) {
        out.println(name + " ".repeat(NAME_WIDTH - name.length()) + text);
    }

    void json(LoadReport report, String journal) {
        out.println(new JsonObject(JsonEscapes.MINIMAL).put("store", folder.toString()).put("journal", journal)
                .put("messages", report.messages()).put("messageBytes", report.messageBytes())
                .put("skipped", report.skipped()).put("duplicates", report.duplicates())
                .put("tooLong", report.tooLong()).put("packets", report.packets())
                .put("inputBytes", report.inputBytes()).put("seconds", report.elapsedNs() / 1e9)
                .put("storedBytes", report.storedBytes() < 0 ? null : report.storedBytes())
                .put("complete", report.isComplete()).putAll("days", report.days(), LoadPrinter::day)
                .putAll("templates", report.templates(), LoadPrinter::template)
                .putAll("refusals", report.refusals(), LoadPrinter::refusal)
                .putAll("channels", report.inputs().stream().flatMap(input -> input.channels().stream()).toList(),
                        LoadPrinter::channel));
    }

    /// The rows of a template for programs.
    public static void template(JsonObject json, TemplateRows template) {
        json.put("name", template.name()).put("id", template.id()).put("messages", template.messages())
                .putAll("groups", template.groups(), (object, group) -> object.put("table", group.table())
                        .put("rows", group.rows()));
    }

    /// The same for programs.
    public static void refusal(JsonObject json, UnsplitMessages refusal) {
        json.put("status", refusal.status().name()).put("schemaId", refusal.schemaId())
                .put("templateId", refusal.templateId()).put("messages", refusal.count());
    }

    /// The same for programs.
    public static void channel(JsonObject json, ChannelReport channel) {
        json.putAll("lines", channel.lines(), (object, line) -> object.put("destination", line.destination())
                .put("packets", line.packets()).put("first", line.first())).put("packets", channel.packets())
                .put("duplicates", channel.duplicates()).put("gaps", channel.gapCount())
                .put("missing", channel.missing()).put("late", channel.late()).put("strays", channel.strays())
                .put("restarts", channel.restarts());
    }
}
