// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.report;

import dev.ashlar.lab.LabReport;
import dev.ashlar.lab.report.TextReport.Overview;
import dev.ashlar.measure.report.MarkdownTable;
import java.util.List;

/// A short report, as Markdown: the overview, the machine, the answers and the ratios.
public final class ShortReport {
    private ShortReport() {
    }

    public static String of(LabReport report) {
        StringBuilder out = new StringBuilder();
        if (!report.complete()) {
            out.append("**Interrupted: this is a part of the report.**\n\n");
        }
        if (!report.results().isEmpty()) {
            // Not padded: verdicts are long.
            out.append("| ").append(String.join(" | ", Overview.HEAD)).append(" |\n|---|---:|---:|---|\n");
            Overview.rows(report).forEach(row -> out.append("| ").append(String.join(" | ", row)).append(" |\n"));
            out.append('\n');
        }
        report.environment().forEach((name, value) -> out.append("- ").append(name).append(": ").append(value).append('\n'));
        out.append("- scale: ").append(report.scale().text()).append('\n');
        TextReport.notCounted(report.missing()).ifPresent(line -> out.append("- ").append(line).append('\n'));
        report.results().forEach(result -> {
            out.append("\n## ").append(result.experiment().name()).append("\n\n").append(result.experiment().question())
                    .append(" *").append(result.experiment().source()).append("*\n\n").append(result.verdict())
                    .append("\n\n");
            List<List<String>> ratios = TextReport.ratios(result);
            if (!ratios.isEmpty()) {
                out.append(MarkdownTable.of(TextReport.RATIO_HEAD, 1, ratios)).append('\n');
            }
            TextReport.remarks(result).forEach(remark -> out.append("- ").append(remark).append('\n'));
            TextReport.flags(result).forEach(line -> out.append("- ").append(line).append('\n'));
        });
        return out.append('\n').append(TextReport.legend(report)).toString();
    }
}
