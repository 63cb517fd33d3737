// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.lab.ExperimentResult;
import dev.ashlar.lab.LabReport;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Range;
import dev.ashlar.measure.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A report compared with an older one: better, same or worse, by their ranges. Only figures of the same workload and
/// scale are compared, and a figure without a range decides nothing.
///
/// @param warnings why some figures could not be compared, or are not reliable
public record Comparison(List<Row> rows, List<String> warnings) {
    /// @param verdict one of [#BETTER], [#SAME], [#WORSE], [#UNDECIDED]
    public record Row(String experiment, String subject, String measure, String before, String now, String verdict) {
        List<String> cells() {
            return List.of(experiment, subject, measure, before, now, verdict);
        }
    }

    static final List<String> HEAD = List.of("experiment", "subject", "measure", "before", "now", "verdict");
    static final String BETTER = "better";
    static final String SAME = "same";
    static final String WORSE = "worse";
    static final String UNDECIDED = "? (a single sample has no range)";
    private static final List<String> MACHINE = List.of("cpu", "cores", "jdk");

    public Comparison {
        rows = List.copyOf(rows);
        warnings = List.copyOf(warnings);
    }

    public static Comparison of(LabReport report, JsonReport old) {
        List<String> warnings = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (String fact : MACHINE) {
            String now = report.environment().get(fact);
            if (!String.valueOf(now).equals(String.valueOf(old.environment().get(fact)))) {
                warnings.add("another " + fact + ": " + old.environment().get(fact) + ", now " + now);
            }
        }
        if (!old.complete()) {
            warnings.add("the older report was interrupted");
        }
        boolean sameScale = report.scale() == old.scale();
        for (ExperimentResult result : report.results()) {
            String name = result.experiment().name();
            Optional<JsonReport.Part> before = old.experiment(name);
            if (before.isEmpty()) {
                warnings.add(name + ": not in the older report");
            } else if (!sameScale || !result.workload().equals(before.get().workload())) {
                // Sizes of a quick run may be those of a full run, but its ranges have another meaning.
                warnings.add(name + ": not compared, because sizes or flags differ (--quick against a full run, or "
                        + "other memory)");
            } else {
                before.get().figures().forEach(samples -> compare(result, samples.figure(), rows));
            }
        }
        return new Comparison(rows, warnings);
    }

    private static void compare(ExperimentResult result, Figure old, List<Row> rows) {
        Measure measure = old.measure();
        if (measure.better() != Measure.Better.NEITHER) {
            result.figures().figure(old.subject(), measure).ifPresent(now -> rows.add(new Row(
                    result.experiment().name(), old.subject(), measure.head(), old.text(), now.text(),
                    verdict(old.range(), now.range(), measure.better()))));
        }
    }

    static String verdict(Range before, Range now, Measure.Better better) {
        boolean less = now.max() < before.min();
        boolean more = now.min() > before.max();
        if (!less && !more) {
            return SAME;
        }
        return before.min() == before.max() || now.min() == now.max() ? UNDECIDED
                : less == (better == Measure.Better.LESS) ? BETTER : WORSE;
    }

    /// The text for a terminal: the differences, and the number of figures without one.
    public String text() {
        StringBuilder out = new StringBuilder("Next to the older report\n\n");
        warnings.forEach(warning -> out.append("! ").append(warning).append('\n'));
        List<List<String>> table = rows.stream().filter(row -> !row.verdict().equals(SAME))
                .map(Row::cells).toList();
        if (!table.isEmpty()) {
            out.append(warnings.isEmpty() ? "" : "\n").append(MarkdownTable.of(HEAD, 3, table)).append('\n');
        }
        for (String verdict : List.of(BETTER, SAME, WORSE, UNDECIDED)) {
            long count = rows.stream().filter(row -> row.verdict().equals(verdict)).count();
            if (count > 0) {
                out.append(count).append(" figures: ").append(verdict).append('\n');
            }
        }
        return out.append(rows.isEmpty() ? "nothing could be compared\n" : "").toString();
    }
}
