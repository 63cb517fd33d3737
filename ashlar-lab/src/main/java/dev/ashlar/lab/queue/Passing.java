// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.measure.Contender;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Threads;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.ChildJvm;
import dev.ashlar.measure.host.Scratch;
import dev.ashlar.measure.host.TemporaryFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/// Passes the numbers 1, 2, 3, … through a queue, in one of several shapes, and checks the sum of those received.
public final class Passing {
    static final String BATCH = "batch";
    public static final Measure PASSED = Measure.more("messages", "M/s");
    public static final Measure ALLOCATED = Measure.plain("allocated", "bytes/message");
    public static final Measure TRIP = Measure.less("round trip", "ns");
    static final Measure TRIP_P99 = Measure.less("round trip p99", "ns");
    static final Measure TRIP_P999 = Measure.less("round trip p99.9", "ns");
    static final Measure TRIP_MOST = Measure.less("longest round trip", "ns");
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final int WARM_RUNS = 3;

    private final QueueKind kind;
    private final Trial trial;
    private final Recorder recorder;
    private final int runs;
    private final int capacity;
    private final long count;

    private Passing(QueueKind kind, Trial trial, Recorder recorder) {
        this.kind = kind;
        this.trial = trial;
        this.recorder = recorder;
        runs = trial.count("runs");
        capacity = trial.count("capacity");
        count = trial.number("count");
    }

    /// Measures messages per second; each batch is sent and received as a whole.
    public static Trial throughput(String name, QueueKind kind, Shape shape, int batch, long count, int runs,
            int capacity) {
        return trial(name, kind, shape, count, runs, capacity).with(BATCH, batch);
    }

    /// Measures round trips of one message, between threads or between processes.
    ///
    /// @param intervalNs time between the intended starts of round trips, from which their times are measured; 0 if
    ///     each starts when the previous one has ended
    public static Trial roundTrips(String name, QueueKind kind, Shape shape, long count, int runs, int capacity,
            long intervalNs) {
        return trial(name, kind, shape, count, runs, capacity).with("intervalNs", intervalNs);
    }

    private static Trial trial(String name, QueueKind kind, Shape shape, long count, int runs, int capacity) {
        return Trial.of(name).withThreads(shape.threads()).with("queue", kind.name()).with("shape", shape).with("count", count)
                .with("runs", runs).with("capacity", capacity).withFlags(kind.flags());
    }

    /// @param kinds kinds of queues, including that of the trial
    public static void measure(List<? extends QueueKind> kinds, Trial trial, Recorder recorder) throws Exception {
        new Passing(Contender.named(trial.text("queue"), kinds), trial, recorder).measure();
    }

    private void measure() throws Exception {
        Shape shape = Shape.valueOf(trial.text("shape"));
        boolean trips = trial.parameters().containsKey("intervalNs");
        if (shape == Shape.PROCESSES) {
            try (TemporaryFolder folder = new TemporaryFolder(Scratch.inMemory(), "rings")) {
                betweenProcesses(folder, trips);
            }
        } else if (trips) {
            NumberQueue there = kind.open(1, capacity);
            NumberQueue back = kind.open(1, capacity);
            NumberQueue.Receiver echoed = there.receiver();
            NumberQueue.Sender echoing = back.sender(0);
            Thread.ofPlatform().daemon().start(() -> Side.echo(echoed, echoing, Long.MAX_VALUE));
            roundTrips(there.sender(0), back.receiver());
        } else if (shape == Shape.ALONE) {
            alone();
        } else {
            throughput(shape.producers);
        }
    }

    private void passed(int run, long messages, double ns, double bytes) {
        if (run >= 0) {
            recorder.sample(trial.name(), PASSED, messages * 1e3 / ns);
            recorder.sample(trial.name(), ALLOCATED, bytes / messages);
        }
    }

    /// Fills half of the queue and empties it, in turn; each run is measured in CPU time.
    private void alone() {
        NumberQueue queue = kind.open(1, capacity);
        NumberQueue.Sender sender = queue.sender(0);
        NumberQueue.Receiver receiver = queue.receiver();
        int batch = trial.count(BATCH);
        long half = Math.min(count, capacity / 2);
        long turns = count / half;
        for (int run = -WARM_RUNS; run < runs; run++) {
            long before = receiver.sum;
            long bytes = 0;
            long began = Threads.cpuNs();
            for (long turn = 0; turn < turns; turn++) {
                bytes += Side.send(sender, half, batch);
                bytes += Side.receive(receiver, half, batch);
            }
            double ns = Threads.cpuNs() - began;
            Recorder.requireSum(receiver.sum - before, turns * sum(half), kind);
            passed(run, turns * half, ns, bytes);
        }
    }

    private void throughput(int producers) throws IOException {
        long each = count / producers;
        NumberQueue queue = kind.open(producers, capacity);
        NumberQueue.Sender[] senders = new NumberQueue.Sender[producers];
        Arrays.setAll(senders, queue::sender);
        NumberQueue.Receiver receiver = queue.receiver();
        // One thread for all runs of a producer, because some queues require it.
        CyclicBarrier start = new CyclicBarrier(producers + 1);
        AtomicLong bytes = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread main = Thread.currentThread();
        for (NumberQueue.Sender sender : senders) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    for (int run = -WARM_RUNS; run < runs; run++) {
                        start.await();
                        bytes.addAndGet(Side.send(sender, each, trial.count(BATCH)));
                        start.await();
                    }
                } catch (Throwable e) {
                    failure.set(e);
                    main.interrupt();
                }
            });
        }
        try {
            for (int run = -WARM_RUNS; run < runs; run++) {
                bytes.set(0);
                long before = receiver.sum;
                long began = System.nanoTime();
                start.await();
                bytes.addAndGet(Side.receive(receiver, each * producers, trial.count(BATCH)));
                double ns = System.nanoTime() - began;
                start.await();
                Recorder.requireSum(receiver.sum - before, producers * sum(each), kind);
                passed(run, each * producers, ns, bytes.get());
            }
        } catch (IllegalStateException | InterruptedException | BrokenBarrierException e) {
            throw failure.get() == null ? new IOException(e) : new IOException("a producer failed", failure.get());
        }
    }

    private static long sum(long last) {
        return last * (last + 1) / 2;
    }

    private void roundTrips(NumberQueue.Sender sender, NumberQueue.Receiver receiver) {
        long interval = trial.number("intervalNs");
        long[] times = new long[Math.toIntExact(count)];
        for (int run = -1; run < runs; run++) {
            long before = receiver.sum;
            long start = System.nanoTime();
            for (int i = 0; i < times.length; i++) {
                long intended = interval == 0 ? System.nanoTime() : start + i * interval;
                while (System.nanoTime() - intended < 0) {
                    Thread.onSpinWait();
                }
                Side.sendOne(sender, i + 1L);
                Side.receiveOne(receiver);
                times[i] = System.nanoTime() - intended;
            }
            Recorder.requireSum(receiver.sum - before, sum(count), kind);
            if (run >= 0) {
                Arrays.sort(times);
                recorder.sample(trial.name(), TRIP, times[times.length / 2]);
                recorder.sample(trial.name(), TRIP_P99, times[(int) (times.length * 0.99)]);
                recorder.sample(trial.name(), TRIP_P999, times[(int) (times.length * 0.999)]);
                recorder.sample(trial.name(), TRIP_MOST, times[times.length - 1]);
            }
        }
    }

    private void betweenProcesses(TemporaryFolder folder, boolean trips) throws Exception {
        kind.create(folder.resolve(EchoProcess.THERE), capacity);
        kind.create(folder.resolve(EchoProcess.BACK), capacity);
        NumberQueue.Sender sender = kind.open(folder.resolve(EchoProcess.THERE)).sender(0);
        NumberQueue.Receiver receiver = kind.open(folder.resolve(EchoProcess.BACK)).receiver();
        List<String> flags = Stream.concat(Stream.of("-Xmx256m", "-XX:+UseParallelGC"), kind.flags().stream()).toList();
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        try (ChildJvm other = ChildJvm.start(List.of(), flags, EchoProcess.class, EchoProcess.arguments(folder.path(),
                kind, trips ? 0 : trial.count(BATCH), count, WARM_RUNS + runs))) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    said.add("exit code " + other.read(said::add, LIMIT));
                } catch (IOException e) {
                    said.add(e.toString());
                }
            });
            answer(said, EchoProcess.READY);
            if (trips) {
                roundTrips(sender, receiver);
                return;
            }
            double[] ns = new double[runs];
            double bytes = Double.MAX_VALUE;
            for (int run = -WARM_RUNS; run < runs; run++) {
                long began = System.nanoTime();
                long allocated = Side.send(sender, count, trial.count(BATCH));
                while (!sender.isDrained()) {
                    Thread.onSpinWait();
                }
                if (run >= 0) {
                    ns[run] = System.nanoTime() - began;
                    bytes = Math.min(bytes, allocated);
                }
            }
            String[] found = answer(said, "-?\\d+ \\d+").split(" ");
            Recorder.requireSum(Long.parseLong(found[0]), (WARM_RUNS + runs) * sum(count), kind);
            for (int run = 0; run < runs; run++) {
                passed(run, count, ns[run], bytes + Double.parseDouble(found[1]));
            }
        }
    }

    private static String answer(BlockingQueue<String> said, String expected) throws IOException, InterruptedException {
        String answer = said.poll(LIMIT.toMinutes(), TimeUnit.MINUTES);
        if (answer == null || !answer.matches(expected)) {
            throw new IOException("the other process failed: " + answer);
        }
        return answer;
    }
}
