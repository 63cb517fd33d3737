// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.table;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkOwner;
import dev.ashlar.store.internal.v1.chunk.OpenChunk;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.StoreStep;
import java.lang.foreign.MemorySegment;

/// Adds rows to a table that a journal fills. Space for all rows of a message is taken before the first is written, so
/// that from then on nothing can fail.
///
/// **Threading**: the writer's.
public final class DerivedRows {
    private final Rows table;
    private final ChunkOwner owner;
    private final OpenChunk chunk;
    /// Rows that are there since an earlier run of the writer.
    private final long there;
    /// Of the current chunk; null where it is another than the table's, or there is no chunk.
    private BlockLayout layout;
    private int prefix;
    private int stride;
    private int capacity;
    private long nextRow;
    /// Rows of the current chunk, published or not; and those that have space.
    private long end;
    private long limit;

    /// @param from the row that comes next; if it is there already, it and those after it are not written again
    public DerivedRows(Rows table, ChunkOwner owner, int container, long from) {
        this.table = table;
        this.owner = owner;
        chunk = new OpenChunk(owner, table.chain(), container);
        Link last = table.chain().last();
        if (last != null && table.layout().isOf(last.identity()) && owner.extents().mayGrow(last.chunk())) {
            lookAtLayout();
        }
        end = chunk.count();
        limit = end;
        there = chunk.first() + end;
        nextRow = from;
    }

    private void lookAtLayout() {
        layout = table.layout();
        prefix = layout.row().prefix().bytes();
        stride = layout.row().stride();
        capacity = capacity(layout);
    }

    private int capacity(BlockLayout of) {
        return owner.extents().capacity(of.capacity(), of.row().stride());
    }

    public long nextRow() {
        return nextRow;
    }

    /// Takes space for rows.
    public void prepare(int rows) throws StoreException {
        if (nextRow < there || layout != table.layout() || end + rows > limit) {
            makeRoom(Math.max(0, nextRow + rows - Math.max(nextRow, there)));
        }
    }

    private void makeRoom(long rows) throws StoreException {
        BlockLayout wanted = table.layout();
        long here = layout == wanted ? Math.min(rows, capacity - end) : 0;
        if (here > 0) {
            int reserved = chunk.reserve(bytes(wanted, end + here));
            limit = Math.min(capacity, reserved / stride);
        }
        long left = rows - here;
        for (int spare = 0; left > 0; spare++) {
            long now = Math.min(left, capacity(wanted));
            chunk.prepare(spare, bytes(wanted, now));
            left -= now;
        }
    }

    /// Bytes for this many rows of a chunk; with the last one comes the space of the seal.
    private int bytes(BlockLayout of, long rows) {
        return rows == of.capacity() ? owner.extents().geometry().chunkBytes() : (int) rows * of.row().stride();
    }

    /// Whether the next row begins another chunk.
    public boolean isFull() {
        return nextRow >= there && (layout != table.layout() || end == capacity);
    }

    /// Goes on to another chunk; all rows before have to be published.
    public void roll() {
        BlockLayout wanted = table.layout();
        chunk.rollPrepared(new Identity(0, 0, nextRow, capacity(wanted), wanted.row().stride(),
                wanted.row().blockLength(), wanted.row().schemaVersion(), wanted.row().prefix().bytes(),
                wanted.footer()));
        owner.at(StoreStep.ROLLED);
        lookAtLayout();
        end = 0;
        limit = 0;
    }

    /// Adds the root block of a message.
    public void put(long position, long timeNs, MemorySegment source, long offset, long length, long version) {
        if (nextRow++ >= there) {
            long at = end++ * stride;
            chunk.memory().set(PACKED_LONG, at, position);
            chunk.memory().set(PACKED_LONG, at + Long.BYTES, timeNs);
            layout.nulls().complete(source, offset, length, version, chunk.memory(), at + prefix);
        }
    }

    /// Adds the block of a group entry.
    public void put(long parentRow, MemorySegment source, long offset, long length, long version) {
        if (nextRow++ >= there) {
            long at = end++ * stride;
            chunk.memory().set(PACKED_LONG, at, parentRow);
            layout.nulls().complete(source, offset, length, version, chunk.memory(), at + prefix);
        }
    }

    public void publish() {
        long from = chunk.count();
        if (end != from) {
            chunk.publish(end);
            if (table.follower() != null) {
                table.follower().committed(chunk.memory(), prefix + from * stride, end - from,
                        chunk.first() + from, layout.row());
            }
            owner.at(StoreStep.ROWS_PUBLISHED);
        }
    }
}
