// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.internal.execution.QueryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Runs kernels over all stripes or other parts of a table on several threads, and delivers the results in the order of
/// the parts.
public final class ParallelScan {
    /// Processes one part.
    public interface Work<P, T> {
        /// Does a part; called by several threads at once, each with a worker of its own.
        T run(int worker, P part);
    }

    private ParallelScan() {
    }

    /// @param taker is called by one thread at a time, in order
    static <T> void overStripes(ScanSnapshot snapshot, int threads, QueryBudget budget,
            Work<List<ScanSnapshot.Piece>, T> work, Consumer<T> taker) {
        over(snapshot.stripes(), threads, budget, work, taker);
    }

    /// @param taker is called by one thread at a time, in order
    public static <P, T> void over(List<P> parts, int threads, QueryBudget budget, Work<P, T> work, Consumer<T> taker) {
        InOrder<T> inOrder = new InOrder<>(parts.size(), taker);
        AtomicInteger next = new AtomicInteger();
        List<Throwable> failures = new ArrayList<>();
        WorkerThreads workers = new WorkerThreads();
        try {
            for (int i = 1; i < Math.min(threads, parts.size()); i++) {
                int worker = i;
                workers.start(() -> work(worker, parts, next, work, inOrder, budget, failures));
            }
            work(0, parts, next, work, inOrder, budget, failures);
        } finally {
            // They end soon: by themselves, or stopped by the budget. Memory they read must not go before.
            workers.await(budget::stop);
        }
        if (!failures.isEmpty()) {
            rethrow(failures.getFirst());
        }
    }

    private static <P, T> void work(int worker, List<P> parts, AtomicInteger next, Work<P, T> work, InOrder<T> inOrder,
            QueryBudget budget, List<Throwable> failures) {
        try {
            for (int i = next.getAndIncrement(); i < parts.size(); i = next.getAndIncrement()) {
                budget.check();
                inOrder.put(i, work.run(worker, parts.get(i)));
            }
        } catch (RuntimeException | Error e) {
            synchronized (failures) {
                failures.add(e);
            }
            budget.stop();
        }
    }

    private static void rethrow(Throwable failure) {
        switch (failure) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(failure);
        }
    }

    /// Keeps results until those before them were taken.
    private static final class InOrder<T> {
        private final List<T> results = new ArrayList<>();
        private final Consumer<T> taker;
        private int taken;

        InOrder(int count, Consumer<T> taker) {
            for (int i = 0; i < count; i++) {
                results.add(null);
            }
            this.taker = taker;
        }

        synchronized void put(int index, T result) {
            results.set(index, result);
            while (taken < results.size() && results.get(taken) != null) {
                taker.accept(results.set(taken++, null));
            }
        }
    }
}
