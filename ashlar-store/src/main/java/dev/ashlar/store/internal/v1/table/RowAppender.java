// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.table;

import dev.ashlar.codec.MessageEncoder;
import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.store.Appender;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkOwner;
import dev.ashlar.store.internal.v1.chunk.OpenChunk;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Adds rows to the chunk at the end of a table. It is its own claim: there is never more than one.
public final class RowAppender implements Appender, RowClaim {
    private final Rows table;
    private final ChunkOwner owner;
    private final OpenChunk chunk;
    /// Of the current chunk; null where it is another than the table's, or there is no chunk.
    private BlockLayout layout;
    private int prefix;
    private int stride;
    /// Rows of the current chunk, published or not; and those that have space.
    private long end;
    private long limit;
    private int claimed;
    private MemorySegment memory = MemorySegment.NULL;

    public RowAppender(Rows table, ChunkOwner owner, int container) {
        this.table = table;
        this.owner = owner;
        chunk = new OpenChunk(owner, table.chain(), container);
        Link last = table.chain().last();
        if (last != null && table.layout().isOf(last.identity())) {
            lookAtLayout();
        }
        end = chunk.count();
        limit = end;
        memory = chunk.memory();
    }

    private void lookAtLayout() {
        layout = table.layout();
        prefix = layout.row().prefix().bytes();
        stride = layout.row().stride();
    }

    /// From the next claim on rows are laid out again.
    public void layoutChanged() {
        limit = end;
    }

    @Override
    public RowClaim claim() throws StoreException {
        return claim(1);
    }

    @Override
    public RowClaim claim(int maxRows) throws StoreException {
        if (claimed != 0) {
            throw new IllegalStateException("claim is open: rows=" + claimed + " (" + table.name() + ")");
        }
        if (maxRows < 1) {
            throw new IllegalArgumentException("nothing to claim: maxRows=" + maxRows + " (" + table.name() + ")");
        }
        if (end + maxRows > limit) {
            try {
                makeRoom(maxRows);
            } catch (InternalError e) {
                throw owner.fault(e);
            }
        }
        claimed = (int) Math.min(maxRows, limit - end);
        return this;
    }

    private void makeRoom(int maxRows) throws StoreException {
        // A chunk keeps the layout that it has: after a newer schema another one is begun.
        if (layout != table.layout() || end == capacity()) {
            BlockLayout wanted = table.layout();
            chunk.roll(new Identity(0, 0, endRow(), wanted.capacity(), wanted.row().stride(),
                    wanted.row().blockLength(), wanted.row().schemaVersion(), wanted.row().prefix().bytes(),
                    wanted.footer()));
            lookAtLayout();
            end = 0;
            limit = 0;
            memory = chunk.memory();
        }
        long rows = Math.min(capacity(), end + maxRows);
        int chunkBytes = owner.extents().geometry().chunkBytes();
        // With the last row comes the space of the seal.
        int reserved = chunk.reserve(rows == capacity() ? chunkBytes : (int) (rows * stride));
        limit = Math.min(capacity(), stride == 0 ? capacity() : reserved / stride);
    }

    /// Rows of the current chunk, which may have an older layout than the table.
    private long capacity() {
        return table.chain().last().identity().capacity();
    }

    @Override
    public int rows() {
        checkClaimed();
        return claimed;
    }

    @Override
    public MemorySegment memory() {
        checkClaimed();
        return memory;
    }

    @Override
    public long offset() {
        checkClaimed();
        return blockOffset();
    }

    @Override
    public long offset(int index) {
        checkClaimed();
        return blockOffset() + (long) Objects.checkIndex(index, claimed) * stride;
    }

    /// Of the first row claimed.
    private long blockOffset() {
        return prefix + end * stride;
    }

    @Override
    public int stride() {
        checkClaimed();
        return stride;
    }

    private void checkClaimed() {
        if (claimed == 0) {
            throw new IllegalStateException("nothing is claimed (" + table.name() + ")");
        }
    }

    @Override
    public <E extends MessageEncoder> E wrap(E encoder, int index) {
        layout.encoded().require(encoder);
        encoder.wrap(memory(), offset(index));
        return encoder;
    }

    @Override
    public void commit() throws StoreException {
        commit(claimed);
    }

    @Override
    public void commit(int rows) throws StoreException {
        checkClaimed();
        if (rows < 0 || rows > claimed) {
            throw new IllegalArgumentException("more rows than claimed: rows=" + rows + ", claimed=" + claimed + " ("
                    + table.name() + ")");
        }
        claimed = 0;
        try {
            // Rows count when all that was stored in them is there.
            MemoryFaults.settle();
            end += rows;
            chunk.publish(end);
            if (table.follower() != null && rows > 0) {
                table.follower().committed(memory, prefix + (end - rows) * stride, rows, endRow() - rows, layout.row());
            }
            owner.committed();
        } catch (InternalError e) {
            throw owner.fault(e);
        }
    }

    @Override
    public void abort() {
        claimed = 0;
    }

    @Override
    public void append(MemorySegment source, long offset, int blockLength) throws StoreException {
        Objects.checkFromIndexSize(offset, blockLength, source.byteSize());
        claim();
        try {
            layout.nulls().complete(source, offset, blockLength, layout.schema().version(), memory, blockOffset());
        } catch (InternalError e) {
            throw owner.fault(e);
        }
        commit();
    }

    @Override
    public long appendAll(MemorySegment source, long offset, long rows) throws StoreException {
        if (prefix != 0) {
            throw new UnsupportedOperationException("rows begin with a prefix (" + table.name() + ")");
        }
        Objects.checkFromIndexSize(offset, Math.multiplyExact(rows, (long) table.layout().row().stride()),
                source.byteSize());
        long from = endRow();
        for (long done = 0; done < rows;) {
            claim((int) Math.min(rows - done, Integer.MAX_VALUE));
            int now = claimed;
            try {
                MemorySegment.copy(source, offset + done * stride, memory, blockOffset(), (long) now * stride);
            } catch (InternalError e) {
                throw owner.fault(e);
            }
            commit();
            done += now;
        }
        return from;
    }

    @Override
    public long endRow() {
        return chunk.first() + end;
    }
}
