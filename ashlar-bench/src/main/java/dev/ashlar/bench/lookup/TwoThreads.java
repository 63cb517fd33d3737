// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Measures ways to look up on two threads at once, each with keys of its own, by turns as [Turns] does.
///
/// Times are those of the clock, from the moment when both begin until the last ends, for the keys of both: what two
/// threads find in all is the question.
///
/// **Threading**: makes its threads itself; one thread measures.
final class TwoThreads {
    private static final int COUNT = 2;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final int lookups;
    private final Turns turns;

    /// What a thread did.
    private record Share(long startNs, long endNs, long allocatedBytes) {
    }

    /// @param lookups    of each thread, in each way and round
    /// @param warmRounds before those that count
    TwoThreads(int lookups, int warmRounds, int rounds) {
        this.lookups = lookups;
        turns = new Turns(lookups, warmRounds, rounds);
    }

    /// For the table; says so where the threads have to take turns.
    static String label() {
        int cores = Runtime.getRuntime().availableProcessors();
        return COUNT > cores ? COUNT + " threads on " + cores + " core" : COUNT + " threads";
    }

    /// @param ways by name, one finder for each thread
    /// @throws IOException if a way finds something else than it should
    List<LookupResult> measure(String index, List<Keys> sets, Map<String, List<Finder>> ways) throws IOException {
        String label = index + ", " + label();
        try (ExecutorService threads = Executors.newFixedThreadPool(COUNT)) {
            return turns.byTurns(label, sets.getFirst().name(), List.copyOf(ways.keySet()), (way, turn) -> {
                List<Share> shares = together(threads, label, way, ways.get(way), sets, turn * COUNT);
                long start = shares.stream().mapToLong(Share::startNs).min().orElseThrow();
                long end = shares.stream().mapToLong(Share::endNs).max().orElseThrow();
                double heap = shares.stream().mapToLong(Share::allocatedBytes).sum();
                return new Turns.Turn((end - start) / (double) keys(), heap / keys());
            });
        }
    }

    private long keys() {
        return (long) COUNT * lookups;
    }

    private static List<Share> together(ExecutorService threads, String index, String name, List<Finder> finders,
            List<Keys> sets, int turn) throws IOException {
        CyclicBarrier begin = new CyclicBarrier(COUNT);
        List<Future<Share>> futures = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            Finder finder = finders.get(i);
            Keys keys = sets.get((turn + i) % sets.size());
            futures.add(threads.submit(() -> share(begin, index, name, finder, keys)));
        }
        List<Share> shares = new ArrayList<>();
        try {
            for (Future<Share> future : futures) {
                shares.add(future.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while two threads looked up", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
        return shares;
    }

    private static Share share(CyclicBarrier begin, String index, String name, Finder finder, Keys keys)
            throws IOException, InterruptedException, BrokenBarrierException {
        begin.await();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        long sum = finder.sum(keys.keys());
        long end = System.nanoTime();
        long heap = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        keys.check(sum, name, index);
        return new Share(start, end, heap);
    }
}
