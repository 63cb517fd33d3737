// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.lab.figures.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All samples of a run, by contender, one for each round.
final class Results {
    private final Map<Contender, List<Sample>> samples = new LinkedHashMap<>();

    void add(Contender contender, Sample sample) {
        samples.computeIfAbsent(contender, c -> new ArrayList<>()).add(sample);
    }

    List<Sample> samples(Contender contender) {
        return List.copyOf(samples.get(contender));
    }

    Range nsPerOp(Contender contender) {
        return Range.of(samples(contender).stream().map(Sample::nsPerOp).toList());
    }

    /// The median of the rounds: a late compilation may disturb one.
    double bytesPerOp(Contender contender) {
        return Range.of(samples(contender).stream().map(Sample::bytesPerOp).toList()).median();
    }

    /// How many times the peer's time ours fits in, round by round.
    Range ratio(Contender ours, Contender peer) {
        List<Sample> a = samples(ours);
        List<Sample> b = samples(peer);
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < a.size(); round++) {
            ratios.add(b.get(round).nsPerOp() / a.get(round).nsPerOp());
        }
        return Range.of(ratios);
    }

    boolean isNoisy(Contender contender) {
        return nsPerOp(contender).spread() > Finding.NOISE
                || Range.of(samples(contender).stream().map(Sample::spread).toList()).median() > Finding.NOISE;
    }
}
