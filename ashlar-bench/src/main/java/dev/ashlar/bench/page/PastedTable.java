// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;

/// Tables of figures between two marks in a hand-written page: `figures` has the most important findings of every
/// suite, `highlights` a handful of them.
public final class PastedTable {
    private static final String FIGURES = "figures";
    private static final String HIGHLIGHTS = "highlights";
    private static final List<String> HEAD = List.of("suite", "what", "against", "Ashlar", "target", "met");

    /// @param page     with one pair of marks or both; all between them is replaced
    /// @param resource its name, for messages
    /// @throws IllegalArgumentException if it has no pair of marks, or one mark of a pair is missing
    public static String into(String page, String resource, BenchRun run) {
        if (!page.contains(begin(FIGURES)) && !page.contains(begin(HIGHLIGHTS))) {
            throw new IllegalArgumentException("page has no marks for figures: put \"" + begin(FIGURES) + "\" and \""
                    + end(FIGURES) + "\" on lines of their own (" + resource + ")");
        }
        String figures = page.contains(begin(FIGURES)) ? replaced(page, resource, FIGURES, of(run)) : page;
        return figures.contains(begin(HIGHLIGHTS))
                ? replaced(figures, resource, HIGHLIGHTS, Highlights.of(run)) : figures;
    }

    private static String replaced(String page, String resource, String name, String table) {
        int begin = page.indexOf(begin(name));
        int end = page.indexOf(end(name));
        if (end < begin) {
            throw new IllegalArgumentException("no \"" + end(name) + "\" after \"" + begin(name) + "\" (" + resource
                    + ")");
        }
        return page.substring(0, begin) + begin(name) + "\n" + table + page.substring(end);
    }

    private static String begin(String name) {
        return "<!-- " + name + ": begin -->";
    }

    private static String end(String name) {
        return "<!-- " + name + ": end -->";
    }

    private static String of(BenchRun run) {
        List<List<String>> rows = new ArrayList<>();
        for (SuiteRun suite : run.suites()) {
            String name = "[" + suite.name() + "](" + suite.name() + ".md)";
            if (!suite.isMeasured()) {
                rows.add(List.of(name, "not measured", "", "", "", ""));
            }
            suite.findings().stream().filter(Finding::headline).forEach(finding -> rows.add(List.of(name,
                    finding.what(), finding.peer(), finding.foundText(), finding.targetText(), finding.verdict())));
        }
        StringBuilder out = new StringBuilder();
        run.warnings().forEach(warning -> out.append("**").append(warning).append("**\n\n"));
        out.append(MarkdownTable.of(HEAD, 3, MarkdownPage.escaped(rows)))
                .append("\n× times as fast as the peer: above 1 Ashlar is faster. ~ noisy, * more threads than cores, ? rounds "
                        + "disagree. A selection of all findings, good and bad. ")
                .append(run.tally()).append('\n');
        List<List<SuiteRun>> groups = run.byEnvironment();
        for (List<SuiteRun> group : groups) {
            out.append('\n').append(groups.size() > 1 ? MarkdownPage.names(group) + ": " : "")
                    .append(PageTable.machine(group)).append('\n');
        }
        return out.toString();
    }

    /// The few figures of the README, good and bad, in words that do not assume knowledge of the suites.
    static final class Highlights {
        private static final List<String> HEAD = List.of("operation", "compared with", "times as fast");

        /// A finding and how the README names it.
        private record Highlight(String suite, String what, String peer, String operation, String comparison) { }

        private static final List<Highlight> CHOSEN = List.of(
                new Highlight("codec", "MarketData decode", "sbe-tool, checked", "decode a market data message",
                        "sbe-tool, checks on"),
                new Highlight("query", "filtered count", "DuckDB, its own table", "count 50 million rows with a filter", "DuckDB"),
                new Highlight("append", "trade by trade, outlives the process", "the best peer at the same promise",
                        "append rows", "best of Chronicle Queue, Aeron, file"),
                new Highlight("append", "trade by trade, synced every 100 ms", "the best peer at the same promise",
                        "the same, synced every 100 ms", "best of Chronicle Queue, file"),
                new Highlight("codec", "Car encode", "sbe-tool, unchecked", "encode groups and texts",
                        "sbe-tool, checks off"),
                new Highlight("cell", "1R1W: reads of the better cell", "the best peer", "read a value while it changes",
                        "best of the JDK's locks, copying"));

        /// @throws IllegalArgumentException if the run lacks one of them
        static String of(BenchRun run) {
            List<List<String>> rows = new ArrayList<>();
            for (Highlight chosen : CHOSEN) {
                Finding finding = run.suites().stream().filter(suite -> suite.name().equals(chosen.suite()))
                        .flatMap(suite -> suite.findings().stream())
                        .filter(one -> one.what().equals(chosen.what()) && one.peer().equals(chosen.peer())).findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no such finding: " + chosen));
                rows.add(List.of(chosen.operation(), chosen.comparison(), finding.foundText().replaceFirst(" [~*].*", "")));
            }
            return MarkdownTable.of(HEAD, 2, MarkdownPage.escaped(rows));
        }
    }
}
