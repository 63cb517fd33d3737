// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.flow.Syncs;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Extents;
import java.io.IOException;
import java.util.BitSet;

/// The changes of a last-value table since its last sync, and the numbers of its syncs. Replaced records are noted
/// piece by piece. New records are synced like rows of tables, but their values need a sync number as well: the slot
/// that is on the disk must not be refilled before another one is.
///
/// **Threading**: the writer changes cells and notes so under the lock of this object, since a sync must not begin
/// between; the thread that syncs does the rest, one at a time.
public final class ValueSync {
    /// Number of bytes that are synced if one of them has changed.
    private static final int PIECE_BYTES = 1 << 16;

    private final Extents extents;
    private final ValueTable lastValues;
    private final Syncs syncs;
    private final int chunkPieces;
    private BitSet dirty = new BitSet();
    private BitSet syncing = new BitSet();
    /// Whether there are new records.
    private boolean added;
    /// What changed before the store was opened is not known.
    private boolean allDirty;
    private boolean syncingAll;
    /// Whether the sync under way may be one that the writer began that died: it saves what was current then.
    private volatile boolean resumed;
    /// That sync is completed, and the one that saves the rest has not begun.
    private boolean owed;

    /// @param completed number of the last sync that was completed
    /// @param allDirty  whether anything may have changed since
    /// @param resumed   whether another sync may have been under way, of a writer that died
    public ValueSync(Extents extents, ValueTable lastValues, long completed, boolean allDirty, boolean resumed) {
        this.extents = extents;
        this.lastValues = lastValues;
        syncs = new Syncs(completed);
        chunkPieces = Math.max(1, extents.geometry().chunkBytes() / PIECE_BYTES);
        this.allDirty = allDirty;
        this.resumed = resumed;
        if (resumed) {
            syncs.begin();
        }
    }

    public Syncs syncs() {
        return syncs;
    }

    /// Notes a change; under the lock.
    ///
    /// @param chunk  among the last-value table's
    /// @param offset in the chunk
    /// @return bytes of pieces that were not changed before
    long changed(int chunk, long offset, long bytes) {
        int piece = chunk * chunkPieces;
        int from = piece + (int) (offset / PIECE_BYTES);
        int to = piece + (int) ((offset + bytes - 1) / PIECE_BYTES) + 1;
        long added = 0;
        for (int i = from; i < to; i++) {
            added += dirty.get(i) ? 0 : pieceBytes();
            dirty.set(i);
        }
        return added;
    }

    private int pieceBytes() {
        return Math.min(PIECE_BYTES, extents.geometry().chunkBytes());
    }

    /// Bytes of pieces that have changed, and are not synced.
    public synchronized long undurableBytes() {
        return (long) (dirty.cardinality() + syncing.cardinality()) * pieceBytes();
    }

    /// Notes a new record; under the lock.
    void added() {
        added = true;
    }

    /// Whether there is something to sync.
    public synchronized boolean isChanged() {
        return added || allDirty || owed || !dirty.isEmpty() || syncs.begun() != syncs.completed();
    }

    /// Whether one more sync has to follow the next one.
    public boolean isResumed() {
        return resumed;
    }

    /// Begins a sync if there is something to sync.
    ///
    /// @return the number of the last sync that was completed when this one is
    public synchronized long begin() {
        if (syncs.begun() == syncs.completed() && isChanged()) {
            syncs.begin();
            owed = false;
            added = false;
        }
        BitSet swapped = syncing;
        syncing = dirty;
        dirty = swapped;
        syncingAll = allDirty;
        allDirty = false;
        return syncs.begun();
    }

    /// Makes durable what had changed when the sync began.
    public void force() throws IOException {
        if (syncingAll) {
            // Of the chain: nobody may have looked for keys yet.
            for (Link link : lastValues.chain().links()) {
                force(link, 0, link.count() * link.identity().stride());
            }
        }
        ValueChunk[] chunks = lastValues.chunks();
        int pieceBytes = pieceBytes();
        for (int piece = syncing.nextSetBit(0); piece >= 0;) {
            int chunk = piece / chunkPieces;
            int end = Math.min(syncing.nextClearBit(piece), (chunk + 1) * chunkPieces);
            force(chunks[chunk].link(), (long) (piece % chunkPieces) * pieceBytes, (long) (end - piece) * pieceBytes);
            piece = syncing.nextSetBit(end);
        }
    }

    private void force(Link link, long offset, long bytes) throws IOException {
        if (bytes > 0) {
            extents.sync(extents.geometry().extent(link.chunk()), link.offset() + offset, bytes);
        }
    }

    /// The sync is on the disk, and what says so.
    public synchronized void complete() {
        syncing.clear();
        if (syncs.begun() != syncs.completed()) {
            syncs.complete(syncs.begun());
        }
        owed |= resumed;
        resumed = false;
    }
}
