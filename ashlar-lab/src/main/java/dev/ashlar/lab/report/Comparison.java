// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.lab.ExperimentResult;
import dev.ashlar.lab.LabReport;
import dev.ashlar.lab.figures.Figure;
import dev.ashlar.lab.figures.Measure;
import dev.ashlar.lab.figures.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A report beside an older one: better, same or worse, by the ranges. Only figures of the same workload are compared,
/// and a figure without a range decides nothing.
///
/// @param rows     of figures that both have
/// @param warnings why some could not be compared, or should not be believed
public record Comparison(List<Row> rows, List<String> warnings) {
    /// @param verdict one of [#BETTER], [#SAME], [#WORSE], [#UNDECIDED]
    public record Row(String experiment, String subject, String measure, String before, String now, String verdict) {
    }

    static final String BETTER = "better";
    static final String SAME = "same";
    static final String WORSE = "worse";
    static final String UNDECIDED = "? (a single sample has no range)";
    private static final List<String> MACHINE = List.of("cpu", "cores", "jdk");

    public Comparison {
        rows = List.copyOf(rows);
        warnings = List.copyOf(warnings);
    }

    /// @param json     the older report
    /// @param resource its name, for messages
    /// @throws IllegalArgumentException if it is none, or one of another version
    public static Comparison of(LabReport report, String json, String resource) {
        Map<String, Object> old = check(json, resource);
        List<String> warnings = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        try {
            Map<String, Object> facts = members(old.get("environment"));
            for (String fact : MACHINE) {
                if (!String.valueOf(report.environment().get(fact)).equals(String.valueOf(facts.get(fact)))) {
                    warnings.add("another " + fact + ": " + facts.get(fact) + ", now " + report.environment().get(fact));
                }
            }
            if (!Boolean.TRUE.equals(old.get("complete"))) {
                warnings.add("the older report was interrupted");
            }
            Map<String, Map<String, Object>> before = new LinkedHashMap<>();
            for (Object result : elements(old.get("experiments"))) {
                before.put((String) members(result).get("name"), members(result));
            }
            for (ExperimentResult result : report.results()) {
                compare(result, before.get(result.experiment().name()), rows, warnings);
            }
        } catch (ClassCastException | NullPointerException e) {
            throw new IllegalArgumentException("no report of the lab: " + resource, e);
        }
        return new Comparison(rows, warnings);
    }

    /// @throws IllegalArgumentException if it is no report, or one of another version
    public static Map<String, Object> check(String json, String resource) {
        Object value;
        try {
            value = JsonText.parse(json);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no report of the lab: " + e.getMessage() + " (" + resource + ")", e);
        }
        if (!(value instanceof Map<?, ?> map) || !JsonReport.FORMAT.equals(map.get("format"))) {
            throw new IllegalArgumentException("no report of the lab: write one with --json (" + resource + ")");
        }
        if (!Double.valueOf(JsonReport.VERSION).equals(map.get("version"))) {
            throw new IllegalArgumentException("a report of another version: version=" + map.get("version")
                    + ", expected=" + JsonReport.VERSION + "; measure again (" + resource + ")");
        }
        return members(value);
    }

    private static void compare(ExperimentResult result, Map<String, Object> before, List<Row> rows,
            List<String> warnings) {
        String name = result.experiment().name();
        if (before == null) {
            warnings.add(name + ": not in the older report");
            return;
        }
        if (!result.workload().equals(before.get("workload"))) {
            warnings.add(name + ": not compared, because sizes differ (--quick against a full run, or other memory)");
            return;
        }
        for (Object element : elements(before.get("figures"))) {
            Map<String, Object> figure = members(element);
            Measure measure = new Measure((String) figure.get("measure"), (String) figure.get("unit"),
                    Measure.Better.valueOf(((String) figure.get("better")).toUpperCase(Locale.ROOT)));
            List<List<Double>> forks = new ArrayList<>();
            for (Object fork : elements(figure.get("forks"))) {
                forks.add(elements(fork).stream().map(Double.class::cast).toList());
            }
            Figure old = new Figure((String) figure.get("subject"), measure, forks,
                    Boolean.TRUE.equals(figure.get("noisy")), Boolean.TRUE.equals(figure.get("moreThreadsThanCores")));
            if (measure.better() != Measure.Better.NEITHER) {
                result.findings().figure(old.subject(), measure).ifPresent(now -> rows.add(new Row(name, old.subject(),
                        measure.head(), old.text(), now.text(), verdict(old.range(), now.range(), measure.better()))));
            }
        }
    }

    static String verdict(Range before, Range now, Measure.Better better) {
        if (before.min() == before.max() && now.min() == now.max()) {
            return before.min() == now.min() ? SAME : UNDECIDED;
        }
        boolean less = now.max() < before.min();
        boolean more = now.min() > before.max();
        return !less && !more ? SAME : less == (better == Measure.Better.LESS) ? BETTER : WORSE;
    }

    /// For a terminal: what differs, and how many do not.
    public String text() {
        StringBuilder out = new StringBuilder("Beside the older report\n\n");
        warnings.forEach(warning -> out.append("! ").append(warning).append('\n'));
        List<List<String>> table = rows.stream().filter(row -> !row.verdict().equals(SAME))
                .map(row -> List.of(row.experiment(), row.subject(), row.measure(), row.before(), row.now(),
                        row.verdict())).toList();
        if (!table.isEmpty()) {
            out.append(warnings.isEmpty() ? "" : "\n").append(MarkdownTable.of(List.of("experiment", "subject",
                    "measure", "before", "now", "verdict"), 3, table)).append('\n');
        }
        for (String verdict : List.of(BETTER, SAME, WORSE, UNDECIDED)) {
            long count = rows.stream().filter(row -> row.verdict().equals(verdict)).count();
            if (count > 0) {
                out.append(count).append(" figures: ").append(verdict).append('\n');
            }
        }
        return out.append(rows.isEmpty() ? "nothing could be compared\n" : "").toString();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> members(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> elements(Object value) {
        return (List<Object>) value;
    }
}
