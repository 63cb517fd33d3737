// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The thread that makes a store durable at intervals. It ends with the store, or when the disk fails, which the writer
/// is told at its next commit.
final class Syncer implements AutoCloseable {
    private final Checkpoints checkpoints;
    private final Duration interval;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    Syncer(Checkpoints checkpoints, Duration interval) {
        this.checkpoints = checkpoints;
        this.interval = interval;
        thread = Thread.ofPlatform().daemon().name("ashlar-sync").start(this::run);
    }

    private void run() {
        try {
            while (!closed.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
                checkpoints.writeIfChanged();
            }
        } catch (InterruptedException e) {
            // Nobody has this thread to interrupt it.
        } catch (StoreException e) {
            // Noted where the writer will find it.
        }
    }

    /// Waits until no sync is under way.
    @Override
    public void close() {
        closed.countDown();
        Uninterrupted.join(thread);
    }
}
