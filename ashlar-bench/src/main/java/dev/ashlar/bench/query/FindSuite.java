// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.Finding;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.bench.query.FindProcess.Found;
import dev.ashlar.bench.query.FindProcess.Way;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/// Is it worth having an index, or a table written in the order in which it is asked?
///
/// Were an index not much faster than a scan for one row, it would not be worth its memory; were a table in order not
/// much faster for the rows of a key, it would not be worth its copy.
public final class FindSuite implements ForkingSuite {
    private static final long ROWS = 10_000_000;
    private static final long QUICK_ROWS = 1_000_000;
    private static final int MAX_ROUNDS = 3;
    private static final double MILLION = 1e6;
    private static final Path DISK = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    public String name() {
        return "find";
    }

    @Override
    public String description() {
        return "rows of 10,000,000 by a key: scan, index, and a table in the order of the key";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        long count = rows.orElse(effort.rounds() == 1 ? QUICK_ROWS : ROWS);
        int rounds = Math.min(MAX_ROUNDS, effort.rounds());
        List<Found> found = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            progress.accept("round " + (round + 1) + "/" + rounds + ": find");
            found.add(FindProcess.run(count, DISK));
        }
        return new Report(findings(found), text(found, count), json(found, count));
    }

    private static String text(List<Found> found, long rows) {
        List<List<String>> lines = new ArrayList<>();
        for (Way way : Way.values()) {
            int at = way.ordinal();
            int scan = scanOf(way).ordinal();
            lines.add(List.of(way.question(), way.label(), range(found, f -> f.ns().get(at) / MILLION, "%.3f"),
                    range(found, f -> (double) f.ns().get(scan) / f.ns().get(at), "%.1f"),
                    range(found, f -> f.againNs().get(at) / MILLION, "%.3f"),
                    range(found, f -> (double) f.againNs().get(scan) / f.againNs().get(at), "%.1f"),
                    at == scan ? "–" : range(found, f -> f.prepareNs().get(at) / MILLION, "%.0f")));
        }
        return "find: %,d rows of 42 bytes, one thread%n%n".formatted(rows) + MarkdownTable.of(List.of("question", "by",
                "another key each time, ms", "times as fast as a scan", "the same key again, ms",
                "times as fast as a scan", "ms to prepare"), 2, lines) + """

                Figures are median [min..max] of %d JVMs, each the median of nine questions after three to warm up;
                ratios are taken inside each JVM. Answers were the same.

                """.formatted(found.size());
    }

    /// Nothing is promised here; what matters is whether an index or an order is worth having.
    static List<Finding> findings(List<Found> found) {
        List<Finding> findings = new ArrayList<>();
        for (Way way : Way.values()) {
            Way scan = scanOf(way);
            if (way != scan) {
                findings.add(Finding.against(way.question() + ", another each time: " + way.label(), "scan", "ms",
                        ms(found, way), ms(found, scan), Range.of(found.stream().map(f ->
                                (double) f.ns().get(scan.ordinal()) / f.ns().get(way.ordinal())).toList())));
            }
        }
        return findings;
    }

    private static Range ms(List<Found> found, Way way) {
        return Range.of(found.stream().map(f -> f.ns().get(way.ordinal()) / MILLION).toList());
    }

    private static Way scanOf(Way way) {
        return way.question().equals(Way.ID_SCAN.question()) ? Way.ID_SCAN : Way.KEY_SCAN;
    }

    private static String range(List<Found> found, ToDoubleFunction<Found> value, String format) {
        return Range.of(found.stream().mapToDouble(value).boxed().toList()).text(format);
    }

    private String json(List<Found> found, long rows) {
        StringJoiner members = new StringJoiner(", ", "{\"suite\": " + Json.string(name()) + ", \"rows\": " + rows
                + ", \"found\": [", "]}");
        found.forEach(f -> members.add("{\"ns\": " + f.ns() + ", \"againNs\": " + f.againNs()
                + ", \"prepareNs\": " + f.prepareNs() + "}"));
        return members.toString();
    }
}
