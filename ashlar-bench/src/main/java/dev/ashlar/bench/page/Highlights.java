// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import dev.ashlar.bench.Finding;
import dev.ashlar.measure.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;

/// The few figures of the README, good and bad, in words that need no knowledge of the suites.
final class Highlights {
    private static final List<String> HEAD = List.of("operation", "compared with", "times as fast");

    /// A finding and how the README names it.
    private record Highlight(String suite, String what, String peer, String operation, String comparison) {
    }

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

    private Highlights() {
    }

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
