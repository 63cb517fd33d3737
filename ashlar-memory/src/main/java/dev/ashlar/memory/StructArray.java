// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;

/// An array of structures of one stride, accessed through a flyweight that is moved from one to the next.
///
/// **Layout**: a structure never lies in two chunks: a chunk holds as many as fit, and the bytes left at its end, fewer
/// than a stride, are not used. Structure `i` begins in chunk `i / n` at `i % n * stride`, where `n` is
/// [#structuresPerChunk].
///
/// **Threading**: each thread has its own flyweight; otherwise as [SegmentedMemory]. **Ownership** and **failure**: as
/// [SegmentedMemory]; memory that a flyweight was moved to is valid until the array is closed.
public final class StructArray implements AutoCloseable {
    /// Indexes below this are divided by multiplying, which takes a fraction of the time.
    private final long maxByReciprocal;
    private final SegmentedMemory memory;
    private final long stride;
    private final long perChunk;
    private final long reciprocal;
    private long count;

    private StructArray(SegmentedMemory memory, long stride, long count) {
        this.memory = memory;
        this.stride = stride;
        this.count = count;
        perChunk = (memory.mask + 1) / stride;
        // 2^64 / perChunk, rounded up by less than one: the product is exact while index * perChunk stays below 2^64.
        reciprocal = perChunk == 1 ? 0 : Long.divideUnsigned(-1, perChunk) + 1;
        maxByReciprocal = perChunk == 1 ? 0 : Long.divideUnsigned(-1, perChunk);
    }

    /// An array of `count` structures of `stride` bytes each.
    ///
    /// @throws IllegalArgumentException if a structure is longer than a chunk, or the sizes are out of range
    public static StructArray acquire(ChunkPool pool, long stride, long count) throws AllocationException {
        return new StructArray(pool.acquire(byteSize(pool, stride, count)), stride, count);
    }

    /// Number of structures; 0 once it is closed.
    public long count() {
        return memory.isOpen() ? count : 0;
    }

    /// Bytes from one structure to the next in the same chunk.
    public long stride() {
        return stride;
    }

    /// Structures in a full chunk.
    public long structuresPerChunk() {
        return perChunk;
    }

    /// The underlying bytes.
    public SegmentedMemory memory() {
        return memory;
    }

    /// Moves a flyweight to a structure.
    public void wrap(long index, Wrappable flyweight) {
        if (index < 0 || index >= count) {
            throw refusal(index);
        }
        long chunk = chunkOf(index);
        long within = (index - chunk * perChunk) * stride;
        MemorySegment all = memory.contiguous;
        if (all != null) {
            flyweight.wrap(all, (chunk << memory.shift) + within);
        } else {
            flyweight.wrap(memory.chunkAt((chunk << memory.shift) + within, stride), within);
        }
    }

    long chunkOf(long index) {
        return index < maxByReciprocal ? Math.unsignedMultiplyHigh(index, reciprocal) : index / perChunk;
    }

    /// Moves a flyweight over the structures `from` to `to` (exclusive), and calls `action` at each. Their chunks are
    /// not released before this returns.
    public void forEach(long from, long to, Wrappable flyweight, Runnable action) {
        memory.pin();
        try {
            if (from < 0 || from > to || to > count) {
                throw refusal(from < 0 || from > count ? from : to);
            }
            for (long index = from, n; index < to; index += n) {
                long within = index % perChunk;
                MemorySegment chunk = memory.chunkAt(index / perChunk << memory.shift, 1);
                n = Math.min(to - index, perChunk - within);
                for (long at = within * stride, end = (within + n) * stride; at < end; at += stride) {
                    flyweight.wrap(chunk, at);
                    action.run();
                }
            }
        } finally {
            memory.unpin();
        }
    }

    /// Makes the array longer; see [SegmentedMemory#grow].
    public void grow(long newCount) throws AllocationException {
        memory.grow(byteSize(memory.pool, stride, newCount));
        count = newCount;
    }

    /// Opens the array again after it was closed; see [SegmentedMemory#reopen].
    public void reopen(long newCount) throws AllocationException {
        memory.reopen(byteSize(memory.pool, stride, newCount));
        count = newCount;
    }

    @Override
    public void close() {
        memory.close();
    }

    private RuntimeException refusal(long index) {
        return memory.isOpen()
                ? new IndexOutOfBoundsException(
                        "outside the array: index=" + index + ", count=" + count + " (" + memory.pool + ")")
                : new IllegalStateException("array is closed: index=" + index + " (" + memory.pool + ")");
    }

    private static long byteSize(ChunkPool pool, long stride, long count) {
        int chunkBytes = pool.options().chunkBytes();
        if (stride < 1 || stride > chunkBytes) {
            throw new IllegalArgumentException(
                    "stride out of range: stride=" + stride + ", chunkBytes=" + chunkBytes + " (" + pool + ")");
        }
        long perChunk = chunkBytes / stride;
        if (count < 0 || count / perChunk > Long.MAX_VALUE / chunkBytes - 1) {
            throw new IllegalArgumentException("count out of range: count=" + count + ", stride=" + stride + " (" + pool
                    + ")");
        }
        return count / perChunk * chunkBytes + count % perChunk * stride;
    }
}
