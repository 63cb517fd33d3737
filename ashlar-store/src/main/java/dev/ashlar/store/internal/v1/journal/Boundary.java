// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Shows when a journal and its tables are consistent with each other: between two messages, but not while one is being
/// published.
///
/// A checkpoint takes its marks at such a boundary. The syncing thread takes them itself if the writer has paused; else
/// it asks the writer, which takes them at its next boundary. So neither waits for more than one message.
///
/// **Threading**: one writer, and one other thread at a time.
public final class Boundary {
    private static final VarHandle PUBLICATIONS;
    private static final VarHandle WANTED;
    private static final int WAIT_MS = 1;

    static {
        try {
            PUBLICATIONS = MethodHandles.lookup().findVarHandle(Boundary.class, "publications", long.class);
            WANTED = MethodHandles.lookup().findVarHandle(Boundary.class, "wanted", Runnable.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// Odd while something is being published.
    private long publications;
    /// What the other thread wants done at a boundary; null for nothing.
    private Runnable wanted;
    private boolean abandoned;

    /// The writer begins to publish.
    public void enter() {
        assert (publications & 1) == 0 : "publication within a publication";
        PUBLICATIONS.setOpaque(this, publications + 1);
        // What is published is stored with release, and so not before this.
    }

    /// All that belongs together is published.
    public void leave() {
        assert (publications & 1) == 1 : "no publication";
        PUBLICATIONS.setRelease(this, publications + 1);
        if (WANTED.getOpaque(this) != null) {
            serve();
        }
    }

    boolean isEntered() {
        return (publications & 1) == 1;
    }

    private synchronized void serve() {
        if (wanted != null) {
            wanted.run();
            WANTED.setOpaque(this, null);
            notifyAll();
        }
    }

    /// Reads at a boundary, from another thread than the writer's.
    ///
    /// @param read run once or more; only what it reads last is of a boundary
    /// @return whether it was; not if there will never be one again
    public boolean at(Runnable read) {
        boolean interrupted = false;
        synchronized (this) {
            WANTED.setOpaque(this, read);
            while (wanted != null && !abandoned) {
                if (tryRead(read)) {
                    WANTED.setOpaque(this, null);
                    break;
                }
                try {
                    wait(WAIT_MS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !abandoned;
    }

    /// The writer will never end what it publishes.
    public synchronized void abandon() {
        abandoned = true;
        notifyAll();
    }

    private boolean tryRead(Runnable read) {
        long before = (long) PUBLICATIONS.getAcquire(this);
        if ((before & 1) == 1) {
            return false;
        }
        read.run();
        VarHandle.acquireFence();
        return (long) PUBLICATIONS.getOpaque(this) == before;
    }
}
