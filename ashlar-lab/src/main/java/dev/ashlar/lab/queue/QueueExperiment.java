// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.RingFile;
import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Recorder;
import dev.ashlar.lab.Scale;
import dev.ashlar.lab.Threads;
import dev.ashlar.lab.Trial;
import dev.ashlar.lab.Words;
import dev.ashlar.lab.figures.Chart;
import dev.ashlar.lab.figures.Findings;
import dev.ashlar.lab.figures.Measure;
import dev.ashlar.lab.figures.Ratio;
import dev.ashlar.lab.host.ChildJvm;
import dev.ashlar.lab.host.Folders;
import dev.ashlar.lab.host.Machine;
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

/// What does it cost to pass messages on, and what becomes of a queue when more come than can be answered?
///
/// Overload is simulated in one process: requests come by the clock, one thread takes a fixed time for each. Were the
/// formula wrong, those that are accepted would wait longer than it says, or fewer would be answered.
public final class QueueExperiment implements Experiment {
    static final long SERVICE_NS = 50_000;
    static final long MAX_LATENCY_NS = 5_000_000;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;
    private static final double P99 = 0.99;
    private static final int LIMIT_S = 20;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String COUNT = "count";
    private static final String BATCH = "batch";
    private static final String LIMIT = "limit";
    private static final String RATE = "rate";
    private static final String MS = "ms";
    private static final String RUNS = "runs";
    private static final double[] RATES = {0.5, 0.9, 1.2, 2};
    static final Measure PASSED = Measure.more("messages", "M/s");
    static final Measure TRIP = Measure.less("round trip", "ns");
    static final Measure TRIP_P99 = Measure.less("round trip p99", "ns");
    static final Measure ANSWERED = Measure.more("answered", "per s");
    static final Measure WAITED = Measure.less("p99 of accepted", "ms");
    static final Measure REFUSED = Measure.plain("refused", "%");
    static final Measure REFUSAL = Measure.less("p99 of refusals", "µs");
    static final String QUEUE = "ArrayBlockingQueue";
    static final String IN_PROCESS = "round trip between threads";
    static final String BETWEEN = "round trip between processes";
    static final String FORMULA = "the formula's bound";

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public String question() {
        return "What does it cost to pass messages on, and what becomes of a queue under overload?";
    }

    @Override
    public String source() {
        return "Disruptor (2011 and later) for queues; Martin Thompson, Applying Back Pressure When Overloaded (2012)";
    }

    static String ring(int batch) {
        return "ring, batches of " + batch;
    }

    static String overload(boolean bounded, double rate) {
        return (bounded ? "bounded, " : "unbounded, ") + rate + "× what can be answered";
    }

    @Override
    public Plan plan(Scale scale, Machine machine) {
        List<Trial> trials = new ArrayList<>();
        long messages = scale.of(20_000L, 5_000_000L, 100_000_000L);
        trials.add(trial(QUEUE, scale).with(COUNT, messages / 5));
        for (int batch : new int[] {1, 16, 256}) {
            trials.add(trial(ring(batch), scale).with(COUNT, messages).with(BATCH, batch));
        }
        int trips = scale.of(500, 50_000, 1_000_000);
        trials.add(trial(IN_PROCESS, scale).with(COUNT, trips));
        trials.add(trial(BETWEEN, scale).with(COUNT, trips));
        int limit = Overload.limit(MAX_LATENCY_NS, SERVICE_NS, 1);
        for (double rate : RATES) {
            trials.add(overload(scale, limit, rate));
        }
        trials.add(overload(scale, 0, RATES[RATES.length - 1]));
        List<String> notes = new ArrayList<>();
        if (scale != Scale.FULL) {
            notes.add("scaled down: %,d messages instead of the published 100,000,000".formatted(messages));
        }
        notes.add("overload: %d µs for each request, at most %d ms: so at most %d may wait".formatted(
                SERVICE_NS / 1000, MAX_LATENCY_NS / 1_000_000, limit));
        return new Plan(trials, notes);
    }

    private static Trial trial(String name, Scale scale) {
        return Trial.of(name).withThreads(2).with(RUNS, scale.of(1, 3, 7)).withFlags("-Xms256m", "-Xmx256m",
                "-XX:+UseParallelGC");
    }

    private static Trial overload(Scale scale, int limit, double rate) {
        return trial(overload(limit > 0, rate), scale).with(LIMIT, limit).with(RATE, rate)
                .with(MS, scale.of(40, 400, 5_000));
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        String name = trial.name();
        if (trial.parameters().containsKey(RATE)) {
            overload(trial, recorder);
        } else if (name.equals(IN_PROCESS) || name.equals(BETWEEN)) {
            Path folder = Files.createTempDirectory(Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY
                    : Path.of(System.getProperty("java.io.tmpdir")), "ashlar-lab");
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
                Threads.together(2, index -> {
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
            long[] ns = RoundTrip.ping(there, back, trips);
            reader.join();
            return ns;
        }
    }

    private static void overload(Trial trial, Recorder recorder) throws InterruptedException {
        Overload overload = new Overload(SERVICE_NS, trial.count(LIMIT), Double.parseDouble(trial.text(RATE)),
                trial.number(MS) * 1_000_000);
        for (int run = 0; run <= trial.count(RUNS); run++) {
            Overload.Result result = overload.run();
            if (run > 0) {
                recorder.sample(trial.name(), ANSWERED, result.answeredPerSec());
                recorder.sample(trial.name(), WAITED, result.p99Ns() / NS_PER_MS);
                recorder.sample(trial.name(), REFUSED, result.refusedPercent());
                if (result.refusedPercent() > 0) {
                    recorder.sample(trial.name(), REFUSAL, result.refusalP99Ns() / NS_PER_US);
                }
            }
        }
        if (trial.name().equals(overload(true, RATES[RATES.length - 1]))) {
            recorder.sample(FORMULA, WAITED, (MAX_LATENCY_NS + SERVICE_NS) / NS_PER_MS);
        }
    }

    @Override
    public List<Ratio> ratios() {
        return List.of(
                new Ratio("ring / ArrayBlockingQueue, messages", ring(1), QUEUE, PASSED, 160.4 / 20.9,
                        "Disruptor 4, EPYC 9374F: 160.4 / 20.9 M/s"),
                new Ratio("p99 of accepted at twice the capacity / the formula's bound", overload(true, 2), FORMULA,
                        WAITED, 1, "2012: at most the bound"));
    }

    @Override
    public String verdict(Findings findings) {
        String best = overload(true, RATES[1]);
        String over = overload(true, 2);
        return "On this machine a ring passes " + Words.besidePublished(ratios().getFirst(), findings)
                + " the messages of an ArrayBlockingQueue, and a round trip between processes takes "
                + Words.median(findings, BETWEEN, TRIP) + "; at twice the capacity a bounded queue still answers "
                + Words.times(findings.ratio(over, best, ANSWERED)) + " of what it answers at 0.9× (99 % within "
                + Words.median(findings, over, WAITED) + ", by the formula " + Words.median(findings, FORMULA, WAITED)
                + "; refusals within " + Words.median(findings, over, REFUSAL) + "), an unbounded one "
                + Words.times(findings.ratio(overload(false, 2), best, ANSWERED)) + " (99 % within "
                + Words.median(findings, overload(false, 2), WAITED) + ").";
    }

    @Override
    public List<Chart> charts(Findings findings) {
        return List.of(Chart.bars("Messages from thread to thread", PASSED, findings.subjects(), findings),
                Chart.bars("Round trips, median", TRIP, findings.subjects(), findings),
                Chart.bars("Answers under load", ANSWERED, findings.subjects(), findings),
                Chart.bars("Waiting of those accepted, p99", WAITED, findings.subjects(), findings));
    }
}
