// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.Chain.Link;
import dev.ashlar.store.internal.v1.Entry.Identity;
import java.lang.foreign.MemorySegment;

/// The chunk at the end of a container, to which the writer adds.
///
/// Space is taken as it is needed, in steps that grow with the chunk, so that a small container takes little of the
/// disk and a store into the mapping never finds it full.
///
/// **Threading**: the writer's.
final class OpenChunk {
    private static final int LEAST_STEP_BYTES = 1 << 16;
    /// A row that comes while a step is taken waits for it, some ten microseconds; smaller ones cost more calls.
    private static final int GREATEST_STEP_BYTES = 1 << 18;

    private final ChunkOwner owner;
    private final Chain chain;
    private final int container;
    private MemorySegment memory = MemorySegment.NULL;
    private long base;
    private long countOffset;
    private long count;
    private long first;
    private int reservedBytes;

    OpenChunk(ChunkOwner owner, Chain chain, int container) {
        this.owner = owner;
        this.chain = chain;
        this.container = container;
        Link last = chain.last();
        if (last != null) {
            enter(last);
        }
    }

    /// Where the chunk begins.
    long base() {
        return base;
    }

    MemorySegment memory() {
        return memory;
    }

    /// The row, or position, with which the chunk begins.
    long first() {
        return first;
    }

    /// Committed rows or bytes.
    long count() {
        return count;
    }

    /// Publishes all up to a count.
    void publish(long newCount) {
        count = newCount;
        StoreLayout.setRelease(memory, countOffset, newCount);
    }

    /// Takes space for the first bytes of the chunk, and more that will be wanted soon.
    ///
    /// @return bytes that have space
    int reserve(int bytes) throws StoreException {
        int chunkBytes = owner.extents().geometry().chunkBytes();
        while (reservedBytes < bytes) {
            int step = Math.clamp(reservedBytes, LEAST_STEP_BYTES, GREATEST_STEP_BYTES);
            step = Math.min(Math.max(step, bytes - reservedBytes), chunkBytes - reservedBytes);
            owner.extents().reserve(chain.last().chunk(), reservedBytes, step);
            reservedBytes += step;
        }
        return reservedBytes;
    }

    /// Goes on to a new chunk; the one before is full from now on.
    ///
    /// @param layout stride and all that follows in an identity
    void roll(Identity layout) throws StoreException {
        Link last = chain.last();
        long ordinal = last == null ? 0 : last.identity().ordinal() + 1;
        int chunk = owner.claim(new Identity(container, ordinal, layout.first(), layout.capacity(), layout.stride(),
                layout.blockLength(), layout.schemaVersion(), layout.prefix(), layout.footer()));
        Link link = Chain.link(owner.extents(), chunk);
        chain.add(link);
        enter(link);
        if (last != null) {
            last.entry().next(chunk);
            owner.full(container, last);
        }
    }

    private void enter(Link link) {
        if (link.count() < link.identity().capacity()) {
            // It was full when a chunk followed, of which nothing was kept.
            link.entry().unseal();
        }
        memory = link.memory();
        base = link.offset();
        countOffset = link.entry().countOffset();
        count = link.count();
        first = link.identity().first();
        // What lies before has its space; what comes after is of no use, and may be cleared.
        reservedBytes = (int) Math.min(count * link.identity().stride(), owner.extents().geometry().chunkBytes());
    }
}
