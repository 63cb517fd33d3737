// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets work that was interrupted (Ctrl-C, SIGTERM) end well: the JVM waits until it has, but not for ever.
final class Interruption implements AutoCloseable {
    /// Where an input does not come, or a disk hangs, the working thread does not see that it should stop; then the
    /// store is left as a dead process leaves it, which is sound, too.
    private static final long WAIT_S = 20;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean underWay;

    private Interruption(Runnable stop) {
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
    static Interruption stopping(Runnable stop) {
        Interruption interruption = new Interruption(stop);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    boolean isUnderWay() {
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
