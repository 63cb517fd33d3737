// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.lab.figures.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// One promise and what became of it.
///
/// @param promise what is promised
/// @param target  as text
/// @param found   as text
/// @param met     `yes` or `no`, with `?` where rounds differ
record Target(String promise, String target, String found, String met) {
    private static final double LEAST_MILLIONS = 20;
    private static final double LEAST_RATIO = 2;
    /// What a new chunk needs, a hundred thousand rows and more apart, is less; one object in a thousand rows is not.
    private static final double MOST_BYTES_PER_ROW = 0.016;
    private static final double MILLION = 1e6;

    static List<Target> of(List<Section> sections) {
        List<Target> targets = new ArrayList<>();
        Section first = sections.getFirst();
        Range rate = first.ours().range(result -> result.rowsPerCoreSecond() / MILLION);
        targets.add(new Target("M rows/s a core: " + first.title(), "≥ 20", rate.text("%.1f"),
                rate.verdict(LEAST_MILLIONS)));
        for (Section section : sections) {
            if (section.like().load() == Load.FULL && !section.peers().isEmpty()) {
                Range ratio = Range.of(ratios(section));
                targets.add(new Target("against the best peer: " + section.title(), "≥ 2×", ratio.text("%.2f") + "×",
                        ratio.verdict(LEAST_RATIO)));
            }
        }
        double allocated = sections.stream().filter(section -> section.like().promise() == Promise.NONE)
                .mapToDouble(section -> section.ours().range(AppendResult::allocatedPerRow).max()).max().orElseThrow();
        targets.add(new Target("bytes allocated a row", "0", String.format(Locale.ROOT, "%.4f", allocated),
                allocated < MOST_BYTES_PER_ROW ? "yes" : "no"));
        return targets;
    }

    private static List<Double> ratios(Section section) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < section.ours().results().size(); round++) {
            int at = round;
            double best = section.peers().stream().mapToDouble(peer -> peer.results().get(at).rowsPerSecond()).max()
                    .orElseThrow();
            ratios.add(section.ours().results().get(round).rowsPerSecond() / best);
        }
        return ratios;
    }
}
