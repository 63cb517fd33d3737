// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.memory.internal.FreeChunks;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.Uninterrupted;

/// Which chunks are free, and the making of more. What is free is derived from the directory.
///
/// A new extent takes some syncs, milliseconds, so a thread makes the next one when a quarter of the last is left.
///
/// **Threading**: one thread at a time.
///
/// **Failure**: a claim is made whole or not at all.
public final class ChunkSpace {
    private static final int LEAST_AHEAD = 16;

    private final Extents extents;
    private final long maxChunks;
    private final FreeChunks free = new FreeChunks();
    private final int[] one = new int[1];
    private int known;
    /// Whether extents are made before they are needed.
    private boolean ahead;
    /// Makes the next extent; null if nobody does.
    private Thread maker;

    public ChunkSpace(Extents extents, long maxBytes) {
        this.extents = extents;
        maxChunks = maxBytes / extents.geometry().chunkBytes();
        learn();
    }

    /// Says that a chunk is in use.
    public void take(int chunk) {
        free.claim(1, chunk, one, 0);
        assert one[0] == chunk : "chunk in use twice: chunk=" + chunk;
    }

    public int freeCount() {
        return free.freeCount();
    }

    /// Takes a chunk, of which the directory says nothing yet.
    public int claim() throws StoreException {
        if (free.freeCount() == 0) {
            endMaking();
            learn();
        }
        if (free.freeCount() == 0) {
            if (chunks() >= maxChunks) {
                throw new StoreException(Reason.NO_SPACE, extents.file(extents.count()),
                        "store has the maximum number of chunks: chunks=" + chunks() + ", bound=" + maxChunks);
            }
            extents.create();
            learn();
        }
        free.claim(1, -1, one, 0);
        if (ahead && free.freeCount() <= extents.geometry().extentChunks() / 4 && maker == null) {
            make();
        }
        return one[0];
    }

    private long chunks() {
        return (long) extents.count() * extents.geometry().extentChunks();
    }

    /// Has extents made before they are needed from here on, where they are large. Small ones would be made all the
    /// time.
    public void makeAhead() {
        ahead = extents.geometry().extentChunks() >= LEAST_AHEAD;
    }

    /// Makes an extent if there is none with a free chunk, so that the first claim need not.
    public void prepare() {
        if (ahead && free.freeCount() == 0 && maker == null) {
            make();
            endMaking();
            learn();
        }
    }

    private void make() {
        if (chunks() < maxChunks) {
            maker = Thread.ofPlatform().daemon().name("ashlar-extent").start(() -> {
                try {
                    extents.create();
                } catch (StoreException e) {
                    // Whoever needs it tries again.
                }
            });
        }
    }

    /// Waits until no extent is being made.
    public void endMaking() {
        if (maker != null) {
            Uninterrupted.join(maker);
            maker = null;
        }
    }

    /// Says what a chunk is used for.
    ///
    /// @param generation of the last durable checkpoint
    public void use(int chunk, Identity identity, long generation) {
        extents.use(chunk, identity, generation);
    }

    /// Gives a chunk back.
    public void release(int chunk) {
        extents.entry(chunk).clear();
        one[0] = chunk;
        free.release(one, 0, 1);
    }

    private void learn() {
        int chunks = extents.count() * extents.geometry().extentChunks();
        if (chunks > known) {
            free.add(known, chunks - known);
            known = chunks;
        }
    }
}
