// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.lab.ExperimentResult;
import dev.ashlar.lab.LabReport;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Ratio.Quotient;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.report.FigureTables;
import dev.ashlar.measure.report.MarkdownTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A report for a terminal, and for plain-text files.
public final class TextReport {
    static final List<String> RATIO_HEAD = List.of("ratio", "here", "published", "by");
    private static final String MISSING = "–";

    private TextReport() {
    }

    public static String of(LabReport report) {
        StringBuilder out = new StringBuilder(overview(report)).append('\n');
        report.results().forEach(result -> out.append(result(result)).append('\n'));
        return out.append(end(report)).toString();
    }

    /// The table of all experiments: at the start of a file, and at the end on a terminal.
    public static String overview(LabReport report) {
        return report.results().isEmpty() ? "" : MarkdownTable.of(Overview.SHORT_HEAD, 2, Overview.shortRows(report));
    }

    /// The text after the experiments.
    public static String end(LabReport report) {
        StringBuilder out = new StringBuilder();
        if (!report.complete()) {
            out.append("INTERRUPTED: this is a part of the report.\n\n");
        }
        out.append(legend(report)).append('\n');
        report.environment().forEach((name, value) -> out.append("- ").append(name).append(": ").append(value).append('\n'));
        out.append(notCounted(report.missing()).map(line -> "- " + line + "\n").orElse(""));
        return out.toString();
    }

    public static String result(ExperimentResult result) {
        StringBuilder out = new StringBuilder();
        out.append("## ").append(result.experiment().name()).append(": ").append(result.experiment().question())
                .append("\n(").append(result.experiment().source()).append(")\n\n");
        String table = FigureTables.markdown(result.figures());
        out.append(table).append(table.isEmpty() ? "" : "\n");
        List<List<String>> ratios = ratios(result);
        if (!ratios.isEmpty()) {
            out.append(MarkdownTable.of(RATIO_HEAD, 1, ratios)).append('\n');
        }
        remarks(result).forEach(remark -> out.append("! ").append(remark).append('\n'));
        flags(result).forEach(line -> out.append("- ").append(line).append('\n'));
        out.append("=> ").append(result.verdict()).append('\n');
        return out.toString();
    }

    static String legend(LabReport report) {
        return "Figures are medians [least..greatest] of " + (report.scale().forks() > 1
                ? report.scale().forks() + " JVMs, of each its median repetition" : "repetitions in one JVM")
                + ". ~ noisy. * more threads than cores: shows the scheduler of the system more than anything else.\n";
    }

    static List<List<String>> ratios(ExperimentResult result) {
        return result.experiment().ratios().stream().map(ratio -> List.of(ratio.what(),
                ratio.measured(result.figures()).map(Quotient::text).orElse(MISSING),
                Figure.number(ratio.published()), ratio.source())).toList();
    }

    /// Remarks that readers of the figures must know.
    static List<String> remarks(ExperimentResult result) {
        List<String> remarks = new ArrayList<>();
        if (!result.complete()) {
            remarks.add("interrupted: not all trials were measured");
        }
        result.failures().forEach(failure -> remarks.add("failed: " + failure));
        remarks.addAll(result.notes());
        result.measured().disturbance().ifPresentOrElse(disturbance -> {
            if (!disturbance.complaints().isEmpty()) {
                remarks.add("NOISY: " + String.join(", ", disturbance.complaints()));
            }
        }, () -> remarks.add("disturbance by other programs is unknown: the system does not report it"));
        return remarks;
    }

    /// The flags of the JVMs; JVMs with the same flags share a line.
    static List<String> flags(ExperimentResult result) {
        Map<List<String>, List<String>> byFlags = result.plan().trials().stream().collect(Collectors.groupingBy(
                Trial::flags, LinkedHashMap::new, Collectors.mapping(Trial::name, Collectors.toList())));
        return byFlags.entrySet().stream().map(entry -> "flags" + (byFlags.size() == 1 ? ""
                : " of " + String.join("; ", entry.getValue())) + ": " + (entry.getKey().isEmpty() ? "none"
                : String.join(" ", entry.getKey()))).toList();
    }

    /// Events without a count, grouped by reason.
    static Optional<String> notCounted(Map<String, String> missing) {
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<String>> byReason = missing.keySet().stream().collect(Collectors.groupingBy(missing::get));
        return Optional.of("counters: " + byReason.entrySet().stream().map(entry ->
                String.join(", ", entry.getValue()) + " not available (" + entry.getKey() + ")")
                .collect(Collectors.joining("; ")));
    }

    /// The overview: each question, the published ratio, that of this machine, and the verdict.
    static final class Overview {
        /// For files.
        static final List<String> HEAD = List.of("question", "published", "here", "verdict");
        /// For a terminal, without sentences.
        static final List<String> SHORT_HEAD = List.of("experiment", "ratio", "published", "here", "compared");

        static List<List<String>> rows(LabReport report) {
            return report.results().stream().map(result -> List.of(result.experiment().question(), published(result),
                    here(result), result.verdict())).toList();
        }

        static List<List<String>> shortRows(LabReport report) {
            return report.results().stream().map(result -> List.of(result.experiment().name(),
                    first(result).map(Ratio::what).orElse(MISSING), published(result), here(result),
                    first(result).flatMap(ratio -> ratio.measured(result.figures())
                            .map(here -> Words.compared(here.range(), ratio.published()))).orElse(MISSING))).toList();
        }

        private static Optional<Ratio> first(ExperimentResult result) {
            return result.experiment().ratios().stream().findFirst();
        }

        private static String published(ExperimentResult result) {
            return first(result).map(ratio -> Words.times(ratio.published())).orElse(MISSING);
        }

        private static String here(ExperimentResult result) {
            return first(result).map(ratio -> Words.times(ratio.measured(result.figures()))).orElse(MISSING);
        }
    }
}
