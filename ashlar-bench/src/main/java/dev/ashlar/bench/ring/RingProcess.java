// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import com.sun.management.ThreadMXBean;
import dev.ashlar.bench.Fork;
import dev.ashlar.latency.Latencies;
import dev.ashlar.latency.Pace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/// The measuring JVM: one contender, one shape, one batch.
public final class RingProcess {
    private static final double NS_PER_SECOND = 1e9;
    private static final long TURN = Pipe.CAPACITY / 2;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final double[] PERCENTILES = {50, 99, 99.9};
    /// Of round trips: far enough apart that one is over before the next is due, if nothing disturbs.
    private static final double INTERVAL_NS = 10_000;

    private RingProcess() {
    }

    /// @param args of a trial
    public static void main(String[] args) throws IOException {
        System.out.println(Fork.FOUND + measure(Trial.parse(args)).line());
        System.exit(0);
    }

    /// Measures in this JVM.
    static RingResult measure(Trial trial) throws IOException {
        if (trial.shape() == Shape.PROCESSES) {
            Path folder = SharedPipes.folder();
            try {
                return betweenProcesses(trial, folder);
            } finally {
                Fork.delete(folder);
            }
        }
        if (trial.shape() == Shape.ALONE) {
            return alone(trial);
        }
        return trial.isRoundTrip() ? roundTrips(trial) : throughput(trial);
    }

    /// Half a queue full by turns; each run in time of the processor.
    private static RingResult alone(Trial trial) throws IOException {
        Pipe pipe = trial.contender().open(1);
        Pipe.Sender sender = pipe.sender(0);
        Pipe.Receiver receiver = pipe.receiver();
        double[] rates = new double[trial.runs()];
        double least = Double.MAX_VALUE;
        long turns = trial.messages() / TURN;
        for (int run = -Trial.WARM_RUNS; run < trial.runs(); run++) {
            long before = receiver.sum();
            long bytes = 0;
            long began = THREADS.getCurrentThreadCpuTime();
            for (long turn = 0; turn < turns; turn++) {
                bytes += Side.send(sender, TURN, trial.batch());
                bytes += Side.receive(receiver, TURN, trial.batch());
            }
            double seconds = (THREADS.getCurrentThreadCpuTime() - began) / NS_PER_SECOND;
            check(receiver.sum() - before, turns * sum(TURN));
            if (run >= 0) {
                rates[run] = turns * TURN / seconds;
                least = Math.min(least, bytes / (double) (turns * TURN));
            }
        }
        return new RingResult(median(rates), least, new double[0]);
    }

    private static RingResult throughput(Trial trial) throws IOException {
        int producers = trial.shape().producers();
        long each = trial.messages() / producers;
        Pipe pipe = trial.contender().open(producers);
        Pipe.Sender[] senders = new Pipe.Sender[producers];
        Arrays.setAll(senders, pipe::sender);
        Pipe.Receiver receiver = pipe.receiver();
        // One thread for all runs of a producer: some queues insist on it.
        CyclicBarrier start = new CyclicBarrier(producers + 1);
        AtomicLong bytes = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread main = Thread.currentThread();
        for (Pipe.Sender sender : senders) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    for (int run = -Trial.WARM_RUNS; run < trial.runs(); run++) {
                        start.await();
                        bytes.addAndGet(Side.send(sender, each, trial.batch()));
                        start.await();
                    }
                } catch (Throwable e) {
                    failure.set(e);
                    main.interrupt();
                }
            });
        }
        try {
            return throughput(trial, receiver, start, bytes);
        } catch (IllegalStateException | InterruptedException | BrokenBarrierException e) {
            throw new IOException("a producer failed", failure.get());
        }
    }

    private static RingResult throughput(Trial trial, Pipe.Receiver receiver, CyclicBarrier start, AtomicLong bytes)
            throws IOException, InterruptedException, BrokenBarrierException {
        int producers = trial.shape().producers();
        long each = trial.messages() / producers;
        double[] rates = new double[trial.runs()];
        double least = Double.MAX_VALUE;
        for (int run = -Trial.WARM_RUNS; run < trial.runs(); run++) {
            bytes.set(0);
            long before = receiver.sum();
            long began = System.nanoTime();
            start.await();
            bytes.addAndGet(Side.receive(receiver, each * producers, trial.batch()));
            double seconds = (System.nanoTime() - began) / NS_PER_SECOND;
            start.await();
            check(receiver.sum() - before, producers * sum(each));
            if (run >= 0) {
                rates[run] = each * producers / seconds;
                least = Math.min(least, bytes.get() / (double) (each * producers));
            }
        }
        return new RingResult(median(rates), least, new double[0]);
    }

    private static long sum(long last) {
        return last * (last + 1) / 2;
    }

    private static void check(long sum, long expected) throws IOException {
        if (sum != expected) {
            throw new IOException("wrong sum: sum=" + sum + ", expected=" + expected);
        }
    }

    private static double median(double[] rates) {
        double[] sorted = rates.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static RingResult roundTrips(Trial trial) throws IOException {
        Pipe there = trial.contender().open(1);
        Pipe back = trial.contender().open(1);
        Pipe.Receiver echoed = there.receiver();
        Pipe.Sender echoing = back.sender(0);
        Thread.ofPlatform().daemon().start(() -> Side.echo(echoed, echoing, Long.MAX_VALUE));
        return roundTrips(trial, there.sender(0), back.receiver());
    }

    /// Each is sent when it is due, and its time counts from then, also where the one before came back late.
    private static RingResult roundTrips(Trial trial, Pipe.Sender sender, Pipe.Receiver receiver) throws IOException {
        Latencies latencies = new Latencies("trip");
        long before = receiver.sum();
        double started = 0;
        for (int run = 0; run < 2; run++) {
            latencies.takeInterval();
            Pace pace = new Pace(System.nanoTime(), INTERVAL_NS);
            started = System.nanoTime();
            for (long i = 0; i < trial.messages(); i++) {
                long intended = pace.await(i);
                Side.sendOne(sender, i + 1);
                Side.receiveOne(receiver);
                latencies.record(System.nanoTime() - intended);
            }
        }
        double seconds = (System.nanoTime() - started) / NS_PER_SECOND;
        check(receiver.sum() - before, 2 * sum(trial.messages()));
        Histogram times = latencies.takeInterval();
        double[] percentiles = Arrays.copyOf(Arrays.stream(PERCENTILES).map(part -> times.getValueAtPercentile(part))
                .toArray(), PERCENTILES.length + 1);
        percentiles[PERCENTILES.length] = times.getMaxValue();
        return new RingResult(trial.messages() / seconds, 0, percentiles);
    }

    private static RingResult betweenProcesses(Trial trial, Path folder) throws IOException {
        SharedPipes.create(trial.contender(), folder.resolve(RingPartner.THERE));
        SharedPipes.create(trial.contender(), folder.resolve(RingPartner.BACK));
        Pipe.Sender sender = SharedPipes.open(trial.contender(), folder.resolve(RingPartner.THERE)).sender(0);
        if (trial.isRoundTrip()) {
            Pipe.Receiver receiver = SharedPipes.open(trial.contender(), folder.resolve(RingPartner.BACK)).receiver();
            try (RingPartner _ = new RingPartner(trial, folder)) {
                return roundTrips(trial, sender, receiver);
            }
        }
        double[] rates = new double[trial.runs()];
        double least = Double.MAX_VALUE;
        try (RingPartner partner = new RingPartner(trial, folder)) {
            for (int run = -Trial.WARM_RUNS; run < trial.runs(); run++) {
                long began = System.nanoTime();
                long bytes = Side.send(sender, trial.messages(), trial.batch());
                while (!sender.isDrained()) {
                    Thread.onSpinWait();
                }
                double seconds = (System.nanoTime() - began) / NS_PER_SECOND;
                if (run >= 0) {
                    rates[run] = trial.messages() / seconds;
                    least = Math.min(least, bytes / (double) trial.messages());
                }
            }
            String[] result = partner.result().split(" ");
            check(Long.parseLong(result[0]), (Trial.WARM_RUNS + trial.runs()) * sum(trial.messages()));
            return new RingResult(median(rates), least + Double.parseDouble(result[1]), new double[0]);
        }
    }
}
