// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import com.sun.management.OperatingSystemMXBean;
import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.lab.trades.LayoutExperiment;
import dev.ashlar.lab.trades.TradeKind;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// What does it save to keep rows packed in recycled memory instead of as objects?
///
/// If objects were as fast under any collector with any heap that fits the machine, the tables of the store would be
/// useless; if a scan were much slower than reading the bytes, flyweights would have to change.
public final class TradesSuite extends TrialSuite {
    static final String OURS = "Ashlar, generated flyweight";
    private static final int PASSES = 5;
    /// Multiple of the published heap, if the machine has enough memory.
    private static final int ROOMY = 3;
    private static final List<String> COLLECTORS = List.of("Serial", "Parallel", "G1", "Z");
    private static final String WORK = "build + scan";

    public TradesSuite() {
        super("trades", "a table of 50,000,000 trades in recycled memory, against objects under four collectors",
                Integer.MAX_VALUE, new LayoutExperiment());
    }

    /// Ashlar's contenders first; the targets apply to the first of them.
    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong ofRows) {
        long rows = ofRows.orElse(quick ? 10_000_000 : 50_000_000);
        List<Trial> trials = new ArrayList<>();
        trials.add(LayoutExperiment.packed(OURS, TradeKind.SBE, rows, PASSES));
        trials.add(LayoutExperiment.packed("Ashlar, flyweight by hand", TradeKind.STRUCTS, rows, PASSES));
        trials.add(LayoutExperiment.packed("Ashlar, new pool each time", TradeKind.SBE_FRESH, rows, PASSES));
        long tightMiB = LayoutExperiment.articleHeapMiB(rows);
        long totalBytes = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
        long roomyMiB = Math.max(tightMiB, Math.min(ROOMY * tightMiB, (totalBytes >> 20) * 3 / 4));
        for (boolean tight : new boolean[] {true, false}) {
            for (String collector : COLLECTORS) {
                trials.add(LayoutExperiment.objects(objects(collector, tight), rows, PASSES, collector,
                        tight ? tightMiB : roomyMiB));
            }
        }
        return new MeasurementPlan(trials, List.of("A table of %,d trades; heaps of %,d MiB (tight) and %,d MiB (roomy)."
                .formatted(rows, tightMiB, roomyMiB)));
    }

    static String objects(String collector, boolean tight) {
        return "objects, " + collector + (collector.equals("Z") ? "GC" : "") + (tight ? ", tight heap" : ", roomy heap");
    }

    /// Findings against peers are open if no peer had enough memory in every round.
    @Override
    protected List<Finding> findings(Figures figures) {
        List<String> peers = COLLECTORS.stream().flatMap(collector -> List.of(objects(collector, true),
                objects(collector, false)).stream()).toList();
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.against(WORK, "objects, G1, the tight heap", figures, LayoutExperiment.PASS, OURS,
                objects("G1", true)).withTarget(Target.atLeast(5)).asHeadline(true));
        findings.add(Finding.againstBest(WORK, "objects, best collector and heap", figures, LayoutExperiment.PASS,
                List.of(OURS), peers).withTarget(Target.atLeast(1.2)).asHeadline(true));
        findings.add(Finding.againstWorst(WORK, "objects, slowest pass of all", figures, LayoutExperiment.PASS, OURS,
                LayoutExperiment.SLOWEST, peers).withTarget(Target.atLeast(10)));
        findings.add(Finding.alone("a row, ends of chunks included", figures, LayoutExperiment.BYTES, OURS)
                .withTarget(Target.atMost(42.1)));
        findings.add(Finding.alone("pauses", figures, LayoutExperiment.PAUSES, OURS).withTarget(Target.atMost(0)));
        findings.add(Finding.alone("allocated by a pass in the steady state", figures, LayoutExperiment.ALLOCATED, OURS)
                .withTarget(Target.atMost(0)));
        findings.add(Finding.against("scan", "reading the same bytes as longs", figures, LayoutExperiment.SCAN, OURS,
                LayoutExperiment.sweep(OURS)).withTarget(Target.atLeast(0.85)).asHeadline(true));
        return findings;
    }

    @Override
    protected String legend() {
        return "Of each JVM the median of its later passes counts; the slowest pass, pauses and stalls are of all passes. "
                + "Allocated is the most that a pass took from the third on.\n";
    }
}
