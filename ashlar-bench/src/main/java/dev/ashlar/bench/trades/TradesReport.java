// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.trades;

import static dev.ashlar.bench.trades.Contender.median;

import dev.ashlar.bench.FindingTable;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.report.Json;
import dev.ashlar.lab.report.MarkdownTable;
import dev.ashlar.lab.trades.TradeResult;
import dev.ashlar.lab.trades.TradeResult.Pass;
import dev.ashlar.lab.trades.TradeResult.Stops;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/// The tables of a whole measurement, and its figures as JSON.
final class TradesReport {
    private static final double NS_PER_MS = 1e6;
    private static final List<String> TIMES = List.of("contender", "heap", "build ms", "scan ms", "build + scan ms",
            "first pass ms", "slowest pass ms", "Ashlar is faster by");
    private static final List<String> MEMORY = List.of("contender", "heap", "bytes a row", "bytes allocated a pass",
            "collections", "pauses", "paused ms", "longest pause ms", "stalled ms", "longest stall ms");

    private final List<Contender> contenders;

    TradesReport(List<Contender> contenders) {
        this.contenders = contenders;
    }

    String text(int rounds) {
        Contender ours = contenders.getFirst();
        List<List<String>> times = new ArrayList<>();
        List<List<String>> memory = new ArrayList<>();
        for (Contender contender : contenders) {
            times.add(contender.isWhole() ? times(contender, ours) : outOfMemory(contender, TIMES.size()));
            memory.add(contender.isWhole() ? memory(contender) : outOfMemory(contender, MEMORY.size()));
        }
        return String.format(Locale.ROOT, "trades: a table of %,d trades, built and scanned%n%n", ours.jvm().rows())
                + MarkdownTable.of(TIMES, 1, times) + "\n" + MarkdownTable.of(MEMORY, 1, memory) + "\n"
                + FindingTable.of(TradesFindings.of(contenders)) + "\n" + bandwidth(ours) + legend(rounds);
    }

    private static String legend(int rounds) {
        return """

                Figures are median [min..max] of %d rounds: one JVM each, of which the median of %d passes counts;
                slowest pass, pauses and stalls are of all its passes. Ratios are taken inside each round.
                Allocated is the most that a pass took from the third on. ? the target lies inside the range.

                """.formatted(rounds, TradesSuite.PASSES);
    }

    private static List<String> times(Contender contender, Contender ours) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < contender.results().size(); round++) {
            ratios.add(median(contender.results().get(round), Pass::totalNs)
                    / median(ours.results().get(round), Pass::totalNs));
        }
        return List.of(contender.name(), heap(contender), ms(contender.range(Pass::buildNs)),
                ms(contender.range(Pass::scanNs)), ms(contender.range(Pass::totalNs)),
                ms(contender.ofResults(result -> result.passes().getFirst().totalNs())),
                ms(contender.ofResults(TradesFindings::slowestNs)),
                contender == ours ? "" : Range.of(ratios).text("%.2f") + "×");
    }

    private static List<String> memory(Contender contender) {
        return List.of(contender.name(), heap(contender),
                String.format(Locale.ROOT, "%.2f", contender.ofResults(TradeResult::bytesPerRow).median()),
                String.format(Locale.ROOT, "%,.0f", contender.ofResults(TradesFindings::steadyBytes).max()),
                stops("%.0f", contender, Stops::collections), stops("%.0f", contender, Stops::pauses),
                stops("%.1f", contender, stops -> stops.pausedNs() / NS_PER_MS),
                stops("%.1f", contender, stops -> stops.longestPauseNs() / NS_PER_MS),
                stops("%.1f", contender, stops -> stops.stalledNs() / NS_PER_MS),
                stops("%.1f", contender, stops -> stops.longestStallNs() / NS_PER_MS));
    }

    private static String stops(String number, Contender contender, ToDoubleFunction<Stops> figure) {
        Range range = contender.ofResults(result -> figure.applyAsDouble(result.stops()));
        return range.max() == 0 ? "0" : range.text(number);
    }

    private static List<String> outOfMemory(Contender contender, int columns) {
        List<String> row = new ArrayList<>(List.of(contender.name(), heap(contender), "out of memory"));
        while (row.size() < columns) {
            row.add("");
        }
        return row;
    }

    private static String heap(Contender contender) {
        return contender.heapMiB() == 0 ? "–" : contender.heapMiB() % 1024 == 0 ? contender.heapMiB() / 1024 + " GiB"
                : contender.heapMiB() + " MiB";
    }

    private static String ms(Range ns) {
        return new Range(ns.median() / NS_PER_MS, ns.min() / NS_PER_MS, ns.max() / NS_PER_MS).text("%.0f");
    }

    private static String bandwidth(Contender ours) {
        double bytes = ours.ofResults(TradeResult::bytesPerRow).median() * ours.jvm().rows();
        return String.format(Locale.ROOT, "Reading the same bytes as longs: %.1f GB/s; scan: %.1f GB/s; taking them from the "
                + "system once: %.0f ms.%n", bytes / ours.range(Pass::sweepNs).median(),
                bytes / ours.range(Pass::scanNs).median(), ours.ofResults(TradeResult::openNs).median() / NS_PER_MS);
    }

    String json(String suite) {
        StringJoiner all = new StringJoiner(",\n      ", "[\n      ", "\n    ]");
        for (Contender contender : contenders) {
            StringJoiner rounds = new StringJoiner(", ", "[", "]");
            contender.results().forEach(result -> rounds.add(json(result)));
            all.add("{\"name\": " + Json.string(contender.name()) + ", \"flags\": "
                    + Json.string(String.join(" ", contender.jvm().flags())) + ", \"outOfMemory\": "
                    + contender.outOfMemory().size() + ", \"rounds\": " + rounds + "}");
        }
        return "{\"suite\": " + Json.string(suite) + ", \"rows\": " + contenders.getFirst().jvm().rows()
                + ", \"contenders\": " + all + "}";
    }

    private static String json(TradeResult result) {
        StringJoiner passes = new StringJoiner(", ", "[", "]");
        for (Pass pass : result.passes()) {
            passes.add("{\"buildNs\": " + pass.buildNs() + ", \"scanNs\": " + pass.scanNs() + ", \"sweepNs\": "
                    + pass.sweepNs() + ", \"allocatedBytes\": " + pass.allocatedBytes() + "}");
        }
        Stops stops = result.stops();
        return "{\"openNs\": " + result.openNs() + ", \"bytesPerRow\": " + Json.number(result.bytesPerRow())
                + ", \"collections\": " + stops.collections() + ", \"pauses\": " + stops.pauses() + ", \"pausedNs\": "
                + stops.pausedNs() + ", \"longestPauseNs\": " + stops.longestPauseNs() + ", \"stalledNs\": "
                + stops.stalledNs() + ", \"longestStallNs\": " + stops.longestStallNs() + ", \"passes\": " + passes + "}";
    }
}
