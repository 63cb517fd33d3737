// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;

/// The short table, between two marks in a page that somebody wrote.
public final class ReadmeTable {
    static final String BEGIN = "<!-- figures: begin -->";
    static final String END = "<!-- figures: end -->";
    private static final List<String> HEAD = List.of("suite", "what", "against", "Ashlar", "target", "met");

    private ReadmeTable() {
    }

    /// @param page     with the marks; all between them is replaced
    /// @param resource its name, for messages
    /// @throws IllegalArgumentException if it does not have both marks, one after the other
    public static String into(String page, String resource, BenchRun run) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("no place for the figures: put \"" + BEGIN + "\" and \"" + END
                    + "\" on lines of their own (" + resource + ")");
        }
        return page.substring(0, begin) + BEGIN + "\n" + of(run) + page.substring(end);
    }

    private static String of(BenchRun run) {
        List<List<String>> rows = new ArrayList<>();
        for (SuiteRun suite : run.suites()) {
            String name = "[" + suite.name() + "](docs/benchmarks/" + suite.name() + ".md)";
            if (!suite.isMeasured()) {
                rows.add(List.of(name, "not measured", "", "", "", ""));
            }
            suite.findings().stream().filter(Finding::headline).forEach(finding -> rows.add(List.of(name,
                    finding.what(), finding.peer(), finding.foundText(), finding.targetText(), finding.verdict())));
        }
        StringBuilder out = new StringBuilder();
        run.warnings().forEach(warning -> out.append("**").append(warning).append("**\n\n"));
        out.append(MarkdownTable.of(HEAD, 3, MarkdownPage.escaped(rows)))
                .append("\n× how many times as fast as the peer, above 1 Ashlar is faster; ~ noisy, * more threads than cores, "
                        + "? rounds differ. These are the most telling of all figures, good or bad; of all of them: ")
                .append(run.tally().replaceFirst("Targets", "targets")).append('\n');
        List<List<SuiteRun>> groups = run.byEnvironment();
        for (List<SuiteRun> group : groups) {
            out.append('\n').append(groups.size() > 1 ? MarkdownPage.names(group) + ": " : "")
                    .append(PageTable.machine(group)).append('\n');
        }
        return out.toString();
    }
}
