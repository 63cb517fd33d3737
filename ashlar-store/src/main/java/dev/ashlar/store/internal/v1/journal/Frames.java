// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Pins;
import dev.ashlar.store.internal.v1.file.StoreId;

/// A journal: its chunks and its index.
///
/// Its positions are those of a file without end of which each chunk is a part; what does not fit into the rest of a
/// chunk begins in the next one. The count of its entry says how much of a chunk is in use until there is a
/// successor, whose identity says it from then on.
///
/// **Threading**: any thread.
public final class Frames implements Journal {
    private final String name;
    private final Chain chain;
    private final Pins pins;
    private final StoreId id;
    private volatile Schema schema;
    private volatile FrameIndex index;
    private volatile boolean ended;

    public Frames(String name, Chain chain, Pins pins, StoreId id, Schema schema) {
        this.name = name;
        this.chain = chain;
        this.pins = pins;
        this.id = id;
        this.schema = schema;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    void schema(Schema newer) {
        schema = newer;
    }

    @Override
    public long firstPosition() {
        return chain.first();
    }

    @Override
    public long endPosition() {
        return chain.end();
    }

    @Override
    public long messageCount() {
        try (FrameCursor cursor = cursor()) {
            long before = 0;
            FrameIndex rows = index;
            if (rows != null) {
                try {
                    before = countIndexed(rows, cursor);
                } catch (CorruptChunkException e) {
                    // Where the index is damaged all that is there is counted.
                    cursor.begin(firstPosition());
                }
            }
            return before + remaining(cursor);
        }
    }

    /// Messages before the last that the index knows, to which the cursor goes.
    private long countIndexed(FrameIndex rows, FrameCursor cursor) {
        long first = rows.lastLess(FrameIndex.POSITION, firstPosition()) + 1;
        long last = rows.lastAt(endPosition());
        if (last < first) {
            return 0;
        }
        long before = rows.require(last, FrameIndex.MESSAGES)
                - rows.require(Math.max(first, rows.chain().first()), FrameIndex.MESSAGES);
        cursor.begin(rows.require(last, FrameIndex.POSITION));
        return before;
    }

    private static long remaining(FrameCursor cursor) {
        long count = 0;
        while (cursor.tryNext()) {
            count++;
        }
        return count;
    }

    @Override
    public FrameCursor cursor() {
        return new FrameCursor(this, pins, false);
    }

    @Override
    public JournalCursor tail() {
        return new FrameCursor(this, pins, true);
    }

    public Chain chain() {
        return chain;
    }

    public FrameChecksum checksum() {
        return new FrameChecksum(id);
    }

    /// Null where there is none yet.
    public FrameIndex index() {
        return index;
    }

    public void index(FrameIndex made) {
        index = made;
    }

    /// Whether nothing is added to the last chunk any more, where leftovers of a writer that died may lie.
    public boolean ended() {
        return ended;
    }

    public void ended(boolean value) {
        ended = value;
    }

    /// Bytes of a chunk that are frames.
    ///
    /// @param at in the links
    public long used(Link[] links, int at) {
        Link link = links[at];
        boolean followed = at + 1 < links.length
                && links[at + 1].identity().ordinal() == link.identity().ordinal() + 1;
        long count = followed ? links[at + 1].identity().blockLength() : link.count();
        return Math.clamp(count, 0,
                Math.min(link.identity().capacity(), chain.geometry().chunkBytes()));
    }

    CorruptChunkException damaged(String found, long from, long to) {
        return new CorruptChunkException(found, from, to, name);
    }
}
