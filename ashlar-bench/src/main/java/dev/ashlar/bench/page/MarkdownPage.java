// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.lab.report.MarkdownTable;
import java.util.List;
import java.util.stream.Collectors;

/// The page as Markdown, which can be read as it is on a terminal, too.
public final class MarkdownPage {
    private MarkdownPage() {
    }

    /// With the details of each suite under its heading, as far as they were kept.
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

    /// The table, what to know of it, and where it was measured.
    public static String summary(BenchRun run) {
        StringBuilder out = new StringBuilder();
        run.warnings().forEach(warning -> out.append("**").append(warning).append("**\n\n"));
        out.append(MarkdownTable.of(PageTable.HEAD, PageTable.left(), escaped(PageTable.rows(run)))).append('\n')
                .append(run.tally()).append("\n\n").append(PageTable.LEGEND).append('\n');
        List<List<SuiteRun>> groups = run.byEnvironment();
        for (List<SuiteRun> group : groups) {
            out.append('\n').append(groups.size() > 1 ? names(group) + ":\n\n" : "");
            group.getFirst().environment().forEach((name, value) ->
                    out.append("- ").append(name).append(": ").append(value).append('\n'));
            out.append("- effort: ").append(group.getFirst().effort()).append('\n');
            group.stream().filter(suite -> !suite.disturbances().isEmpty()).forEach(suite -> out.append("- ")
                    .append(suite.name()).append(": ").append(String.join(", ", suite.disturbances())).append('\n'));
        }
        return out.toString();
    }

    static String names(List<SuiteRun> suites) {
        return suites.stream().map(SuiteRun::name).collect(Collectors.joining(", "));
    }

    /// A bar in a cell would end it.
    static List<List<String>> escaped(List<List<String>> rows) {
        return rows.stream().map(row -> row.stream().map(cell -> cell.replace("|", "\\|").replace('\n', ' ')).toList())
                .toList();
    }
}
