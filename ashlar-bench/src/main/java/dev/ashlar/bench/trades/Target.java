// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.trades;

import static dev.ashlar.bench.trades.Contender.median;

import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.trades.TradeResult;
import dev.ashlar.lab.trades.TradeResult.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// One promise and what became of it.
///
/// @param promise what is promised
/// @param target  as text
/// @param found   as text
/// @param met     `yes` or `no`, with `?` where rounds differ
record Target(String promise, String target, String found, String met) {
    /// From this pass on the steady state is reached: before it, the JVM loads classes and compiles.
    private static final int STEADY = 2;
    private static final double MOST_BYTES_PER_ROW = 42.1;
    private static final double LEAST_OF_BANDWIDTH = 0.85;

    /// All promises; those about peers only as far as peers had memory enough in every round.
    static List<Target> of(List<Contender> contenders) {
        Contender ours = contenders.getFirst();
        List<Contender> peers = contenders.stream().filter(c -> !c.isOurs() && c.isWhole()).toList();
        int rounds = ours.results().size();
        List<Target> targets = new ArrayList<>();
        peers.stream().filter(peer -> peer.name().endsWith("G1")).findFirst().ifPresent(g1 ->
                targets.add(ratio("build + scan, against G1 with the tight heap", 5, rounds,
                        round -> total(g1, round) / total(ours, round))));
        if (!peers.isEmpty()) {
            targets.add(ratio("build + scan, against the best collector with any heap", 1.2, rounds,
                    round -> peers.stream().mapToDouble(peer -> total(peer, round)).min().orElseThrow()
                            / total(ours, round)));
            targets.add(ratio("build + scan, against the slowest pass of all", 10, rounds,
                    round -> peers.stream().mapToDouble(peer -> slowestNs(peer.results().get(round))).max()
                            .orElseThrow() / total(ours, round)));
        }
        Range bytes = ours.ofResults(TradeResult::bytesPerRow);
        targets.add(new Target("bytes a row, ends of chunks included", "42", bytes.text("%.2f"),
                bytes.max() <= MOST_BYTES_PER_ROW ? "yes" : "no"));
        long pauses = ours.results().stream().mapToLong(result -> result.stops().pauses()).sum();
        targets.add(new Target("pauses", "none", Long.toString(pauses), pauses == 0 ? "yes" : "no"));
        long allocated = ours.results().stream().mapToLong(Target::steadyBytes).max().orElseThrow();
        targets.add(new Target("bytes allocated by a pass in the steady state", "0", Long.toString(allocated),
                allocated == 0 ? "yes" : "no"));
        targets.add(ratio("scan, of the bandwidth that plain reading has", LEAST_OF_BANDWIDTH, rounds,
                round -> median(ours.results().get(round), Pass::sweepNs)
                        / median(ours.results().get(round), Pass::scanNs)));
        return targets;
    }

    private static Target ratio(String promise, double least, int rounds, IntToDoubleFunction ofRound) {
        Range range = Range.of(IntStream.range(0, rounds).mapToDouble(ofRound).boxed().toList());
        return new Target(promise, "≥ " + (least == Math.rint(least) ? Long.toString((long) least) : least) + "×",
                range.text("%.2f") + "×", range.verdict(least));
    }

    private static double total(Contender contender, int round) {
        return median(contender.results().get(round), Pass::totalNs);
    }

    static double slowestNs(TradeResult result) {
        return result.passes().stream().mapToDouble(Pass::totalNs).max().orElseThrow();
    }

    /// The most that a pass allocated once the steady state was reached.
    static long steadyBytes(TradeResult result) {
        return result.passes().stream().skip(STEADY).mapToLong(Pass::allocatedBytes).max().orElseThrow();
    }
}
