// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Recorder;
import dev.ashlar.lab.Scale;
import dev.ashlar.lab.Trial;
import dev.ashlar.lab.Words;
import dev.ashlar.lab.figures.Chart;
import dev.ashlar.lab.figures.Findings;
import dev.ashlar.lab.figures.Measure;
import dev.ashlar.lab.figures.Ratio;
import dev.ashlar.lab.host.Machine;
import dev.ashlar.lab.trades.TradeResult.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What does it save to keep records packed in recycled memory, instead of as objects?
///
/// Heaps are as tight as the published one was, which has room for one table and not for two, and roomy. Were objects
/// as fast under any collector with a heap that fits the machine, nobody would need tables off the heap.
public final class LayoutExperiment implements Experiment {
    static final long PUBLISHED_ROWS = 50_000_000;
    private static final long QUICK_ROWS = 3_000_000;
    private static final long TINY_ROWS = 100_000;
    private static final long LEAST_ROWS = 100_000;
    private static final int PUBLISHED_PASSES = 5;
    /// Times the published heap.
    private static final int ROOMY = 3;
    private static final double MIB = 1 << 20;
    private static final double NS_PER_MS = 1e6;
    private static final String KIND = "kind";
    private static final String ROWS = "rows";
    private static final String PASSES = "passes";
    static final Measure PASS = Measure.less("build + scan", "ms");
    static final Measure SLOWEST = Measure.less("slowest pass", "ms");
    static final Measure BYTES = Measure.less("memory", "bytes/row");
    static final Measure PAUSES = Measure.plain("pauses", "in all");
    static final Measure LONGEST = Measure.less("longest stop", "ms");
    static final String PACKED = "packed, recycled memory";
    static final String FRESH = "packed, new memory each pass";
    static final String TIGHT_HEAP = "published heap";
    static final String ROOMY_HEAP = "roomy heap";

    public LayoutExperiment() {
    }

    @Override
    public String name() {
        return "layout";
    }

    @Override
    public String question() {
        return "What does it save to keep records packed off the heap, instead of as objects?";
    }

    @Override
    public String source() {
        return "Martin Thompson, Compact Off-Heap Structures/Tuples In Java (2012)";
    }

    static String objects(String collector, String heap) {
        return "objects, " + collector + ", " + heap;
    }

    @Override
    public Plan plan(Scale scale, Machine machine) {
        long wanted = scale.of(TINY_ROWS, QUICK_ROWS, PUBLISHED_ROWS);
        // The published heap, and something for the JVM itself.
        long rows = machine.fitting(wanted, 1.2 * TradeJvm.articleHeapMiB(wanted) * MIB / wanted, LEAST_ROWS);
        int passes = scale.of(2, PUBLISHED_PASSES, PUBLISHED_PASSES);
        List<String> notes = new ArrayList<>();
        if (rows < PUBLISHED_ROWS) {
            notes.add("scaled down: %,d rows instead of the published %,d%s".formatted(rows, PUBLISHED_ROWS,
                    rows < wanted ? ", because there is too little memory" : ""));
        }
        List<Trial> trials = new ArrayList<>();
        add(trials, PACKED, TradeJvm.packed(TradeKind.SBE, rows, passes));
        add(trials, FRESH, TradeJvm.packed(TradeKind.SBE_FRESH, rows, passes));
        long tight = TradeJvm.articleHeapMiB(rows);
        // In steps: on another day there is a little more memory or less, and the workload is to be the same.
        long step = Math.max(1, tight / 4);
        long most = (long) (machine.memoryBytes() / MIB * 0.75) / step * step;
        long roomy = Math.max(tight, Math.min(ROOMY * tight, most));
        notes.add("heaps of %,d MiB (as published, for as many rows) and %,d MiB".formatted(tight, roomy));
        for (String collector : machine.collectors()) {
            add(trials, objects(collector, TIGHT_HEAP), TradeJvm.objects(rows, passes, flag(collector), tight));
            add(trials, objects(collector, ROOMY_HEAP), TradeJvm.objects(rows, passes, flag(collector), roomy));
        }
        return new Plan(trials, notes);
    }

    private static String flag(String collector) {
        return "-XX:+Use" + collector + "GC";
    }

    private static void add(List<Trial> trials, String name, TradeJvm jvm) {
        trials.add(Trial.of(name).with(KIND, jvm.kind()).with(ROWS, jvm.rows()).with(PASSES, jvm.passes())
                .withFlags(jvm.flags().toArray(String[]::new)));
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        TradeResult result;
        try {
            result = TradeProcess.measure(TradeKind.valueOf(trial.text(KIND)), trial.number(ROWS), trial.count(PASSES));
        } catch (OutOfMemoryError e) {
            recorder.note(trial.name() + ": the rows did not fit into the heap");
            return;
        }
        List<Pass> passes = result.passes();
        // The first pass loads classes and compiles; it is in the slowest one.
        passes.subList(Math.min(1, passes.size() - 1), passes.size())
                .forEach(pass -> recorder.sample(trial.name(), PASS, pass.totalNs() / NS_PER_MS));
        recorder.sample(trial.name(), SLOWEST,
                passes.stream().mapToLong(Pass::totalNs).max().orElseThrow() / NS_PER_MS);
        recorder.sample(trial.name(), BYTES, result.bytesPerRow());
        recorder.sample(trial.name(), PAUSES, result.stops().pauses());
        recorder.sample(trial.name(), LONGEST, result.stops().longestNs() / NS_PER_MS);
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("objects (G1, published heap) / packed, median pass", objects("G1", TIGHT_HEAP), PACKED, PASS,
                        12.3 / 0.55, "2012: 12.3 / 0.55 s"),
                new Ratio("objects (G1, published heap) / packed, slowest pass", objects("G1", TIGHT_HEAP), PACKED,
                        SLOWEST, 23.1 / 0.63, "2012: 23.1 / 0.63 s"),
                new Ratio("objects (G1, published heap) / packed, memory", objects("G1", TIGHT_HEAP), PACKED, BYTES,
                        2.88 / 2.1, "2012: 2.88 / 2.1 GB"));
    }

    @Override
    public String verdict(Findings findings) {
        List<String> objects = findings.subjects().stream().filter(subject -> subject.startsWith("objects")).toList();
        Optional<String> best = findings.best(objects, PASS);
        return "On this machine objects under G1 with the published heap take "
                + Words.besidePublished(ratios().getFirst(), findings) + " the time of packed rows, and "
                + Words.besidePublished(ratios().getLast(), findings) + " the memory; " + best.map(name ->
                        "the best of all objects (" + name.substring("objects, ".length()) + ") take "
                        + Words.times(findings.ratio(name, PACKED, PASS)) + " the time of packed rows")
                .orElse("objects were not measured") + ".";
    }

    @Override
    public List<Chart> charts(Findings findings) {
        return List.of(Chart.bars("A pass: build and scan", PASS, findings.subjects(), findings),
                Chart.bars("Memory of a row", BYTES, findings.subjects(), findings),
                Chart.bars("Longest pause or stall", LONGEST, findings.subjects(), findings));
    }
}
