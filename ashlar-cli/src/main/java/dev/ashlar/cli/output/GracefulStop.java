// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets interrupted work (Ctrl-C, SIGTERM) finish cleanly: the JVM waits for it, for a bounded time.
public final class GracefulStop implements AutoCloseable {
    /// If an input stalls or a disk hangs, the working thread cannot notice the request to stop. Then the
    /// store is left as after a killed process, which is sound as well.
    private static final long WAIT_S = 20;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean underWay;
    private volatile int exitCode = -1;

    private GracefulStop(Runnable stop) {
        hook = new Thread(() -> {
            underWay = true;
            stop.run();
            try {
                if (done.await(WAIT_S, TimeUnit.SECONDS) && exitCode >= 0) {
                    Runtime.getRuntime().halt(exitCode);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "ashlar-interruption");
    }

    /// Calls this on an interruption, until closed. It must not block.
    public static GracefulStop stopping(Runnable stop) {
        GracefulStop interruption = new GracefulStop(stop);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    public boolean isUnderWay() {
        return underWay;
    }

    /// The work ended as it should: if an interruption asked for that, the process ends with this code at [#close]
    /// instead of the signal's. What was printed must have been flushed.
    public void finished(int code) {
        exitCode = code;
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The shutdown hook is already running.
        }
    }
}
