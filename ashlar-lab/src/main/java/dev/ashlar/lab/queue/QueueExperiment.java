// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.RingFile;
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
import dev.ashlar.lab.host.ChildJvm;
import dev.ashlar.lab.host.Folders;
import dev.ashlar.lab.host.Machine;
import dev.ashlar.lab.host.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// What does it cost to pass messages on, between threads and between processes?
///
/// Were a ring no faster than a queue of the JDK, nobody would need one; were round trips between processes much slower
/// than between threads, nobody would put them in two.
public final class QueueExperiment implements Experiment {
    static final long PUBLISHED_MESSAGES = 100_000_000;
    static final int PUBLISHED_RUNS = 7;
    private static final double NS_PER_US = 1e3;
    private static final double P99 = 0.99;
    private static final int LIMIT_S = 20;
    private static final String COUNT = "count";
    private static final String BATCH = "batch";
    private static final String RUNS = "runs";
    static final Measure PASSED = Measure.more("messages", "M/s");
    static final Measure TRIP = Measure.less("round trip", "ns");
    static final Measure TRIP_P99 = Measure.less("round trip p99", "ns");
    static final String QUEUE = "ArrayBlockingQueue";
    static final String IN_PROCESS = "round trip between threads";
    static final String BETWEEN = "round trip between processes";

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public String question() {
        return "What does it cost to pass messages on, between threads and between processes?";
    }

    @Override
    public String source() {
        return "LMAX, Disruptor (2011 and later)";
    }

    static String ring(int batch) {
        return "ring, batches of " + batch;
    }

    @Override
    public Plan plan(Scale scale, Machine machine) {
        List<Trial> trials = new ArrayList<>();
        long messages = scale.of(20_000L, 5_000_000L, PUBLISHED_MESSAGES);
        trials.add(trial(QUEUE, scale).with(COUNT, messages));
        for (int batch : new int[] {1, 16, 256}) {
            trials.add(trial(ring(batch), scale).with(COUNT, messages).with(BATCH, batch));
        }
        int trips = scale.of(500, 50_000, 1_000_000);
        trials.add(trial(IN_PROCESS, scale).with(COUNT, trips));
        trials.add(trial(BETWEEN, scale).with(COUNT, trips));
        List<String> notes = new ArrayList<>();
        if (scale != Scale.FULL) {
            notes.add("scaled down: %,d messages in %d runs instead of the published %,d in %d".formatted(messages,
                    runs(scale), PUBLISHED_MESSAGES, PUBLISHED_RUNS));
        }
        notes.add("queue and ring of %,d messages, as published; who waits for a ring spins if there is a core to spare, "
                .formatted(Passing.CAPACITY) + "else yields and parks: the published threads yielded");
        return new Plan(trials, notes);
    }

    private static Trial trial(String name, Scale scale) {
        return Trial.of(name).withThreads(2).with(RUNS, runs(scale)).withFlags("-Xms256m", "-Xmx256m",
                "-XX:+UseParallelGC");
    }

    private static int runs(Scale scale) {
        return scale.of(1, 3, PUBLISHED_RUNS);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        String name = trial.name();
        if (name.equals(IN_PROCESS) || name.equals(BETWEEN)) {
            Path folder = Files.createTempDirectory(Scratch.inMemory(), "rings");
            try {
                RoundTrip.create(folder);
                trips(trial, folder, recorder);
            } finally {
                Folders.delete(folder);
            }
        } else {
            long count = trial.number(COUNT);
            Passing passing = new Passing();
            for (int run = 0; run <= trial.count(RUNS); run++) {
                long ns = name.equals(QUEUE) ? passing.overQueue(count)
                        : passing.overRing(count, trial.count(BATCH));
                if (run > 0) {
                    recorder.sample(name, PASSED, count * NS_PER_US / ns);
                }
            }
        }
    }

    private static void trips(Trial trial, Path folder, Recorder recorder) throws Exception {
        int trips = trial.count(COUNT);
        int all = trips * (trial.count(RUNS) + 1);
        AtomicReference<long[]> found = new AtomicReference<>();
        if (trial.name().equals(IN_PROCESS)) {
            try (RingFile there = RoundTrip.openThere(folder); RingFile back = RoundTrip.openBack(folder)) {
                Passing.spinning(2, index -> {
                    if (index == 0) {
                        found.set(RoundTrip.ping(there, back, all));
                    } else {
                        RoundTrip.echo(there, back);
                    }
                });
            }
        } else {
            found.set(betweenProcesses(folder, all));
        }
        for (int run = 1; run <= trial.count(RUNS); run++) {
            long[] ns = Arrays.copyOfRange(found.get(), run * trips, (run + 1) * trips);
            Arrays.sort(ns);
            recorder.sample(trial.name(), TRIP, ns[trips / 2]);
            recorder.sample(trial.name(), TRIP_P99, ns[(int) (trips * P99)]);
        }
    }

    private static long[] betweenProcesses(Path folder, int trips) throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        try (ChildJvm other = ChildJvm.start(List.of(), List.of("-Xmx64m", "-XX:+UseSerialGC"), EchoProcess.class,
                List.of(folder.toString()));
                RingFile there = RoundTrip.openThere(folder); RingFile back = RoundTrip.openBack(folder)) {
            Thread reader = Thread.ofPlatform().daemon().start(() -> {
                try {
                    other.read(line -> ready.countDown(), Duration.ofMinutes(LIMIT_S));
                } catch (IOException e) {
                    // It was ended.
                }
            });
            if (!ready.await(LIMIT_S, TimeUnit.SECONDS)) {
                throw new IOException("the other process does not answer: folder=" + folder);
            }
            AtomicReference<long[]> ns = new AtomicReference<>();
            // In a thread of its own, as the others are.
            Passing.spinning(1, _ -> ns.set(RoundTrip.ping(there, back, trips)));
            reader.join();
            return ns.get();
        }
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("ring / ArrayBlockingQueue, messages", ring(1), QUEUE, PASSED, 160.4 / 20.9,
                        "Disruptor 4, EPYC 9374F: 160.4 / 20.9 M/s"));
    }

    @Override
    public String verdict(Findings findings) {
        return "On this machine a ring passes " + Words.besidePublished(ratios().getFirst(), findings)
                + " the messages of an ArrayBlockingQueue, and in batches of 256 "
                + Words.times(findings.ratio(ring(256), QUEUE, PASSED)) + "; a round trip takes "
                + Words.median(findings, IN_PROCESS, TRIP) + " between threads and "
                + Words.median(findings, BETWEEN, TRIP) + " between processes.";
    }

    @Override
    public List<Chart> charts(Findings findings) {
        return List.of(Chart.bars("Messages from thread to thread", PASSED, findings.subjects(), findings),
                Chart.bars("Round trips, median", TRIP, findings.subjects(), findings));
    }
}
