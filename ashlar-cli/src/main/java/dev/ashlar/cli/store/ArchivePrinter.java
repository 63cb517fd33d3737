// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Archive.Finding;
import dev.ashlar.archive.Archive.Table;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.cli.output.TextTable;
import dev.ashlar.sbe.otf.JsonEscapes;
import dev.ashlar.sbe.otf.JsonObject;
import dev.ashlar.store.StoreException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// Prints what an archive holds, and what is wrong with it, as text or JSON.
public record ArchivePrinter(PrintWriter out) {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /// A line for each day.
    public void print(Archive archive, TextOrJson format) throws StoreException {
        List<Day> days = archive.days();
        if (format == TextOrJson.JSON) {
            out.println(new JsonObject(JsonEscapes.MINIMAL).put("archive", archive.folder().toString())
                    .put("division", archive.division().toString()).putAll("days", days, ArchivePrinter::day));
            return;
        }
        out.println("archive     " + archive.folder() + ", " + archive.division() + ", days " + days.size() + ", "
                + InfoPrinter.bytes(days.stream().mapToLong(Day::bytes).sum()) + " on the disk in sealed days");
        if (!days.isEmpty()) {
            out.println();
            days(days);
        }
    }

    private void days(List<Day> days) {
        TextTable table = new TextTable("day", "state", ">tables", ">rows", ">bytes", "first time", "last time");
        for (Day day : days) {
            table.row(day.name(), day.open() ? "open" : "sealed", day.open() ? "" : Integer.toString(day.tables().size()),
                    day.open() ? "" : String.format(Locale.ROOT, "%,d", day.rows()),
                    day.open() ? "" : String.format(Locale.ROOT, "%,d", day.bytes()), time(least(day)),
                    time(greatest(day)));
        }
        table.print(out, "");
    }

    private static OptionalLong least(Day day) {
        return day.tables().stream().map(Table::minTime).filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong).min();
    }

    private static OptionalLong greatest(Day day) {
        return day.tables().stream().map(Table::maxTime).filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong).max();
    }

    private static String time(OptionalLong ns) {
        return ns.isEmpty() ? "" : Instant.ofEpochSecond(Math.floorDiv(ns.getAsLong(), NS_PER_SECOND),
                Math.floorMod(ns.getAsLong(), NS_PER_SECOND)).toString();
    }

    private static void day(JsonObject json, Day day) {
        json.put("day", day.name()).put("state", day.open() ? "open" : "sealed").put("store", day.storeId())
                .put("bytes", day.bytes()).put("rows", day.rows()).put("base", day.base())
                .putAll("tables", day.tables(), (inner, table) -> inner.put("name", table.name())
                        .put("kind", table.kind()).put("rows", table.rows())
                        .put("minTime", table.minTime().isEmpty() ? null : time(table.minTime()))
                        .put("maxTime", table.maxTime().isEmpty() ? null : time(table.maxTime())));
    }

    /// Findings, a line each.
    ///
    /// @param days that were checked
    public void print(List<Finding> findings, int days, TextOrJson format) {
        if (format == TextOrJson.JSON) {
            out.println(new JsonObject(JsonEscapes.MINIMAL).put("sound", findings.isEmpty()).put("days", days)
                    .putAll("findings", findings, (json, finding) -> json.put("day", finding.day())
                            .put("found", finding.found()).put("meaning", finding.meaning())));
            return;
        }
        findings.forEach(out::println);
        out.println((findings.isEmpty() ? "sound" : "damaged: findings=" + findings.size()) + " (days=" + days + ")");
    }

    /// @param dryRun whether nothing was dropped
    public void print(RetentionReport report, boolean dryRun) {
        if (!report.dropped().isEmpty()) {
            days(report.dropped());
            out.println();
        }
        out.println((dryRun ? "would drop " : "dropped ") + report.dropped().size() + " days, "
                + InfoPrinter.bytes(report.bytes()) + (report.heldBytes() > 0 ? ", of which readers hold "
                + InfoPrinter.bytes(report.heldBytes()) + " until they close them" : "") + "; keeps "
                + report.kept().size() + ", " + InfoPrinter.bytes(report.keptBytes()));
    }
}
