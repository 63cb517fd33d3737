// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// A few threads that share short tasks; the caller is one of them.
///
/// **Threading**: one thread calls [#run] and [#close].
public final class Workers implements AutoCloseable {
    private final int threads;
    private final ExecutorService others;

    /// One of numbered tasks.
    @FunctionalInterface
    public interface Task {
        void run(int index) throws IOException;
    }

    public Workers(int threads) {
        this.threads = threads;
        others = threads == 1 ? null : Executors.newFixedThreadPool(threads - 1,
                Thread.ofPlatform().daemon().name("ashlar-import-", 1).factory());
    }

    public int threads() {
        return threads;
    }

    /// Runs tasks `0` to `count - 1`, each once, and returns when all have ended. What they wrote is visible then.
    ///
    /// @throws IOException of the task with the lowest number that failed
    public void run(int count, Task task) throws IOException {
        if (others == null || count < 2) {
            for (int i = 0; i < count; i++) {
                task.run(i);
            }
            return;
        }
        AtomicInteger next = new AtomicInteger();
        Throwable[] failures = new Throwable[count];
        Runnable loop = () -> {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                try {
                    task.run(i);
                } catch (IOException | RuntimeException | Error e) {
                    failures[i] = e;
                }
            }
        };
        List<Future<?>> running = new ArrayList<>();
        for (int i = 1; i < Math.min(threads, count); i++) {
            running.add(others.submit(loop));
        }
        loop.run();
        for (Future<?> end : running) {
            await(end);
        }
        for (Throwable failure : failures) {
            rethrow(failure);
        }
    }

    /// Keeps waiting even if interrupted: a task must not write after the caller has continued.
    private static void await(Future<?> end) {
        boolean interrupted = false;
        while (true) {
            try {
                end.get();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void rethrow(Throwable failure) throws IOException {
        switch (failure) {
            case null -> { }
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new UncheckedIOException(new IOException(failure));
        }
    }

    @Override
    public void close() {
        if (others != null) {
            others.shutdown();
        }
    }
}
