// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.lab.spaceship.ShipKind;
import dev.ashlar.lab.spaceship.SpaceshipExperiment;
import dev.ashlar.lab.spaceship.SpaceshipExperiment.Crew;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// How often is a value read atomically, and how fresh, while others change it?
///
/// If a cell were not the fastest to read, threads of one process would be better off with a lock or a new object for
/// each value; if it were read often but stale, readers of last values would see old ones.
public final class CellSuite extends TrialSuite {
    static final List<Crew> CREWS = Stream.concat(Crew.ALL.stream(), Stream.of(Crew.PACED)).toList();

    public CellSuite() {
        super("cell", "a spaceship that is read and moved at once, behind locks and in cells", Integer.MAX_VALUE,
                new SpaceshipExperiment());
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        List<Trial> trials = new ArrayList<>();
        for (Crew crew : CREWS) {
            for (ShipKind kind : ShipKind.values()) {
                trials.add(SpaceshipExperiment.trial(crew, kind, quick ? 400 : 1_000, 1).withFlags(FLAGS));
            }
        }
        return new MeasurementPlan(trials, List.of());
    }

    /// The better cell against the best peer, for each crew, with a target only for one writer. At a slow pace, every
    /// contender reads each position.
    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (Crew crew : CREWS) {
            for (Measure measure : List.of(SpaceshipExperiment.READS, SpaceshipExperiment.FRESH)) {
                findings.add(Finding.againstBest(crew.text() + ": " + measure.name() + " of the better cell",
                        "the best peer", figures, measure, subjects(crew, true), subjects(crew, false))
                        .withTarget(Optional.of(Target.atLeast(1)).filter(_ -> crew.movers() == 1
                                && !(crew == Crew.PACED && measure == SpaceshipExperiment.FRESH)))
                        .asHeadline(crew == CREWS.getFirst() || crew == Crew.PACED));
            }
        }
        return findings;
    }

    private static List<String> subjects(Crew crew, boolean ours) {
        return Arrays.stream(ShipKind.values()).filter(kind -> kind.isOurs() == ours)
                .map(kind -> SpaceshipExperiment.subject(crew, kind)).toList();
    }

    @Override
    protected String legend() {
        return """
                A fresh read finds another position than the read before it. Cells of two writers are written under a
                lock, which readers do not take. @1000000: the writer makes a million moves a second, not as many as it
                can.
                """;
    }
}
