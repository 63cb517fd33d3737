// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets work that was interrupted (Ctrl-C, SIGTERM) end well: the JVM waits until it has, but not for ever.
public final class GracefulStop implements AutoCloseable {
    /// Where an input does not come, or a disk hangs, the working thread does not see that it should stop; then the
    /// store is left as a dead process leaves it, which is sound, too.
    private static final long WAIT_S = 20;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean underWay;

    private GracefulStop(Runnable stop) {
        hook = new Thread(() -> {
            underWay = true;
            stop.run();
            try {
                done.await(WAIT_S, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "ashlar-interruption");
    }

    /// From now on until it is closed, an interruption calls this, which must not wait.
    public static GracefulStop stopping(Runnable stop) {
        GracefulStop interruption = new GracefulStop(stop);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    public boolean isUnderWay() {
        return underWay;
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs already.
        }
    }
}
