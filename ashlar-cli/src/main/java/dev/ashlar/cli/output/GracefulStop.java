// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/// Lets interrupted work (Ctrl-C, SIGTERM) finish cleanly: the JVM waits for it, for a bounded time.
public final class GracefulStop implements AutoCloseable {
    /// If an input stalls or a disk hangs, the working thread cannot notice the request to stop. Then the
    /// store is left as after a killed process, which is sound as well.
    private static final long WAIT_MS = 20_000;

    /// The work that a running interruption waits for; a JVM has at most one interruption. `System.exit` would wait for
    /// the hook, and the hook for this object.
    private static final AtomicReference<GracefulStop> CLOSED = new AtomicReference<>();

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean underWay;
    private volatile int exitCode = -1;

    private GracefulStop(Runnable stop, LongSupplier progress) {
        hook = new Thread(() -> {
            underWay = true;
            stop.run();
            try {
                boolean over = await(done, progress, WAIT_MS);
                if (!over) {
                    System.err.println("ashlar: the work did not stop: there was no progress for 20 s, perhaps because a "
                            + "disk or an input hangs; the process ends as after a kill, and what was not committed "
                            + "is lost");
                    System.err.flush();
                } else if (exitCode >= 0) {
                    Runtime.getRuntime().halt(exitCode);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "ashlar-interruption");
    }

    /// Waits for the work as long as its progress changes from time to time. Returns whether it ended.
    static boolean await(CountDownLatch done, LongSupplier progress, long waitMs) throws InterruptedException {
        long before = progress.getAsLong();
        while (!done.await(waitMs, TimeUnit.MILLISECONDS)) {
            long now = progress.getAsLong();
            if (now == before) {
                return false;
            }
            before = now;
        }
        return true;
    }

    /// Calls this on an interruption, until closed. It must not block.
    public static GracefulStop stopping(Runnable stop) {
        return stopping(stop, () -> 0);
    }

    /// The same for work that takes long to stop: the JVM waits as long as this number changes.
    public static GracefulStop stopping(Runnable stop, LongSupplier progress) {
        GracefulStop interruption = new GracefulStop(stop, progress);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    public boolean isUnderWay() {
        return underWay;
    }

    /// The work ended as it should: if an interruption asked for that, the process ends with this code at [#exit]
    /// instead of the signal's.
    public void finished(int code) {
        exitCode = code;
    }

    /// Interruptions end the process from now on. One that is under way goes on until [#exit], so that whatever went
    /// wrong is said first.
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook is already running.
            CLOSED.set(this);
        }
    }

    /// Ends the process; the main thread calls it last. If the process was interrupted, it ends with the signal's code,
    /// unless the work failed or said how it [#finished].
    ///
    /// @param code of the work. What was printed must have been flushed
    public static void exit(int code) {
        GracefulStop interruption = CLOSED.get();
        if (interruption != null) {
            if (code > ExitCode.NO) {
                interruption.exitCode = code;
            }
            interruption.done.countDown();
        }
        if (code != ExitCode.DONE || interruption != null || isAnotherThreadAlive()) {
            System.exit(code);
        }
        // The process ends with this thread: `exit` would look for a logger first, in all jars.
    }

    /// Whether the JVM would wait for a thread besides this one.
    private static boolean isAnotherThreadAlive() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] threads = new Thread[2 * all.activeCount() + 1];
        int count = all.enumerate(threads);
        return Arrays.stream(threads, 0, count).anyMatch(thread -> !thread.isDaemon()
                && thread != Thread.currentThread());
    }
}
