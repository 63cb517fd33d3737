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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;

/// Adds rows to the chunk at the end of a table. It is its own claim: there is never more than one.
///
/// A small claim is encoded in place. Rows that fill a page are encoded in a buffer, which is written when they are
/// committed: a page that is only written needs no mapping, whose faults cost more than a copy.
public final class RowAppender implements Appender, RowClaim {
    /// A write costs about as much as a fault.
    private static final int LEAST_BUFFERED = 1 << 12;
    /// What is still near when it is written.
    private static final int MOST_BUFFERED = 1 << 20;
    private static final int PIECE_BYTES = 1 << 18;
    private static final int PAGE = 1 << 12;

    private final Rows table;
    private final ChunkOwner owner;
    private final OpenChunk chunk;
    private final int container;
    /// Less where chunks are so small that no claim would be in the buffer.
    private final int leastBuffered;
    /// Of the current chunk; null where it is another than the table's, or there is no chunk.
    private BlockLayout layout;
    private int prefix;
    private int stride;
    /// Rows of the current chunk, published or not; and those that have space.
    private long end;
    private long limit;
    private int claimed;
    /// Whether the claim is in the buffer.
    private boolean buffered;
    private MemorySegment buffer = MemorySegment.NULL;
    private ByteBuffer bufferBytes = ByteBuffer.allocateDirect(0);
    private MemorySegment memory = MemorySegment.NULL;

    public RowAppender(Rows table, ChunkOwner owner, int container) {
        this.table = table;
        this.owner = owner;
        this.container = container;
        leastBuffered = Math.min(LEAST_BUFFERED, owner.extents().geometry().chunkBytes() / 4);
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
        checkNothingClaimed();
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
        long bytes = (long) claimed * stride;
        buffered = bytes >= leastBuffered && bytes <= MOST_BUFFERED;
        if (buffered) {
            ensureBuffer(bytes);
        }
        return this;
    }

    private void checkNothingClaimed() {
        if (claimed != 0) {
            throw new IllegalStateException("claim is open: rows=" + claimed + " (" + table.name() + ")");
        }
    }

    private void ensureBuffer(long bytes) {
        if (buffer.byteSize() < bytes) {
            // The collector gives it back.
            buffer = Arena.ofAuto().allocate(Math.max(bytes, Math.min(MOST_BUFFERED, 2 * bytes)), PAGE);
            bufferBytes = buffer.asByteBuffer();
        }
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
        return buffered ? buffer : memory;
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
        return buffered ? prefix : prefix + end * stride;
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
            if (buffered) {
                chunk.write(end * stride, bufferBytes.limit(rows * stride).position(0));
                bufferBytes.position(0);
            }
            publish(rows, buffered ? bufferBytes : null);
        } catch (InternalError e) {
            throw owner.fault(e);
        }
    }

    private void publish(long rows, ByteBuffer atHand) throws StoreException {
        // Rows count when all that was stored in them is there.
        MemoryFaults.settle();
        end += rows;
        chunk.publish(end);
        if (table.follower() != null && rows > 0) {
            table.follower().committed(memory, prefix + (end - rows) * stride, rows, endRow() - rows, layout.row());
        }
        if (rows > 0) {
            owner.committed(container, atHand);
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
            layout.nulls().complete(source, offset, blockLength, layout.schema().version(), memory(), blockOffset());
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
                copy(source, offset + done * stride);
            } catch (InternalError e) {
                throw owner.fault(e);
            }
            done += now;
        }
        return from;
    }

    /// Fills all rows that are claimed, and commits them.
    private void copy(MemorySegment source, long offset) throws StoreException {
        long bytes = (long) claimed * stride;
        int rows = claimed;
        if (bytes < leastBuffered) {
            MemorySegment.copy(source, offset, memory, blockOffset(), bytes);
            commit();
            return;
        }
        ensureBuffer(Math.min(bytes, PIECE_BYTES));
        for (long at = 0; at < bytes; at += PIECE_BYTES) {
            int piece = (int) Math.min(PIECE_BYTES, bytes - at);
            MemorySegment.copy(source, offset + at, buffer, 0, piece);
            chunk.write(end * stride + at, bufferBytes.limit(piece).position(0));
        }
        claimed = 0;
        publish(rows, null);
    }

    @Override
    public long endRow() {
        return chunk.first() + end;
    }
}
