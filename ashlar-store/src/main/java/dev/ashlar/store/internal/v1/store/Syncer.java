// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.file.Uninterrupted;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The thread that makes a store durable at intervals, and earlier when it is asked to. It ends when the store is
/// closed, or when the disk fails, which the next commit of the writer reports.
final class Syncer implements AutoCloseable {
    private final Checkpoints checkpoints;
    private final Duration interval;
    private final Semaphore asked = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    Syncer(Checkpoints checkpoints, Duration interval) {
        this.checkpoints = checkpoints;
        this.interval = interval;
        thread = Thread.ofPlatform().daemon().name("ashlar-sync").start(this::run);
    }

    /// Has the next sync begin at once, or when the one under way is done.
    void soon() {
        if (asked.availablePermits() == 0) {
            asked.release();
        }
    }

    private void run() {
        try {
            asked.tryAcquire(interval.toNanos(), TimeUnit.NANOSECONDS);
            while (!closed) {
                checkpoints.writeIfChanged();
                asked.tryAcquire(interval.toNanos(), TimeUnit.NANOSECONDS);
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
        closed = true;
        asked.release();
        Uninterrupted.join(thread);
    }
}
