// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.ashlar.measure.host.OwnUse;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;

/// Threads that begin together, and the resources that they have used.
public final class Threads {
    private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Threads() {
    }

    /// Bytes that this thread has allocated on the heap so far.
    public static long allocatedBytes() {
        return BEAN.getCurrentThreadAllocatedBytes();
    }

    /// CPU time of this thread so far, in nanoseconds.
    public static long cpuNs() {
        return BEAN.getCurrentThreadCpuTime();
    }

    /// CPU time of all threads of this process so far, including those of the JVM, in nanoseconds.
    public static long processCpuNs() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    @FunctionalInterface
    public interface Task {
        void run(int index) throws Exception;
    }

    /// Runs a task in several threads. Their preemptions are reported with the disturbance if there is a core for each
    /// thread: otherwise they preempt each other.
    ///
    /// @return nanoseconds from their common start to the end of the last thread
    /// @throws IllegalStateException if one of them fails
    public static long together(int threads, Task task) throws InterruptedException {
        boolean watched = Preemptions.OF_TRIAL.isBound() && threads <= Runtime.getRuntime().availableProcessors();
        return run(threads, watched ? Preemptions.OF_TRIAL.get() : new Preemptions(), task);
    }

    /// The same for tasks that yield or park while they wait for each other. Their preemptions are not reported: a
    /// thread that yields, or whose core is taken by the thread that it has woken, looks as if preempted by others.
    public static long waiting(int threads, Task task) throws InterruptedException {
        return run(threads, new Preemptions(), task);
    }

    private static long run(int threads, Preemptions told, Task task) throws InterruptedException {
        AtomicReference<Throwable> problem = new AtomicReference<>();
        long[] times = new long[2 * threads];
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int index = i;
            started.add(Thread.ofPlatform().start(() -> {
                try {
                    long switches = OwnUse.switchesOfThisThread();
                    start.await();
                    times[2 * index] = System.nanoTime();
                    task.run(index);
                    times[2 * index + 1] = System.nanoTime();
                    told.add(index, OwnUse.switchesOfThisThread() - switches, times[2 * index + 1] - times[2 * index]);
                } catch (Throwable e) {
                    problem.set(e);
                }
            }));
        }
        for (Thread thread : started) {
            thread.join();
        }
        if (problem.get() != null) {
            throw new IllegalStateException("a thread failed: " + problem.get(), problem.get());
        }
        long begin = times[0];
        long end = times[1];
        for (int i = 1; i < threads; i++) {
            // Differences, because the clock may wrap around.
            begin = times[2 * i] - begin < 0 ? times[2 * i] : begin;
            end = times[2 * i + 1] - end > 0 ? times[2 * i + 1] : end;
        }
        return end - begin;
    }

    /// Numbers of threads from one up to the cores: 1, 2, 4, … and all.
    public static List<Integer> upTo(int cores) {
        List<Integer> counts = new ArrayList<>();
        for (int count = 1; count < cores; count *= 2) {
            counts.add(count);
        }
        counts.add(cores);
        return counts;
    }

    /// Counts preemptions of measuring threads.
    ///
    /// Threads start and end with each repetition. Threads with the same index are counted together, so that one switch
    /// in a short repetition raises no alarm. To be used by any thread.
    static final class Preemptions {
        /// The counts of the current trial, bound in the thread that starts the others; unbound if they are not needed.
        static final ScopedValue<Preemptions> OF_TRIAL = ScopedValue.newInstance();

        private record Sum(long times, long ns) {
            Sum and(Sum other) {
                return new Sum(times + other.times, ns + other.ns);
            }

            double perSec() {
                return times * 1e9 / Math.max(1, ns);
            }
        }

        private final Map<Integer, Sum> threads = new HashMap<>();

        /// Records that a thread lost its core this many times in this time.
        synchronized void add(int index, long times, long ns) {
            threads.merge(index, new Sum(times, ns), Sum::and);
        }

        /// The rate of the thread with the most preemptions; 0 if there was none.
        synchronized double mostPerSec() {
            return threads.values().stream().mapToDouble(Sum::perSec).max().orElse(0);
        }
    }
}
