// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import static dev.ashlar.bench.TrialSuite.NS_PER_US;

import dev.ashlar.bench.TrialSuite;
import dev.ashlar.bench.append.RowLog.Syncing;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Threads;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.host.OwnUse;
import dev.ashlar.measure.host.Proc;
import dev.ashlar.measure.host.Scratch;
import dev.ashlar.measure.host.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/// Appends rows to warm up, then to measure, reads them back and checks them.
final class Appending {
    static final Measure RATE = Measure.more("rate", "M rows/s");
    static final Measure CORE_RATE = Measure.more("rate by core", "M rows/s a core");
    static final Measure KERNEL = Measure.plain("in kernel", "%");
    static final Measure ALLOCATED = Measure.plain("allocated", "bytes");
    static final Measure DISK = Measure.plain("on disk", "bytes/row");
    static final Measure SLOWEST = Measure.less("longest batch", "ms");
    static final Measure P50 = Measure.less("p50", "µs");
    static final Measure P99 = Measure.less("p99", "µs");
    static final Measure P999 = Measure.less("p99.9", "µs");
    static final Measure LONGEST = Measure.less("longest", "µs");
    /// Interval between rows, however long earlier rows took: times are measured from when a row was due.
    static final long PERIOD_NS = 1_000;
    /// Warm-up: long enough to compile everything, short for slow measurements.
    private static final long WARM_MS = 1_500;

    private final LogKind contender;
    private final Work work;
    private final Promise promise;
    private final int batch;
    private final boolean paced;
    private final long mostRows;
    private final long limitMs;
    private volatile boolean done;
    private volatile IOException syncFailure;
    private long slowestBatchNs;
    private long[] times = {};

    private Appending(Trial trial, long limitMs) {
        contender = LogKind.valueOf(trial.text("contender"));
        work = Work.valueOf(trial.text("work"));
        promise = Promise.valueOf(trial.text("promise"));
        batch = trial.count("batch");
        paced = Boolean.parseBoolean(trial.text("paced"));
        mostRows = trial.number("rows");
        this.limitMs = limitMs;
    }

    /// @param batch   rows that are made durable together with [Promise#COMMIT]; otherwise rows that arrive together
    static Trial trial(String name, LogKind contender, Work work, Promise promise, int batch, boolean paced,
            long rows, long limitMs, Path place) {
        Trial trial = Trial.of(name).with("contender", contender).with("work", work).with("promise", promise)
                .with("batch", batch).with("paced", paced).with("rows", rows).with("limitMs", limitMs).with("place", place)
                .withFlags(TrialSuite.FLAGS).withFlags(contender.flags());
        return contender.isOurs() ? trial : trial.with(TrialSuite.PEER, true);
    }

    static void measure(Trial trial, Recorder recorder) throws IOException {
        try (TemporaryFolder folder = new TemporaryFolder(Path.of(trial.text("place")), "ashlar-append")) {
            Path warm = Files.createDirectory(folder.resolve("warm"));
            new Appending(trial, Math.min(trial.number("limitMs"), WARM_MS)).run(warm, null, "");
            Scratch.delete(warm);
            System.gc();
            new Appending(trial, trial.number("limitMs")).run(Files.createDirectory(folder.resolve("run")), recorder,
                    trial.name());
        }
    }

    /// @param recorder null to warm up
    private void run(Path folder, Recorder recorder, String name) throws IOException {
        try (RowLog log = contender.open(folder, work, promise)) {
            Thread syncing = syncInBackground(log);
            if (paced) {
                // Creating it takes as long as thousands of appends, which would all be late.
                times = new long[(int) Math.min(mostRows, TimeUnit.MILLISECONDS.toNanos(limitMs) / PERIOD_NS)];
                Arrays.fill(times, -1);
            }
            double cpu = Threads.processCpuNs();
            long kernel = OwnUse.now().kernelNs();
            double allocated = Threads.allocatedBytes();
            long start = System.nanoTime();
            double rows = paced ? appendPaced(log, start) : append(log, start);
            log.settle();
            allocated = Threads.allocatedBytes() - allocated;
            if (promise == Promise.INTERVAL) {
                // The interval has passed for all rows.
                end(syncing);
                log.sync();
            }
            double elapsed = System.nanoTime() - start;
            cpu = Threads.processCpuNs() - cpu;
            kernel = OwnUse.now().kernelNs() - kernel;
            check(log, (long) rows);
            if (recorder == null) {
                return;
            }
            recorder.sample(name, RATE, rows * NS_PER_US / elapsed);
            // Some systems count CPU time in steps of 10 ms.
            if (cpu > 0) {
                recorder.sample(name, CORE_RATE, rows * NS_PER_US / cpu);
                recorder.sample(name, KERNEL, 100 * kernel / cpu);
            }
            recorder.sample(name, ALLOCATED, allocated / rows);
            recorder.sample(name, DISK, diskBytes(folder) / rows);
            if (paced) {
                Arrays.sort(times);
                recorder.sample(name, P50, times[times.length / 2] / NS_PER_US);
                recorder.sample(name, P99, times[(int) (times.length * 0.99)] / NS_PER_US);
                recorder.sample(name, P999, times[(int) (times.length * 0.999)] / NS_PER_US);
                recorder.sample(name, LONGEST, times[times.length - 1] / NS_PER_US);
            } else {
                recorder.sample(name, SLOWEST, slowestBatchNs / 1e6);
            }
        }
    }

    private void check(RowLog log, long rows) throws IOException {
        long digest = log.readBack(rows);
        if (digest != work.digest(rows)) {
            throw new IOException("rows differ from what was appended: digest=" + digest + ", expected="
                    + work.digest(rows) + ", rows=" + rows);
        }
    }

    private long append(RowLog log, long start) throws IOException {
        boolean syncs = log.syncing() != Syncing.ITSELF && promise == Promise.COMMIT;
        boolean syncsAtIntervals = log.syncing() == Syncing.WRITER && promise == Promise.INTERVAL;
        long end = start + TimeUnit.MILLISECONDS.toNanos(limitMs);
        long synced = start;
        long before = start;
        long row = 0;
        while (row < mostRows && before < end) {
            int count = (int) Math.min(batch, mostRows - row);
            log.append(row, count);
            row += count;
            if (syncs || syncsAtIntervals && before - synced > TimeUnit.MILLISECONDS.toNanos(Promise.INTERVAL_MS)) {
                log.sync();
                synced = before;
            }
            long now = System.nanoTime();
            slowestBatchNs = Math.max(slowestBatchNs, now - before);
            before = now;
        }
        return row;
    }

    private long appendPaced(RowLog log, long start) throws IOException {
        for (int row = 0; row < times.length; row++) {
            long intended = start + row * PERIOD_NS;
            while (System.nanoTime() < intended) {
                Thread.onSpinWait();
            }
            log.append(row, 1);
            times[row] = System.nanoTime() - intended;
        }
        return times.length;
    }

    private Thread syncInBackground(RowLog log) {
        if (promise != Promise.INTERVAL || log.syncing() != Syncing.BESIDE) {
            return null;
        }
        return Thread.ofPlatform().daemon().name("sync").start(() -> {
            try {
                while (!done) {
                    TimeUnit.MILLISECONDS.sleep(Promise.INTERVAL_MS);
                    log.sync();
                }
            } catch (InterruptedException e) {
                // No other code can interrupt this thread.
            } catch (IOException e) {
                syncFailure = e;
            }
        });
    }

    private void end(Thread syncing) throws IOException {
        done = true;
        try {
            if (syncing != null) {
                syncing.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (syncFailure != null) {
            throw syncFailure;
        }
    }

    /// Bytes on disk of the folder, without holes; 0 if the system does not report it.
    private static long diskBytes(Path folder) {
        try {
            Proc.Printed du = Proc.run("du", "-s", "-B1", folder.toString());
            return du.exit() == 0 ? Long.parseLong(du.text().split("\\s")[0]) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
