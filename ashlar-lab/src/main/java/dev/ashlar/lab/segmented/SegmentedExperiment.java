// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.segmented;

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
import java.util.ArrayList;
import java.util.List;

/// What does it cost to mix two stored signals into a third, if they lie in chunks?
///
/// Were chunks dearer than flat memory, they would have to be hidden from sequential work; were byte buffers as good,
/// the JDK would be enough.
public final class SegmentedExperiment implements Experiment {
    private static final int FULL_MIXES = 100;
    /// Of a sample: three signals in a heap that takes nearly three times as much; more than scattered chunks take.
    private static final long BYTES_PER_SAMPLE = 64;
    private static final int LEAST_SAMPLES = 1 << 20;
    private static final String KIND = "kind";
    private static final String MIXES = "mixes";
    private static final String SAMPLES = "samples";
    private static final String RUNS = "runs";
    static final Measure MIX = Measure.less("mix", "ns/sample");
    static final Measure RANDOM = Measure.less("random read", "ns/sample");

    public SegmentedExperiment() {
    }

    @Override
    public String name() {
        return "segmented";
    }

    @Override
    public String question() {
        return "What does it cost to mix two stored signals into a third, if they lie in chunks?";
    }

    @Override
    public String source() {
        return "Alexander Turner, Native Speed File Backed Large Data Storage In 'Pure' Java (2015)";
    }

    @Override
    public Plan plan(Scale scale, Machine machine) {
        List<String> notes = new ArrayList<>();
        int mixes = scale.of(1, 10, FULL_MIXES);
        if (mixes < FULL_MIXES) {
            notes.add("scaled down: %d mixes a run instead of %d; the published job ran for minutes".formatted(mixes,
                    FULL_MIXES));
        }
        int samples = (int) machine.fitting(Signals.LENGTH, BYTES_PER_SAMPLE, LEAST_SAMPLES);
        if (samples < Signals.LENGTH) {
            notes.add("scaled down: signals of %s instead of %s, because there is too little memory".formatted(
                    Words.bytes((long) samples * Double.BYTES), Words.bytes((long) Signals.LENGTH * Double.BYTES)));
        }
        notes.add("signals of %s each in chunks of %s; raw addresses of the article are checked offsets here".formatted(
                Words.bytes((long) samples * Double.BYTES), Words.bytes(Signals.CHUNK_BYTES)));
        List<Trial> trials = new ArrayList<>();
        String heap = (samples * BYTES_PER_SAMPLE >> 20) + "m";
        for (SignalKind kind : SignalKind.values()) {
            trials.add(Trial.of(kind.text()).with(KIND, kind).with(SAMPLES, samples).with(MIXES, mixes)
                    .with(RUNS, scale.of(1, 3, 5)).withFlags("-Xms" + heap, "-Xmx" + heap, "-XX:+UseParallelGC",
                            "-XX:MaxDirectMemorySize=" + heap, "-D" + Signals.PROPERTY + "=" + samples));
        }
        return new Plan(trials, notes);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        try (Signals signals = SignalKind.valueOf(trial.text(KIND)).open()) {
            signals.fill();
            signals.verify();
            int mixes = trial.count(MIXES);
            for (int run = 0; run <= trial.count(RUNS); run++) {
                long start = System.nanoTime();
                for (int mix = 0; mix < mixes; mix++) {
                    signals.mix();
                }
                long mixed = System.nanoTime();
                double sum = signals.readRandom(run);
                double reading = System.nanoTime() - mixed;
                // The first run is compiled while it runs.
                if (run > 0 && sum >= 0) {
                    recorder.sample(trial.name(), MIX, (mixed - start) / (double) mixes / Signals.SAMPLES);
                    recorder.sample(trial.name(), RANDOM, reading / Signals.ACCESSES);
                }
            }
            signals.verify();
        }
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
    public String verdict(Findings findings) {
        return "On this machine mixing signals in ByteBuffer chunks takes "
                + Words.besidePublished(ratios().getFirst(), findings) + " the time of a table of addresses, and "
                + Words.besidePublished(ratios().getLast(), findings) + " that of Ashlar's solid containers, which take "
                + Words.times(findings.ratio(SignalKind.SOLID.text(), SignalKind.FLAT.text(), MIX))
                + " the time of flat memory.";
    }

    @Override
    public List<Chart> charts(Findings findings) {
        return List.of(Chart.bars("Mix two signals into a third", MIX, findings.subjects(), findings),
                Chart.bars("Random read", RANDOM, findings.subjects(), findings));
    }
}
