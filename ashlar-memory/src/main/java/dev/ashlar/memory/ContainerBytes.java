// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds the bytes of a container: the memory that has them, and their place in it.
///
/// ```
///   contiguous   one memory; the offset is the place
///   extent       one memory for all chunks; `distances` leads from the offset to the place
///   table        a memory for each chunk; works for every container, and for values across two chunks
/// ```
abstract sealed class ContainerBytes extends PoolContainer permits SegmentedMemory {
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR_UNALIGNED;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    /// Never leaves the container: the access that catches it finds the bytes in another way, or says what is wrong.
    private static final IndexOutOfBoundsException NO_ELEMENT = new IndexOutOfBoundsException("no such element");

    ContainerBytes(ChunkPool pool) {
        super(pool);
    }

    ContainerBytes(PoolContainer parent, long offset, long length) {
        super(parent, offset, length);
    }

    public abstract byte getByte(long offset);

    public abstract void putByte(long offset, byte value);

    /// Reads a value in every container: from the chunk's own memory, and byte by byte across two chunks.
    final long bitsAt(long offset, int length) {
        MemorySegment chunk = chunkAt(offset, length);
        long at = inChunk(offset);
        if (at > mask + 1 - length) {
            return acrossChunks(offset, length);
        }
        return switch (length) {
            case Short.BYTES -> chunk.get(SHORT, at);
            case Integer.BYTES -> chunk.get(INT, at);
            default -> chunk.get(LONG, at);
        };
    }

    final void putBitsAt(long offset, int length, long bits) {
        MemorySegment chunk = chunkAt(offset, length);
        long at = inChunk(offset);
        if (at > mask + 1 - length) {
            putAcrossChunks(offset, length, bits);
            return;
        }
        switch (length) {
            case Short.BYTES -> chunk.set(SHORT, at, (short) bits);
            case Integer.BYTES -> chunk.set(INT, at, (int) bits);
            default -> chunk.set(LONG, at, bits);
        }
    }

    /// A value whose bytes lie in two chunks, byte by byte.
    private long acrossChunks(long offset, int length) {
        long bits = 0;
        for (int i = 0; i < length; i++) {
            bits |= (getByte(offset + i) & 0xFFL) << bitOf(i, length);
        }
        return bits;
    }

    private void putAcrossChunks(long offset, int length, long bits) {
        for (int i = 0; i < length; i++) {
            putByte(offset + i, (byte) (bits >>> bitOf(i, length)));
        }
    }

    private static int bitOf(int index, int length) {
        return Byte.SIZE * (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? index : length - 1 - index);
    }

    /// The memory that holds a byte, and as many after it as there are in a row: all of a contiguous container, or a
    /// chunk.
    final MemorySegment runAt(long offset) {
        MemorySegment all = contiguous;
        return all != null && offset < all.byteSize() ? all : chunkAt(offset, 1);
    }

    /// Where a byte lies in the memory that [#runAt] gave for it, whatever happened to the container since.
    final long baseIn(MemorySegment run, long offset) {
        int chunk = (int) (offset + origin >>> shift);
        MemorySegment[] now = table;
        return chunk < now.length && now[chunk] == run ? inChunk(offset) : offset;
    }

    /// The chunk in which a value begins; refuses what is not within the container.
    final MemorySegment chunkAt(long offset, long length) {
        checkRange(offset, length);
        int chunk = (int) (offset + origin >>> shift);
        MemorySegment[] now = table;
        MemorySegment memory = chunk < now.length ? now[chunk] : null;
        return memory != null ? memory : chunkGrownMeanwhile(chunk, offset, length);
    }

    /// Where a value lies in [#extent]; [#NO_ELEMENT] where it is not, or not in one piece.
    final long place(long offset, int length) {
        if (offset < 0 || offset > byteSize - length) {
            throw NO_ELEMENT;
        }
        long at = offset + origin;
        if ((at & mask) > mask + 1 - length) {
            throw NO_ELEMENT;
        }
        return at + distances[(int) (at >>> shift)];
    }

    /// Where an element of an array lies in [#extent]; an `IndexOutOfBoundsException` of any kind where there is none.
    /// Has as few instructions as possible: at random indexes, each costs a tenth of the whole access.
    final long elementPlace(long index, int elementShift) {
        if (index < 0 || index >= byteSize >> elementShift) {
            throw NO_ELEMENT;
        }
        long at = (index << elementShift) + origin;
        return at + distances[(int) (at >>> shift)];
    }

    /// The chunk in which an element of an array begins, for containers in several extents; else as above.
    final MemorySegment elementChunk(long index, int elementShift) {
        if (index < 0 || index >= byteSize >> elementShift) {
            throw NO_ELEMENT;
        }
        MemorySegment chunk = table[(int) ((index << elementShift) + origin >>> shift)];
        if (chunk == null) {
            throw NO_ELEMENT;
        }
        return chunk;
    }

    final long inChunk(long offset) {
        return offset + origin & mask;
    }

    private MemorySegment chunkGrownMeanwhile(int chunk, long offset, long length) {
        VarHandle.acquireFence();
        MemorySegment[] now = table;
        if (chunk >= now.length || now[chunk] == null) {
            throw refusal(offset, length);
        }
        return now[chunk];
    }
}
