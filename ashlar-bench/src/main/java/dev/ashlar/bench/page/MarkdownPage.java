// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.measure.report.MarkdownTable;
import java.util.List;
import java.util.stream.Collectors;

/// The page as Markdown, which is also readable on a terminal.
public final class MarkdownPage {
    /// The page with the details of each suite under its heading, if they were kept.
    public static String of(BenchRun run) {
        StringBuilder out = new StringBuilder("# Ashlar bench\n\n").append(summary(run));
        for (SuiteRun suite : run.suites()) {
            if (!suite.text().isEmpty()) {
                out.append("\n## ").append(suite.name()).append("\n\n").append(suite.text().strip()).append('\n');
            }
            suite.plots().keySet().forEach(file -> out.append("\nA picture, `").append(file)
                    .append("`, is written by `--plots DIR`, and stands in the HTML page.\n"));
        }
        return out.toString();
    }

    /// A table for each suite, the warnings, and the machines on which the suites were measured.
    public static String summary(BenchRun run) {
        StringBuilder out = new StringBuilder();
        run.warnings().forEach(warning -> out.append("**").append(warning).append("**\n\n"));
        run.planned().forEach(suite -> {
            List<List<String>> rows = PageTable.rows(run).stream().filter(row -> row.getFirst().equals(suite))
                    .map(row -> row.subList(1, row.size())).toList();
            out.append("**").append(suite).append("**\n\n").append(MarkdownTable.of(PageTable.HEAD.subList(1,
                    PageTable.HEAD.size()), PageTable.LEFT - 1, escaped(rows))).append('\n');
        });
        out.append(run.tally()).append("\n\n").append(PageTable.LEGEND).append('\n');
        List<List<SuiteRun>> groups = run.byEnvironment();
        for (List<SuiteRun> group : groups) {
            out.append('\n').append(groups.size() > 1 ? names(group) + ": " : "").append(PageTable.machine(group))
                    .append('\n');
            group.stream().filter(suite -> !suite.disturbances().isEmpty()).forEach(suite -> out.append("- ")
                    .append(suite.name()).append(": ").append(String.join(", ", suite.disturbances())).append('\n'));
        }
        return out.toString();
    }

    static String names(List<SuiteRun> suites) {
        return suites.stream().map(SuiteRun::name).collect(Collectors.joining(", "));
    }

    /// Escapes bars, which would end the cell.
    static List<List<String>> escaped(List<List<String>> rows) {
        return rows.stream().map(row -> row.stream().map(cell -> cell.replace("|", "\\|").replace('\n', ' ')).toList())
                .toList();
    }
}
