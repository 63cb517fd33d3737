// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.Geometry;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// The chunk at the end of a container, to which the writer adds.
///
/// Space is allocated as needed, in steps that grow with the chunk, so that a small container uses little disk space
/// and a store into the mapping never finds the disk full.
///
/// **Threading**: the writer's.
public final class OpenChunk {
    private static final int LEAST_STEP_BYTES = 1 << 16;
    /// A row that comes while a step is taken waits for it, some ten microseconds; smaller ones cost more calls.
    private static final int GREATEST_STEP_BYTES = 1 << 18;

    private final ChunkOwner owner;
    private final Chain chain;
    private final int container;
    /// The chunk alone: what is encoded past its end reaches no other chunk.
    private MemorySegment memory = MemorySegment.NULL;
    /// With the entry of the chunk.
    private MemorySegment entries = MemorySegment.NULL;
    private long countOffset;
    private long count;
    private long first;
    private int reservedBytes;
    /// Whether a seal has to go before rows come.
    private boolean sealed;
    /// Chunks to continue in, in their order, and how many bytes of each have space.
    private int[] spares = new int[1];
    private int[] spareBytes = new int[1];
    private int spareCount;

    public OpenChunk(ChunkOwner owner, Chain chain, int container) {
        this.owner = owner;
        this.chain = chain;
        this.container = container;
        Link last = chain.last();
        if (last != null) {
            enter(last);
        }
    }

    /// The bytes of the chunk.
    public MemorySegment memory() {
        return memory;
    }

    /// The row, or position, with which the chunk begins.
    public long first() {
        return first;
    }

    /// Committed rows or bytes.
    public long count() {
        return count;
    }

    /// Publishes all up to a count.
    public void publish(long newCount) {
        count = newCount;
        StoreLayout.setRelease(entries, countOffset, newCount);
    }

    /// Takes space for the first bytes of the chunk, and more that will be wanted soon.
    ///
    /// @return bytes that have space
    public int reserve(int bytes) throws StoreException {
        unseal();
        if (reservedBytes < bytes) {
            reservedBytes = reserve(chain.last().chunk(), reservedBytes, bytes);
        }
        return reservedBytes;
    }

    /// Removes the seal before anything is added that it does not cover.
    private void unseal() {
        if (sealed) {
            chain.last().entry().unseal();
            sealed = false;
        }
    }

    /// Writes what remains in a direct buffer, where space is reserved.
    public void write(long at, ByteBuffer from) throws StoreException {
        owner.extents().write(chain.last().chunk(), at, from);
    }

    private int reserve(int chunk, int from, int to) throws StoreException {
        Geometry geometry = owner.extents().geometry();
        int reserved = from;
        while (reserved < to) {
            int step = Math.clamp(reserved, LEAST_STEP_BYTES, GREATEST_STEP_BYTES);
            step = Math.min(Math.max(step, to - reserved), geometry.chunkBytes() - reserved);
            owner.grow(step);
            owner.extents().reserve(chunk, reserved, step);
            reserved += step;
        }
        return reserved;
    }

    /// Takes a chunk to continue in, and space in it, so that continuing cannot fail.
    ///
    /// @param index how many chunks will be gone on to before
    public void prepare(int index, int bytes) throws StoreException {
        if (index == spareCount) {
            spares = Arrays.copyOf(spares, Math.max(spares.length, spareCount + 1));
            spareBytes = Arrays.copyOf(spareBytes, spares.length);
            spares[index] = owner.claim();
            spareBytes[index] = 0;
            spareCount++;
        }
        spareBytes[index] = reserve(spares[index], spareBytes[index], bytes);
    }

    /// Goes on to a new chunk; the one before is full from now on.
    ///
    /// @param layout stride and all that follows in an identity
    public void roll(Identity layout) throws StoreException {
        if (spareCount == 0) {
            prepare(0, 0);
        }
        rollPrepared(layout);
    }

    /// The same, to a chunk that was prepared.
    public void rollPrepared(Identity layout) {
        int chunk = spares[0];
        int bytes = spareBytes[0];
        spareCount--;
        System.arraycopy(spares, 1, spares, 0, spareCount);
        System.arraycopy(spareBytes, 1, spareBytes, 0, spareCount);
        Link last = chain.last();
        long ordinal = last == null ? 0 : last.identity().ordinal() + 1;
        owner.use(chunk, new Identity(container, ordinal, layout.first(), layout.capacity(), layout.stride(),
                layout.blockLength(), layout.schemaVersion(), layout.prefix(), layout.footer()));
        Link link = Chain.link(owner.extents(), chunk);
        chain.add(link);
        enter(link);
        reservedBytes = bytes;
        if (last != null) {
            last.entry().next(chunk);
            owner.full(container, last);
        }
    }

    private void enter(Link link) {
        // Full when a chunk followed, of which nothing was kept; or the last one of a store that was closed.
        sealed = link.entry().hasSeal() && link.count() < link.identity().capacity();
        // A chunk that is a reader's own may have less.
        memory = link.memory().asSlice(link.offset(), Math.min(owner.extents().geometry().chunkBytes(),
                link.memory().byteSize() - link.offset()));
        entries = link.entry().memory();
        countOffset = link.entry().countOffset();
        count = link.count();
        first = link.identity().first();
        // What lies before has its space; what comes after is of no use, and may be cleared.
        reservedBytes = (int) Math.min(count * link.identity().stride(), owner.extents().geometry().chunkBytes());
    }
}
