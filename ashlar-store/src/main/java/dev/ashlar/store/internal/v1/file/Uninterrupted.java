// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Operations that an interrupt must not end. Work with a channel, which an interrupt of its thread would close, is
/// done by a thread that no caller can interrupt; waiting for threads is resumed.
public final class Uninterrupted {
    private Uninterrupted() {
    }

    /// Waits for a task to end, interrupted or not; the thread is interrupted afterwards if it was.
    static <T> T call(Callable<T> task) throws IOException {
        FutureTask<T> future = new FutureTask<>(task);
        Thread.ofPlatform().daemon().name("ashlar-file").start(future);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Waits for a thread to end, likewise.
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
