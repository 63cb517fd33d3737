// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.lab.figures.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What is promised of appending, and what became of it.
final class AppendFindings {
    private static final Target MILLIONS_A_CORE = Target.atLeast(20);
    private static final Target AGAINST_BEST = Target.atLeast(2);
    private static final Target NO_GARBAGE = Target.atMost(0);
    /// Rows a commit, of those that are measured: neither one nor so many that the sync no longer matters.
    private static final int TELLING_BATCH = 100;
    /// What a new chunk needs, a hundred thousand rows and more apart, is less; one object in a thousand rows is not.
    private static final double MOST_BYTES_PER_ROW = 0.016;
    private static final double MILLION = 1e6;

    private AppendFindings() {
    }

    /// @param scans nanoseconds a row, one for each round
    static List<Finding> of(List<Section> sections, Map<Scan, List<Double>> scans) {
        List<Finding> findings = new ArrayList<>();
        Section first = sections.getFirst();
        findings.add(Finding.alone(first.title() + ", by a core", "M rows/s",
                first.ours().range(result -> result.rowsPerCoreSecond() / MILLION)).withTarget(MILLIONS_A_CORE)
                .asHeadline(true));
        for (Section section : sections) {
            if (section.like().load() == Load.FULL) {
                findings.add(againstBest(section));
            }
        }
        double allocated = sections.stream().filter(section -> section.like().promise() == Promise.NONE)
                .mapToDouble(section -> section.ours().range(AppendResult::allocatedPerRow).max()).max().orElseThrow();
        findings.add(Finding.alone("allocated a row", "bytes",
                Range.of(List.of(allocated < MOST_BYTES_PER_ROW ? 0 : allocated))).withTarget(NO_GARBAGE));
        for (Scan scan : List.of(Scan.RUNS, Scan.CURSOR)) {
            findings.add(Finding.against("reading trades back by " + scan.label(), Scan.FLAT.label(), "ns/row",
                    Range.of(scans.get(scan)), Range.of(scans.get(Scan.FLAT)),
                    Range.of(ratios(scans.get(Scan.FLAT), scans.get(scan)))));
        }
        return findings;
    }

    private static Finding againstBest(Section section) {
        String peer = "the best peer at the same promise";
        if (section.peers().isEmpty()) {
            return Finding.missing(section.title(), peer, AGAINST_BEST);
        }
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < section.ours().results().size(); round++) {
            int at = round;
            double best = section.peers().stream().mapToDouble(other -> other.results().get(at).rowsPerSecond()).max()
                    .orElseThrow();
            ratios.add(section.ours().results().get(round).rowsPerSecond() / best);
        }
        boolean row = section.like().batch() != 1 && section.entries().getFirst().contender() == Contender.ASHLAR_ROWS;
        return Finding.againstBest(section.title(), peer, Range.of(ratios)).withTarget(AGAINST_BEST)
                .asHeadline(row || section.like().promise() == Promise.INTERVAL
                        || section.like().promise() == Promise.COMMIT && section.like().batch() == TELLING_BATCH);
    }

    static List<Double> ratios(List<Double> flat, List<Double> times) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < times.size(); round++) {
            ratios.add(flat.get(round) / times.get(round));
        }
        return ratios;
    }
}
