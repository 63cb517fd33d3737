// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.FindingTable;
import dev.ashlar.bench.append.Section.Entry;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/// The tables of a whole measurement, and its figures as JSON.
final class AppendReport {
    private static final double MILLION = 1e6;
    private static final double THOUSAND = 1e3;
    private static final int PERCENT = 100;
    private static final List<String> RATES = List.of("contender", "M rows/s", "M rows/s a core", "in kernel",
            "B/row allocated", "B/row on disk", "longest batch ms", "Ashlar is faster by");
    private static final List<String> TIMES = List.of("contender", "p50 µs", "p99 µs", "p99.9 µs", "longest µs",
            "cores busy");

    private final List<Section> sections;
    private final Map<Scan, List<Double>> scans;
    private final int rounds;

    /// @param scans nanoseconds a row, one for each round
    AppendReport(List<Section> sections, Map<Scan, List<Double>> scans, int rounds) {
        this.sections = sections;
        this.scans = scans;
        this.rounds = rounds;
    }

    String text() {
        StringBuilder out = new StringBuilder();
        for (Section section : sections) {
            out.append(title(section)).append("\n\n").append(table(section)).append('\n');
            for (Entry entry : section.entries()) {
                entry.failures().stream().findFirst().ifPresent(failure -> out.append(entry.contender().label())
                        .append(" does not do this: ").append(failure).append("\n\n"));
            }
        }
        out.append("append: reading trades back\n\n").append(scans()).append('\n');
        return out.append(FindingTable.of(findings())).append(legend()).toString();
    }

    List<Finding> findings() {
        return AppendFindings.of(sections, scans);
    }

    private String legend() {
        return """

                Figures are median [min..max] of %d rounds, one JVM each; ratios are taken inside each round.
                A core: rows by the processor time of all threads; what the system writes later is not in it.
                (lost): what is in its buffer dies with the process; it is no peer at equal promise.
                ? the target lies inside the range.

                """.formatted(rounds);
    }

    private static String title(Section section) {
        Trial like = section.like();
        return String.format(Locale.ROOT, "append: %s: up to %,d rows of %d bytes or %.1f s, on %s", section.title(),
                like.rows(), like.work().bytes(), like.limitMs() / THOUSAND, type(section.place()));
    }

    private static String type(Path place) {
        try {
            return Files.getFileStore(place).type();
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String table(Section section) {
        boolean paced = section.like().load() == Load.PACED;
        List<List<String>> rows = new ArrayList<>();
        for (Entry entry : section.entries()) {
            rows.add(!entry.isWhole() ? missing(entry, paced ? TIMES : RATES)
                    : paced ? times(entry) : rates(section, entry));
        }
        return MarkdownTable.of(paced ? TIMES : RATES, 1, rows);
    }

    private static List<String> missing(Entry entry, List<String> columns) {
        List<String> row = new ArrayList<>(List.of(entry.contender().label(), "see below"));
        while (row.size() < columns.size()) {
            row.add("");
        }
        return row;
    }

    private static List<String> rates(Section section, Entry entry) {
        return List.of(entry.contender().label(), millions(entry, AppendResult::rowsPerSecond),
                millions(entry, AppendResult::rowsPerCoreSecond),
                String.format(Locale.ROOT, "%.0f%%", entry.range(AppendResult::systemPart).median() * PERCENT),
                String.format(Locale.ROOT, "%.2f", entry.range(AppendResult::allocatedPerRow).median()),
                String.format(Locale.ROOT, "%.1f", entry.range(AppendResult::diskBytesPerRow).median()),
                entry.range(result -> result.slowestBatchNs() / MILLION).text("%.1f"),
                entry == section.ours() ? "" : section.ratio(entry).text("%.2f") + "×");
    }

    private static String millions(Entry entry, ToDoubleFunction<AppendResult> figure) {
        Range range = entry.range(result -> figure.applyAsDouble(result) / MILLION);
        return range.text(range.median() < 1 ? "%.5f" : "%.2f");
    }

    private static List<String> times(Entry entry) {
        return List.of(entry.contender().label(), micros(entry, AppendResult::p50Ns),
                micros(entry, AppendResult::p99Ns), micros(entry, AppendResult::p999Ns),
                micros(entry, AppendResult::maxNs),
                entry.range(result -> (double) result.cpuNs() / result.elapsedNs()).text("%.2f"));
    }

    private static String micros(Entry entry, ToDoubleFunction<AppendResult> figure) {
        return entry.range(result -> figure.applyAsDouble(result) / THOUSAND).text("%.2f");
    }

    private String scans() {
        List<List<String>> rows = new ArrayList<>();
        List<Double> flat = scans.get(Scan.FLAT);
        scans.forEach((scan, times) -> {
            rows.add(List.of(scan.label(), Range.of(times).text("%.2f"),
                    scan == Scan.FLAT ? "" : Range.of(AppendFindings.ratios(flat, times)).text("%.2f") + "×"));
        });
        return MarkdownTable.of(List.of("way", "ns/row", "speed of flat memory"), 1, rows);
    }

    String json(String suite) {
        StringJoiner all = new StringJoiner(",\n      ", "[\n      ", "\n    ]");
        for (Section section : sections) {
            for (Entry entry : section.entries()) {
                all.add(json(section, entry));
            }
        }
        StringJoiner reading = new StringJoiner(", ", "{", "}");
        scans.forEach((scan, times) -> reading.add(Json.string(scan.label()) + ": " + Json.range(Range.of(times))));
        return "{\"suite\": " + Json.string(suite) + ", \"contenders\": " + all + ", \"nsPerRowRead\": " + reading + "}";
    }

    private static String json(Section section, Entry entry) {
        StringJoiner results = new StringJoiner(", ", "[", "]");
        for (AppendResult result : entry.results()) {
            results.add("{\"rows\": " + result.rows() + ", \"elapsedNs\": " + result.elapsedNs() + ", \"cpuNs\": "
                    + result.cpuNs() + ", \"systemNs\": " + result.systemNs() + ", \"allocatedBytes\": "
                    + result.allocatedBytes() + ", \"diskBytes\": " + result.diskBytes() + ", \"slowestBatchNs\": "
                    + result.slowestBatchNs() + ", \"p50Ns\": " + result.p50Ns() + ", \"p99Ns\": " + result.p99Ns()
                    + ", \"p999Ns\": " + result.p999Ns() + ", \"maxNs\": " + result.maxNs() + "}");
        }
        StringJoiner failures = new StringJoiner(", ", "[", "]");
        entry.failures().forEach(failure -> failures.add(Json.string(failure)));
        return "{\"section\": " + Json.string(section.title()) + ", \"name\": "
                + Json.string(entry.contender().label()) + ", \"flags\": "
                + Json.string(String.join(" ", entry.contender().flags())) + ", \"failures\": " + failures
                + ", \"rounds\": " + results + "}";
    }
}
