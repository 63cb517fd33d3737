// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.Experiment;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Chart;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Ratio;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What does an access to memory cost, depending on the order of accesses?
///
/// The walks are those of the article: a constant step, whose address does not depend on what was loaded, so that
/// several loads are in flight at once. The chase loads each address from the previous place, and shows the whole
/// latency. If all were equally fast, memory layout would not matter.
public final class AccessExperiment extends Experiment {
    static final long PUBLISHED_BYTES = 2L << 30;
    private static final long LEAST_BYTES = 8L << 20;
    private static final int WARM_RUNS = 20;
    private static final String BYTES = "bytes";
    private static final String RUNS = "runs";
    private static final String STEPS = "steps";
    static final Measure TIME = Measure.less("time", "ns/access");
    static final Measure LATENCY = Measure.less("latency", "ns/load");
    private static final String HUGE_SUFFIX = ", huge pages";
    /// Machine, then nanoseconds of a linear walk, in a page, over the heap, over the heap with the large step (0: not
    /// published).
    private static final List<PublishedWalks> PUBLISHED = List.of(
            new PublishedWalks("Sandy Bridge, 2012", 0.9, 3.3, 9.5, 29.4),
            new PublishedWalks("Nehalem, 2012", 1.0, 3.7, 29, 0),
            new PublishedWalks("U4100, 2012", 2.4, 12.2, 152, 0));

    public AccessExperiment() {
        super("access", "What does an access to memory cost, depending on the order of accesses?",
                "Martin Thompson, Memory Access Patterns Are Important (2012)");
    }

    private record PublishedWalks(String machine, double linear, double page, double heap, double large) { }

    @Override
    public MeasurementPlan plan(Scale scale, Machine machine) {
        long wanted = scale.of(8L << 20, 256L << 20, PUBLISHED_BYTES);
        long bytes = machine.fitting(wanted, 1.2, LEAST_BYTES);
        List<String> notes = new ArrayList<>(Words.scaledDown(bytes < PUBLISHED_BYTES,
                "memory of %s instead of the published %s%s", Words.bytes(bytes), Words.bytes(PUBLISHED_BYTES),
                bytes < wanted ? ", because there is too little room" : ""));
        if (bytes < PUBLISHED_BYTES) {
            notes.add("with less memory the large step walks along fewer strands than published");
        }
        List<Trial> trials = new ArrayList<>();
        for (boolean huge : new boolean[] {false, true}) {
            for (Walk walk : Walk.values()) {
                // For a linear walk, the page size hardly matters.
                if (!huge || walk != Walk.LINEAR) {
                    trials.add(trial(subject(walk.text, huge), bytes, huge, scale).with("walk", walk));
                }
            }
            trials.add(trial(subject(Chase.NAME, huge), bytes, huge, scale)
                    .with(STEPS, scale.of(1 << 12, 1 << 21, 1 << 24)));
            trials.add(trial("latency by size" + (huge ? HUGE_SUFFIX : ""), bytes, huge, scale)
                    .with(STEPS, scale.of(1 << 10, 1 << 20, 1 << 22)).with("curve", scale.of(6, 2, 1)));
        }
        return new MeasurementPlan(trials, notes);
    }

    private static Trial trial(String name, long bytes, boolean huge, Scale scale) {
        return Trial.of(name).with(BYTES, bytes).with("huge", huge).with(RUNS, scale.of(1, 2, 5))
                .withFlags("-Xmx64m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=" + (bytes + (64 << 20)));
    }

    static String subject(String what, boolean huge) {
        return what + (huge ? HUGE_SUFFIX : "");
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        boolean huge = Boolean.parseBoolean(trial.text("huge"));
        try (Stretch memory = Stretch.take(trial.number(BYTES), huge)) {
            Optional<String> objection = memory.objection(huge);
            if (objection.isPresent()) {
                recorder.note(objection.get());
                if (huge) {
                    return;
                }
            }
            if (trial.parameters().containsKey("walk")) {
                walk(trial, memory, recorder);
            } else if (trial.parameters().containsKey("curve")) {
                curve(trial, memory, huge, recorder);
            } else {
                Chase chase = new Chase(memory.memory(), trial.number(BYTES));
                for (int run = 0; run < WARM_RUNS; run++) {
                    chase.run(trial.number(STEPS) / WARM_RUNS);
                }
                recorder.counted(trial.name(), trial.number(STEPS) * trial.count(RUNS), () -> {
                    for (int run = 0; run < trial.count(RUNS); run++) {
                        recorder.sample(trial.name(), TIME, chase.run(trial.number(STEPS)));
                    }
                });
            }
        }
    }

    private static void walk(Trial trial, Stretch memory, Recorder recorder) throws Exception {
        Walk walk = Walk.valueOf(trial.text("walk"));
        long words = trial.number(BYTES) / Long.BYTES;
        memory.fill(Walk.VALUE);
        walk.warmUp(memory.memory(), words);
        recorder.counted(trial.name(), words * trial.count(RUNS), () -> {
            for (int run = 0; run < trial.count(RUNS); run++) {
                long start = System.nanoTime();
                long sum = walk.run(memory.memory(), words);
                double ns = System.nanoTime() - start;
                Walk.check(sum, words);
                recorder.sample(trial.name(), TIME, ns / words);
            }
        });
    }

    private static void curve(Trial trial, Stretch memory, boolean huge, Recorder recorder) {
        Chase warmUp = new Chase(memory.memory(), Chase.LEAST_BYTES);
        for (int run = 0; run < WARM_RUNS; run++) {
            warmUp.run(trial.number(STEPS) / WARM_RUNS);
        }
        for (long bytes = Chase.LEAST_BYTES; bytes <= trial.number(BYTES); bytes <<= trial.count("curve")) {
            Chase chase = new Chase(memory.memory(), bytes);
            chase.run(Math.min(trial.number(STEPS), bytes / Chase.LINE_BYTES));
            for (int run = 0; run <= trial.count(RUNS); run++) {
                recorder.sample(curveSubject(bytes, huge), LATENCY, chase.run(trial.number(STEPS)));
            }
        }
    }

    static String curveSubject(long bytes, boolean huge) {
        return subject("chase in " + Words.bytes(bytes), huge);
    }

    @Override
    public List<Ratio> ratios() {
        List<Ratio> ratios = new ArrayList<>();
        for (PublishedWalks walks : PUBLISHED) {
            ratios.add(ratio(Walk.PAGE, walks.page(), walks));
            ratios.add(ratio(Walk.HEAP, walks.heap(), walks));
            if (walks.large() > 0) {
                ratios.add(ratio(Walk.HEAP_LARGE, walks.large(), walks));
            }
        }
        return ratios;
    }

    private static Ratio ratio(Walk walk, double ns, PublishedWalks walks) {
        return new Ratio(walk.text + " / linear", walk.text, Walk.LINEAR.text, TIME, ns / walks.linear(),
                walks.machine() + ": " + ns + " / " + walks.linear() + " ns");
    }

    @Override
    public String verdict(Figures figures) {
        List<Ratio> ratios = ratios();
        return "A random walk in pages takes " + Words.withPublished(ratios.getFirst(), figures)
                + " the time of a linear walk, one over all memory " + Words.withPublished(ratios.get(1), figures)
                + ". A load whose address comes from the load before takes " + Words.median(figures, Chase.NAME, TIME)
                + ", with huge pages " + Words.median(figures, subject(Chase.NAME, true), TIME) + ".";
    }

    @Override
    public List<Chart> charts(Figures figures) {
        List<Chart.Series> series = Stream.of(false, true).map(huge -> Chart.Series.of(
                huge ? "huge pages" : "small pages",
                Stream.iterate(Chase.LEAST_BYTES, bytes -> bytes <= PUBLISHED_BYTES, bytes -> bytes * 2)
                .map(bytes -> figures.point(curveSubject(bytes, huge), LATENCY, bytes, Words.bytes(bytes)))))
                .filter(one -> !one.points().isEmpty()).toList();
        return List.of(Chart.bars("Time of an access", TIME, figures.subjects(), figures),
                new Chart("Latency of a load, by the memory that is chased through", "memory", "latency, ns/load",
                        Chart.Kind.LINES, true, true, series));
    }
}
