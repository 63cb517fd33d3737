// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.trades;

import static dev.ashlar.bench.trades.Contender.median;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.lab.figures.Range;
import dev.ashlar.lab.trades.TradeResult;
import dev.ashlar.lab.trades.TradeResult.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// What is promised of the table, and what became of it.
final class TradesFindings {
    /// From this pass on the steady state is reached: before it, the JVM loads classes and compiles.
    private static final int STEADY = 2;
    private static final double MS_PER_NS = 1e-6;
    private static final Target AGAINST_G1 = Target.atLeast(5);
    private static final Target AGAINST_BEST = Target.atLeast(1.2);
    private static final Target AGAINST_SLOWEST = Target.atLeast(10);
    private static final Target BYTES_PER_ROW = Target.atMost(42.1);
    private static final Target OF_BANDWIDTH = Target.atLeast(0.85);
    private static final Target NONE = Target.atMost(0);
    private static final String WORK = "build + scan";

    private TradesFindings() {
    }

    /// All promises; those about peers are open where no peer had memory enough in every round.
    static List<Finding> of(List<Contender> contenders) {
        Contender ours = contenders.getFirst();
        List<Contender> peers = contenders.stream().filter(c -> !c.isOurs() && c.isWhole()).toList();
        int rounds = ours.results().size();
        List<Finding> findings = new ArrayList<>();
        Optional<Contender> g1 = peers.stream().filter(peer -> peer.name().endsWith("G1")).findFirst();
        findings.add(g1.map(peer -> against("objects, G1, the tight heap", ours, peer, rounds))
                .orElseGet(() -> Finding.missing(WORK, "objects, G1, the tight heap", AGAINST_G1))
                .withTarget(AGAINST_G1).asHeadline(true));
        findings.add(peers.isEmpty() ? Finding.missing(WORK, "objects, best collector and heap", AGAINST_BEST)
                : Finding.againstBest(WORK, "objects, best collector and heap", range(rounds,
                        round -> peers.stream().mapToDouble(peer -> total(peer, round)).min().orElseThrow()
                                / total(ours, round))).withTarget(AGAINST_BEST).asHeadline(true));
        findings.add(peers.isEmpty() ? Finding.missing(WORK, "objects, slowest pass of all", AGAINST_SLOWEST)
                : Finding.againstBest(WORK, "objects, slowest pass of all", range(rounds,
                        round -> peers.stream().mapToDouble(peer -> slowestNs(peer.results().get(round))).max()
                                .orElseThrow() / total(ours, round))).withTarget(AGAINST_SLOWEST));
        findings.add(Finding.alone("a row, ends of chunks included", "bytes", ours.ofResults(TradeResult::bytesPerRow))
                .withTarget(BYTES_PER_ROW));
        findings.add(Finding.alone("pauses", "", ours.ofResults(result -> result.stops().pauses())).withTarget(NONE));
        findings.add(Finding.alone("allocated by a pass in the steady state", "bytes",
                ours.ofResults(TradesFindings::steadyBytes)).withTarget(NONE));
        findings.add(Finding.against("scan", "reading the same bytes as longs", "ms", ms(ours, Pass::scanNs),
                ms(ours, Pass::sweepNs), range(rounds, round -> median(ours.results().get(round), Pass::sweepNs)
                        / median(ours.results().get(round), Pass::scanNs))).withTarget(OF_BANDWIDTH).asHeadline(true));
        return findings;
    }

    private static Finding against(String name, Contender ours, Contender peer, int rounds) {
        return Finding.against(WORK, name, "ms", ms(ours, Pass::totalNs), ms(peer, Pass::totalNs),
                range(rounds, round -> total(peer, round) / total(ours, round)));
    }

    private static Range ms(Contender contender, ToDoubleFunction<Pass> ns) {
        return contender.range(pass -> ns.applyAsDouble(pass) * MS_PER_NS);
    }

    private static Range range(int rounds, IntToDoubleFunction ofRound) {
        return Range.of(IntStream.range(0, rounds).mapToDouble(ofRound).boxed().toList());
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
