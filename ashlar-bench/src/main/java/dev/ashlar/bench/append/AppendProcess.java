// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.ashlar.bench.Fork;
import dev.ashlar.bench.append.RowLog.Syncing;
import dev.ashlar.latency.Latencies;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/// The measuring JVM: appends to warm up, then to measure, reads back and checks.
public final class AppendProcess {
    /// Long enough to compile all, short where what is measured takes long.
    private static final long WARM_MS = 1_500;
    private static final long NS_PER_TICK = 10_000_000;
    /// Of `/proc/self/stat`, after the name.
    private static final int SYSTEM_TICKS = 12;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Trial trial;
    private final Latencies latencies = new Latencies("append");
    private volatile boolean done;
    private volatile IOException syncFailure;
    private long slowestBatchNs;

    private AppendProcess(Trial trial) {
        this.trial = trial;
    }

    /// @param args the fields of a trial, and the folder
    public static void main(String[] args) throws IOException {
        Trial trial = new Trial(Contender.valueOf(args[0]), Work.valueOf(args[1]), Promise.valueOf(args[2]),
                Integer.parseInt(args[3]), Load.valueOf(args[4]), Long.parseLong(args[5]), Long.parseLong(args[6]));
        System.out.println(Fork.FOUND + measure(trial, Path.of(args[7])).line());
        // Peers leave threads behind.
        System.exit(0);
    }

    /// Measures in this JVM.
    static AppendResult measure(Trial trial, Path folder) throws IOException {
        Trial warm = new Trial(trial.contender(), trial.work(), trial.promise(), trial.batch(), trial.load(),
                trial.rows(), Math.min(trial.limitMs(), WARM_MS));
        Path warmed = Files.createDirectory(folder.resolve("warm"));
        new AppendProcess(warm).run(warmed);
        Fork.delete(warmed);
        System.gc();
        return new AppendProcess(trial).run(Files.createDirectory(folder.resolve("run")));
    }

    private AppendResult run(Path folder) throws IOException {
        long rows;
        long elapsed;
        long cpu;
        long system;
        long allocated;
        try (RowLog log = trial.contender().open(folder, trial.work(), trial.promise())) {
            Thread syncing = syncBeside(log);
            cpu = MACHINE.getProcessCpuTime();
            system = systemTicks();
            allocated = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            rows = trial.load() == Load.FULL ? append(log, start) : appendPaced(log, start);
            log.settle();
            allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
            if (trial.promise() == Promise.INTERVAL) {
                // The interval has passed for all rows alike.
                end(syncing);
                log.sync();
            }
            elapsed = System.nanoTime() - start;
            cpu = MACHINE.getProcessCpuTime() - cpu;
            system = (systemTicks() - system) * NS_PER_TICK;
            long digest = log.readBack(rows);
            if (digest != trial.work().digest(rows)) {
                throw new IOException("read back other than was appended: digest=" + digest + ", expected="
                        + trial.work().digest(rows) + ", rows=" + rows);
            }
        }
        Histogram times = latencies.takeInterval();
        return new AppendResult(rows, elapsed, cpu, system, allocated, diskBytes(folder), slowestBatchNs,
                times.getValueAtPercentile(50), times.getValueAtPercentile(99), times.getValueAtPercentile(99.9),
                times.getMaxValue());
    }

    private long append(RowLog log, long start) throws IOException {
        boolean syncs = log.syncing() != Syncing.ITSELF && trial.promise() == Promise.COMMIT;
        boolean syncsAtIntervals = log.syncing() == Syncing.WRITER && trial.promise() == Promise.INTERVAL;
        long end = start + TimeUnit.MILLISECONDS.toNanos(trial.limitMs());
        long synced = start;
        long before = start;
        long row = 0;
        while (row < trial.rows() && before < end) {
            int batch = (int) Math.min(trial.batch(), trial.rows() - row);
            log.append(row, batch);
            row += batch;
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
        long rows = Math.min(trial.rows(), TimeUnit.MILLISECONDS.toNanos(trial.limitMs()) / Load.PERIOD_NS);
        for (long row = 0; row < rows; row++) {
            long intended = start + row * Load.PERIOD_NS;
            while (System.nanoTime() < intended) {
                Thread.onSpinWait();
            }
            log.append(row, 1);
            latencies.record(System.nanoTime() - intended);
        }
        return rows;
    }

    private Thread syncBeside(RowLog log) {
        if (trial.promise() != Promise.INTERVAL || log.syncing() != Syncing.BESIDE) {
            return null;
        }
        return Thread.ofPlatform().daemon().name("sync").start(() -> {
            try {
                while (!done) {
                    TimeUnit.MILLISECONDS.sleep(Promise.INTERVAL_MS);
                    log.sync();
                }
            } catch (InterruptedException e) {
                // Nobody has this thread to interrupt it.
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

    /// Time of this process in the kernel; 0 where the system does not tell.
    private static long systemTicks() throws IOException {
        Path stat = Path.of("/proc/self/stat");
        if (!Files.exists(stat)) {
            return 0;
        }
        String text = Files.readString(stat);
        return Long.parseLong(text.substring(text.lastIndexOf(')') + 2).split(" ")[SYSTEM_TICKS]);
    }

    /// What the folder takes of the disk; holes take nothing. 0 where the system does not tell.
    private static long diskBytes(Path folder) {
        try {
            Process du = new ProcessBuilder("du", "-s", "-B1", folder.toString()).start();
            String answer = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return du.waitFor() == 0 ? Long.parseLong(answer.split("\\s")[0]) : 0;
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
