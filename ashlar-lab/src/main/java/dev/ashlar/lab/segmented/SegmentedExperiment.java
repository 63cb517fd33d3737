// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

import dev.ashlar.lab.Experiment;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Threads;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Machine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What does it cost to mix two stored signals into a third, if they lie in chunks?
///
/// If chunks were slower than flat memory, sequential work would have to bypass them; if byte buffers were as fast, the
/// JDK would be enough.
public final class SegmentedExperiment extends Experiment {
    private static final int FULL_MIXES = 100;
    /// Bytes per sample: three signals in a heap of nearly three times their size; more than scattered chunks need.
    private static final long BYTES_PER_SAMPLE = 64;
    private static final int LEAST_SAMPLES = 1 << 20;
    /// Bytes that the lambdas of a run allocate.
    private static final int OWN_BYTES = 1 << 10;
    public static final Measure SUM = Measure.less("sum in order", "ns/sample");
    public static final Measure MIX = Measure.less("mix", "ns/sample");
    public static final Measure RANDOM = Measure.less("random read", "ns/sample");
    static final Measure WRITE = Measure.less("random write", "ns/sample");
    static final Measure CHASE = Measure.less("chase", "ns/sample");
    public static final List<Measure> WORK = List.of(SUM, MIX, RANDOM, WRITE, CHASE);
    public static final Measure ALLOCATED = Measure.plain("allocated", "bytes/run");

    public SegmentedExperiment() {
        super("segmented", "What does it cost to mix two stored signals into a third, if they lie in chunks?",
                "Alexander Turner, Native Speed File Backed Large Data Storage In 'Pure' Java (2015)");
    }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        int mixes = scale.of(1, 10, FULL_MIXES);
        List<String> notes = new ArrayList<>(Words.scaledDown(mixes < FULL_MIXES,
                "%d mixes a run instead of %d; the published job ran for minutes", mixes, FULL_MIXES));
        int wanted = scale.of(LEAST_SAMPLES, Signals.LENGTH, Signals.LENGTH);
        int samples = (int) machine.fitting(wanted, BYTES_PER_SAMPLE, LEAST_SAMPLES);
        notes.addAll(Words.scaledDown(samples < Signals.LENGTH, "signals of %s instead of %s%s",
                Words.bytes((long) samples * Double.BYTES), Words.bytes((long) Signals.LENGTH * Double.BYTES),
                samples < wanted ? ", because there is too little memory" : ""));
        notes.add("signals of %s each in chunks of %s; raw addresses of the article are checked offsets here".formatted(
                Words.bytes((long) samples * Double.BYTES), Words.bytes(Signals.CHUNK_BYTES)));
        List<Trial> trials = Arrays.stream(SignalKind.values())
                .map(kind -> trial(kind, samples, mixes, scale.of(1, 3, 5))).toList();
        return new MeasurementPlan(trials, notes);
    }

    /// @param mixes mixes in each run; the other work is done once per run
    public static Trial trial(SignalKind kind, int samples, int mixes, int runs) {
        String heap = (samples * BYTES_PER_SAMPLE >> 20) + "m";
        return Trial.of(kind.text()).with("kind", kind).with("mixes", mixes).with("runs", runs).withFlags("-Xms" + heap,
                "-Xmx" + heap, "-XX:+UseParallelGC", "-XX:MaxDirectMemorySize=" + heap,
                "-D" + Signals.PROPERTY + "=" + samples);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        try (Signals signals = SignalKind.valueOf(trial.text("kind")).open()) {
            signals.fill();
            signals.verify();
            double[] sums = new double[1];
            double least = Double.MAX_VALUE;
            for (int run = 0; run <= trial.count("runs"); run++) {
                long seed = run;
                long allocated = Threads.allocatedBytes();
                double mix = ns(() -> {
                    for (int i = 0; i < trial.count("mixes"); i++) {
                        signals.mix();
                    }
                }) / trial.count("mixes") / Signals.SAMPLES;
                double sum = ns(() -> sums[0] += signals.sum()) / Signals.SAMPLES;
                double read = ns(() -> sums[0] += signals.readRandom(seed)) / Signals.ACCESSES;
                double write = ns(() -> signals.writeRandom(seed)) / Signals.ACCESSES;
                double chase = ns(() -> sums[0] += signals.chase(seed)) / Signals.ACCESSES;
                least = Math.min(least, Threads.allocatedBytes() - allocated);
                // The code is compiled during the first run.
                if (run > 0 && sums[0] >= 0) {
                    recorder.sample(trial.name(), MIX, mix);
                    recorder.sample(trial.name(), SUM, sum);
                    recorder.sample(trial.name(), RANDOM, read);
                    recorder.sample(trial.name(), WRITE, write);
                    recorder.sample(trial.name(), CHASE, chase);
                }
            }
            recorder.sample(trial.name(), ALLOCATED, Math.max(0, least - OWN_BYTES));
            signals.verify();
        }
    }

    private static double ns(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(ratio(SignalKind.TABLE), ratio(SignalKind.SOLID));
    }

    private static Ratio ratio(SignalKind kind) {
        return new Ratio("ByteBuffer chunks / " + kind.text() + ", mix", SignalKind.BUFFERS.text(), kind.text(), MIX,
                311.0 / 180, "2015: 311 / 180 s (table of raw addresses)");
    }

    @Override
    public String verdict(Figures figures) {
        return "Mixing signals in ByteBuffer chunks takes " + Words.withPublished(ratios().getFirst(), figures)
                + " the time of a table of addresses and " + Words.withPublished(ratios().getLast(), figures)
                + " that of Ashlar's contiguous containers. Those take "
                + Words.times(figures.ratio(SignalKind.SOLID.text(), SignalKind.FLAT.text(), MIX))
                + " the time of flat memory.";
    }

    @Override
    public List<Chart> charts(Figures figures) {
        return List.of(Chart.bars("Mix two signals into a third", MIX, figures.subjects(), figures),
                Chart.bars("Random read", RANDOM, figures.subjects(), figures));
    }
}
