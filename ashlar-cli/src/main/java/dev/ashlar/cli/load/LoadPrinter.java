// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.cli.output.TextTable;
import dev.ashlar.cli.store.InfoPrinter;
import dev.ashlar.ingest.ChannelReport;
import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.LoadReport;
import dev.ashlar.ingest.LoadReport.GroupRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.store.UnsplitMessages;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// Prints what was loaded, as a table or as JSON.
public final class LoadPrinter {
    private static final int NAME_WIDTH = 10;

    private final PrintWriter out;
    private final Path folder;

    LoadPrinter(PrintWriter out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

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
            line("known", "%,d messages that the journal has already".formatted(report.duplicates()));
        }
        for (IngestReport input : report.inputs()) {
            for (ChannelReport channel : input.channels()) {
                line("channel", channel(channel));
            }
        }
        line("store", folder + (report.storedBytes() < 0 ? "" : ", " + bytes(report.storedBytes()) + " on the disk"));
        out.println();
        table(report.templates()).print(out, "");
        for (UnsplitMessages refusal : report.refusals()) {
            out.println("without rows: " + refusal(refusal));
        }
    }

    private static TextTable table(List<TemplateRows> templates) {
        TextTable table = new TextTable("table", ">template", ">messages", ">entries");
        for (TemplateRows template : templates) {
            table.row(template.name(), Integer.toString(template.id()), count(template.messages()), "");
            for (GroupRows group : template.groups()) {
                table.row(group.table(), "", "", count(group.rows()));
            }
        }
        return table;
    }

    static String channel(ChannelReport channel) {
        List<String> lines = new ArrayList<>();
        channel.lines().forEach(line -> lines.add(line.destination()));
        return String.join(" + ", lines) + ": %,d packets, %,d duplicates".formatted(channel.packets(),
                channel.duplicates()) + (channel.isComplete() ? ", nothing missing" : ", %,d missing, %,d late, %,d strays"
                .formatted(channel.missing(), channel.late(), channel.strays()));
    }

    private static String refusal(UnsplitMessages refusal) {
        return "%,d messages, %s, schema=%d, template=%d".formatted(refusal.count(),
                refusal.status().name().toLowerCase(Locale.ROOT).replace('_', ' '), refusal.schemaId(),
                refusal.templateId());
    }

    /// What did not become rows, in one line.
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
        StringBuilder json = new StringBuilder("{");
        InfoPrinter.member(json, "store", folder.toString());
        InfoPrinter.member(json, "journal", journal);
        InfoPrinter.member(json, "messages", report.messages());
        InfoPrinter.member(json, "messageBytes", report.messageBytes());
        InfoPrinter.member(json, "skipped", report.skipped());
        InfoPrinter.member(json, "duplicates", report.duplicates());
        InfoPrinter.member(json, "tooLong", report.tooLong());
        InfoPrinter.member(json, "packets", report.packets());
        InfoPrinter.member(json, "inputBytes", report.inputBytes());
        InfoPrinter.member(json, "seconds", report.elapsedNs() / 1e9);
        InfoPrinter.member(json, "storedBytes", report.storedBytes() < 0 ? null : report.storedBytes());
        InfoPrinter.member(json, "complete", report.isComplete());
        json.append(",\"templates\":[");
        separate(json, report.templates(), template -> template(json, template));
        json.append("],\"refusals\":[");
        separate(json, report.refusals(), refusal -> refusal(json, refusal));
        json.append("],\"channels\":[");
        separate(json, report.inputs().stream().flatMap(input -> input.channels().stream()).toList(),
                channel -> channel(json, channel));
        out.println(json.append("]}"));
    }

    private static void template(StringBuilder json, TemplateRows template) {
        InfoPrinter.member(json, "name", template.name());
        InfoPrinter.member(json, "id", template.id());
        InfoPrinter.member(json, "messages", template.messages());
        json.append(",\"groups\":[");
        separate(json, template.groups(), group -> {
            InfoPrinter.member(json, "table", group.table());
            InfoPrinter.member(json, "rows", group.rows());
        });
        json.append(']');
    }

    private static void refusal(StringBuilder json, UnsplitMessages refusal) {
        InfoPrinter.member(json, "status", refusal.status().name());
        InfoPrinter.member(json, "schemaId", refusal.schemaId());
        InfoPrinter.member(json, "templateId", refusal.templateId());
        InfoPrinter.member(json, "messages", refusal.count());
    }

    private static void channel(StringBuilder json, ChannelReport channel) {
        json.append("\"lines\":[");
        separate(json, channel.lines(), line -> {
            InfoPrinter.member(json, "destination", line.destination());
            InfoPrinter.member(json, "packets", line.packets());
            InfoPrinter.member(json, "first", line.first());
        });
        json.append(']');
        InfoPrinter.member(json, "packets", channel.packets());
        InfoPrinter.member(json, "duplicates", channel.duplicates());
        InfoPrinter.member(json, "gaps", channel.gapCount());
        InfoPrinter.member(json, "missing", channel.missing());
        InfoPrinter.member(json, "late", channel.late());
        InfoPrinter.member(json, "strays", channel.strays());
        InfoPrinter.member(json, "restarts", channel.restarts());
    }

    private static <T> void separate(StringBuilder json, List<T> all, Consumer<T> print) {
        for (int i = 0; i < all.size(); i++) {
            json.append(i == 0 ? "{" : ",{");
            print.accept(all.get(i));
            json.append('}');
        }
    }
}
