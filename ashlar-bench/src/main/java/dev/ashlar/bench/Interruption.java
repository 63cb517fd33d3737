// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ends the measuring JVMs when the command is interrupted (Ctrl-C, SIGTERM), so that the command can report the
/// figures so far: the shutdown of this JVM waits for the report, but not for ever.
///
/// **Threading**: [#isUnderWay()] from any thread; the rest from the one that measures.
final class Interruption implements AutoCloseable {
    private static final long WAIT_S = 20;
    private static final long AGAIN_MS = 50;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "ashlar-bench-interruption");
    private volatile boolean underWay;

    private Interruption() {
    }

    /// Is active from now on until it is closed.
    static Interruption expected() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    boolean isUnderWay() {
        return underWay;
    }

    /// Repeatedly, because a suite does not know of the interruption and may start another JVM.
    private void end() {
        underWay = true;
        try {
            for (long ms = 0; ms < WAIT_S * 1_000; ms += AGAIN_MS) {
                ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                if (done.await(AGAIN_MS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The shutdown has already begun.
        }
    }
}
