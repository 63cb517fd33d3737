// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.lab.segmented.SegmentedExperiment;
import dev.ashlar.lab.segmented.SignalKind;
import dev.ashlar.lab.segmented.Signals;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/// What does it cost to divide memory into chunks?
///
/// If sequential work were slower than on flat memory, bulk operations would have to change; if random access to a
/// contiguous container were slower, containers would have to change.
public final class SegmentedSuite extends TrialSuite {
    private static final List<SignalKind> OURS = List.of(SignalKind.SOLID, SignalKind.SCATTERED);

    public SegmentedSuite() {
        super("segmented", "arrays in a pool's chunks, against flat memory and byte buffers", Integer.MAX_VALUE, new SegmentedExperiment());
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        return new MeasurementPlan(Arrays.stream(SignalKind.values()).map(kind -> SegmentedExperiment.trial(kind,
                Signals.LENGTH, quick ? 2 : 10, quick ? 3 : 9)).toList(), List.of());
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (SignalKind ours : OURS) {
            for (Measure measure : SegmentedExperiment.WORK) {
                boolean mix = measure.equals(SegmentedExperiment.MIX);
                boolean inOrder = mix || measure.equals(SegmentedExperiment.SUM);
                boolean headline = ours == SignalKind.SOLID && (mix || measure.equals(SegmentedExperiment.RANDOM));
                findings.add(against(ours, SignalKind.FLAT, measure, figures)
                        .withTarget(Target.atLeast(inOrder ? 0.95 : 0.8)).asHeadline(headline));
                if (mix) {
                    findings.add(against(ours, SignalKind.BUFFERS, measure, figures).withTarget(Target.atLeast(1.73))
                            .asHeadline(headline));
                }
                if (headline) {
                    for (SignalKind peer : List.of(SignalKind.HEAP, SignalKind.TABLE)) {
                        findings.add(against(ours, peer, measure, figures));
                    }
                }
            }
        }
        findings.add(Finding.mostOf("most that any of ours allocates", figures, SegmentedExperiment.ALLOCATED,
                subject -> OURS.stream().anyMatch(kind -> kind.text().equals(subject)), 1));
        return findings;
    }

    private static Finding against(SignalKind ours, SignalKind peer, Measure measure, Figures figures) {
        return Finding.against(measure.name() + (ours == SignalKind.SCATTERED ? ", scattered" : ""), peer.text(), figures,
                measure, ours.text(), peer.text());
    }
}
