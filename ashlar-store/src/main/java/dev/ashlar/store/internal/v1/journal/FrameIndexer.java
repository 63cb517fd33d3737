// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.ChunkOwner;
import dev.ashlar.store.internal.v1.chunk.OpenChunk;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.StoreStep;

/// Adds to the index of a journal: a row for the first frame of each chunk, and for each frame that begins 64 KiB or
/// more after the one that had a row last. So the index follows from the journal alone and can be rebuilt.
///
/// **Threading**: the writer's.
public final class FrameIndexer {
    /// Frames that begin less than this after one with a row have none.
    public static final int INTERVAL_BYTES = 1 << 16;

    private final ChunkOwner owner;
    private final Runnable publisher;
    private final Chain chain;
    private final OpenChunk chunk;
    private final int capacity;
    /// Rows that are there since an earlier run of the writer.
    private final long there;
    private long nextRow;
    private long end;
    /// Rows that the current chunk takes.
    private long room;
    private long indexed = -1;
    private long maxTime;
    private long maxSequence;
    private long messages;

    /// @param from the row that comes next; if it is there already, it and those after it are not written again
    /// @param publisher publishes all that is pending, before a chunk is full
    FrameIndexer(ChunkOwner owner, FrameIndex index, int container, long from, Runnable publisher) {
        this.owner = owner;
        this.publisher = publisher;
        chain = index.chain();
        chunk = new OpenChunk(owner, chain, container);
        capacity = owner.extents().capacity(owner.extents().geometry().chunkBytes() / FrameIndex.ROW_BYTES,
                FrameIndex.ROW_BYTES);
        end = chunk.count();
        room = chain.last() != null && owner.extents().mayGrow(chain.last().chunk()) ? capacity : end;
        there = chunk.first() + end;
        nextRow = from;
        if (from > chain.first()) {
            long last = from - 1;
            indexed = index.get(last, FrameIndex.POSITION);
            maxTime = index.get(last, FrameIndex.TIME);
            maxSequence = index.get(last, FrameIndex.SEQUENCE);
            messages = index.get(last, FrameIndex.MESSAGES);
        }
    }

    /// The position of the frame that has a row last, from which on frames have to be added; -1 if there is none.
    long indexed() {
        return indexed;
    }

    /// Takes space for a row.
    void prepare() throws StoreException {
        if (nextRow >= there) {
            if (end < room) {
                chunk.reserve((int) (end + 1) * FrameIndex.ROW_BYTES);
            } else {
                chunk.prepare(0, FrameIndex.ROW_BYTES);
            }
        }
    }

    /// Adds a frame.
    ///
    /// @param first whether it is the first of its chunk
    void add(long position, boolean first, long timeNs, long sequence) {
        if (position > indexed && (first || position - indexed >= INTERVAL_BYTES)) {
            if (nextRow >= there) {
                put(position);
            }
            nextRow++;
            indexed = position;
        }
        maxTime = Long.compareUnsigned(timeNs, maxTime) > 0 ? timeNs : maxTime;
        maxSequence = Long.compareUnsigned(sequence, maxSequence) > 0 ? sequence : maxSequence;
        messages++;
    }

    private void put(long position) {
        if (end == room) {
            publisher.run();
            chunk.rollPrepared(new Identity(0, 0, nextRow, capacity, FrameIndex.ROW_BYTES, 0, 0, 0, 0));
            owner.at(StoreStep.ROLLED);
            end = 0;
            room = capacity;
        }
        long at = end * FrameIndex.ROW_BYTES;
        chunk.memory().set(LONG, at + FrameIndex.POSITION, position);
        chunk.memory().set(LONG, at + FrameIndex.TIME, maxTime);
        chunk.memory().set(LONG, at + FrameIndex.SEQUENCE, maxSequence);
        chunk.memory().set(LONG, at + FrameIndex.MESSAGES, messages);
        end++;
    }

    void publish() {
        if (end != chunk.count()) {
            chunk.publish(end);
            owner.at(StoreStep.INDEX_PUBLISHED);
        }
    }
}
