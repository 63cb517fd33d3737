// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.StoreException;

/// Bounds the growth since the last sync of a store that is synced at intervals: from half of the bound on, the next
/// sync begins at once; at the bound, the writer waits for it.
///
/// It counts the space reserved for rows, messages and values, about 64 KiB at a time, which is slightly more than what
/// is committed.
///
/// **Threading**: the writer grows; the thread that syncs, or the writer, notes and settles; any asks.
final class GrowthBound {
    private static final long LOOK_MS = 100;

    private final long most;
    private final Checkpoints checkpoints;
    /// Written by the writer alone.
    private volatile long grown;
    private long noted;
    private volatile long durable;
    private volatile long waitedNs;
    private Runnable sync = () -> { };

    GrowthBound(long most, Checkpoints checkpoints) {
        this.most = most;
        this.checkpoints = checkpoints;
    }

    /// @param soon has a sync begin at once
    void start(Runnable soon) {
        sync = soon;
    }

    /// Space was taken.
    ///
    /// @throws StoreException if the store has failed meanwhile
    void grow(long bytes) throws StoreException {
        long now = grown + bytes;
        grown = now;
        if (now - durable >= most / 2) {
            sync.run();
            if (now - durable >= most) {
                await();
            }
        }
    }

    private void await() throws StoreException {
        long start = System.nanoTime();
        boolean interrupted = false;
        synchronized (this) {
            while (grown - durable >= most && !checkpoints.isFailed()) {
                try {
                    wait(LOOK_MS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        waitedNs += System.nanoTime() - start;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        checkpoints.check();
    }

    /// It was looked how far containers go.
    synchronized void note() {
        noted = grown;
    }

    /// What was noted is durable.
    synchronized void settle() {
        durable = noted;
        notifyAll();
    }

    long waitedNs() {
        return waitedNs;
    }
}
