// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/// A container: bytes with 64-bit offsets from 0 to [#byteSize], in chunks of a [ChunkPool].
///
/// Values have native byte order and may lie at any offset, also across the border of two chunks. Access between
/// threads, and atomic updates, go through [Access]; whole ranges through [#forEachRun], [#fill], [#copyTo] and their
/// like, which cost what they cost over flat memory.
///
/// **Threading**: bytes may be read and written by all threads; opening, growing and slicing are one thread's at a
/// time. A container may grow while others read and write; they see its new end once they are told of it.
///
/// **Ownership**: whoever acquired a container closes it. With [#retain] it has several owners, and the last to close
/// it gives the chunks back. Slices belong to their container and end with it. Chunks go back only after bulk
/// operations under way have ended.
///
/// **Failure**: after close, every access that knows of the close is an `IllegalStateException`. An access that *races*
/// with the close may still be carried out, and by then the chunk may have another owner; it never leaves the pool's
/// memory.
public final class SegmentedMemory extends Container {
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR_UNALIGNED;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    /// Never seen: whoever catches it finds out what is wrong, and says it.
    private static final IndexOutOfBoundsException NO_ELEMENT = new IndexOutOfBoundsException("no such element");

    SegmentedMemory(ChunkPool pool) {
        super(pool);
    }

    private SegmentedMemory(Container parent, long offset, long length) {
        super(parent, offset, length);
    }

    public byte getByte(long offset) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                return all.get(BYTE, offset);
            } catch (IndexOutOfBoundsException e) {
                // Grown, closed or really outside: the way below knows.
            }
        }
        return chunkAt(offset, Byte.BYTES).get(BYTE, inChunk(offset));
    }

    public void putByte(long offset, byte value) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                all.set(BYTE, offset, value);
                return;
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        chunkAt(offset, Byte.BYTES).set(BYTE, inChunk(offset), value);
    }

    public short getShort(long offset) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                return all.get(SHORT, offset);
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Short.BYTES);
        long at = inChunk(offset);
        return at <= mask + 1 - Short.BYTES ? chunk.get(SHORT, at)
                : (short) acrossChunks(offset, Short.BYTES);
    }

    public void putShort(long offset, short value) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                all.set(SHORT, offset, value);
                return;
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Short.BYTES);
        long at = inChunk(offset);
        if (at <= mask + 1 - Short.BYTES) {
            chunk.set(SHORT, at, value);
        } else {
            putAcrossChunks(offset, Short.BYTES, value);
        }
    }

    public char getChar(long offset) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                return all.get(CHAR, offset);
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Character.BYTES);
        long at = inChunk(offset);
        return at <= mask + 1 - Character.BYTES ? chunk.get(CHAR, at)
                : (char) acrossChunks(offset, Character.BYTES);
    }

    public void putChar(long offset, char value) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                all.set(CHAR, offset, value);
                return;
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Character.BYTES);
        long at = inChunk(offset);
        if (at <= mask + 1 - Character.BYTES) {
            chunk.set(CHAR, at, value);
        } else {
            putAcrossChunks(offset, Character.BYTES, value);
        }
    }

    public int getInt(long offset) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                return all.get(INT, offset);
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Integer.BYTES);
        long at = inChunk(offset);
        return at <= mask + 1 - Integer.BYTES ? chunk.get(INT, at)
                : (int) acrossChunks(offset, Integer.BYTES);
    }

    public void putInt(long offset, int value) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                all.set(INT, offset, value);
                return;
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Integer.BYTES);
        long at = inChunk(offset);
        if (at <= mask + 1 - Integer.BYTES) {
            chunk.set(INT, at, value);
        } else {
            putAcrossChunks(offset, Integer.BYTES, value);
        }
    }

    public long getLong(long offset) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                return all.get(LONG, offset);
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Long.BYTES);
        long at = inChunk(offset);
        return at <= mask + 1 - Long.BYTES ? chunk.get(LONG, at)
                : acrossChunks(offset, Long.BYTES);
    }

    public void putLong(long offset, long value) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                all.set(LONG, offset, value);
                return;
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Long.BYTES);
        long at = inChunk(offset);
        if (at <= mask + 1 - Long.BYTES) {
            chunk.set(LONG, at, value);
        } else {
            putAcrossChunks(offset, Long.BYTES, value);
        }
    }

    public float getFloat(long offset) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                return all.get(FLOAT, offset);
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Float.BYTES);
        long at = inChunk(offset);
        return at <= mask + 1 - Float.BYTES ? chunk.get(FLOAT, at)
                : Float.intBitsToFloat((int) acrossChunks(offset, Float.BYTES));
    }

    public void putFloat(long offset, float value) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                all.set(FLOAT, offset, value);
                return;
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Float.BYTES);
        long at = inChunk(offset);
        if (at <= mask + 1 - Float.BYTES) {
            chunk.set(FLOAT, at, value);
        } else {
            putAcrossChunks(offset, Float.BYTES, Float.floatToRawIntBits(value));
        }
    }

    public double getDouble(long offset) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                return all.get(DOUBLE, offset);
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Double.BYTES);
        long at = inChunk(offset);
        return at <= mask + 1 - Double.BYTES ? chunk.get(DOUBLE, at)
                : Double.longBitsToDouble(acrossChunks(offset, Double.BYTES));
    }

    public void putDouble(long offset, double value) {
        MemorySegment all = solid;
        if (all != null) {
            try {
                all.set(DOUBLE, offset, value);
                return;
            } catch (IndexOutOfBoundsException e) {
                // As above.
            }
        }
        MemorySegment chunk = chunkAt(offset, Double.BYTES);
        long at = inChunk(offset);
        if (at <= mask + 1 - Double.BYTES) {
            chunk.set(DOUBLE, at, value);
        } else {
            putAcrossChunks(offset, Double.BYTES, Double.doubleToRawLongBits(value));
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

    /// Calls `visitor` with every run of contiguous memory of a range, in order: one for a solid container, else one
    /// for each chunk. The fast way to read or write many bytes.
    ///
    /// The memory handed out is lent for the time of the call. No chunk of it is given back before the visit ends, even
    /// if the container is closed meanwhile.
    public void forEachRun(long offset, long length, RunVisitor visitor) {
        pin();
        try {
            checkRange(offset, length);
            for (long at = offset, end = offset + length, n; at < end; at += n) {
                MemorySegment run = runAt(at);
                long base = baseIn(run, at);
                n = Math.min(end - at, run.byteSize() - base);
                visitor.visit(run, base, n, at);
            }
        } finally {
            unpin();
        }
    }

    /// Sets every byte of a range.
    public void fill(long offset, long length, byte value) {
        Bulk.fill(this, offset, length, value);
    }

    /// Copies a range to another container, or to another place of this one; ranges may overlap.
    public void copyTo(long offset, SegmentedMemory target, long targetOffset, long length) {
        Bulk.copy(this, offset, target, targetOffset, length);
    }

    /// Copies a range to memory, such as `MemorySegment.ofArray(array)`.
    public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
        Bulk.copy(this, offset, target, targetOffset, length);
    }

    /// Copies from memory, such as `MemorySegment.ofArray(array)`, to a range.
    public void copyFrom(MemorySegment source, long sourceOffset, long offset, long length) {
        Bulk.copy(source, sourceOffset, this, offset, length);
    }

    /// The first place at which two ranges of equal length differ, relative to their beginnings; -1 if they are equal.
    public long mismatch(long offset, SegmentedMemory other, long otherOffset, long length) {
        return Bulk.mismatch(this, offset, other, otherOffset, length);
    }

    /// Compares two ranges byte by byte as unsigned numbers; where one is the beginning of the other, it is the lesser.
    ///
    /// @return less than, equal to or greater than 0
    public int compare(long offset, long length, SegmentedMemory other, long otherOffset, long otherLength) {
        return Bulk.compare(this, offset, length, other, otherOffset, otherLength);
    }

    /// Writes a range to a channel.
    ///
    /// @throws java.nio.channels.IllegalBlockingModeException if the channel does not block
    public void writeTo(WritableByteChannel target, long offset, long length) throws IOException {
        Bulk.write(this, offset, length, target);
    }

    /// Reads a range from a channel.
    ///
    /// @throws java.io.EOFException if the channel ends before; what it had is in the range
    /// @throws java.nio.channels.IllegalBlockingModeException if the channel does not block
    public void readFrom(ReadableByteChannel source, long offset, long length) throws IOException {
        Bulk.read(source, this, offset, length);
    }

    /// Tells the system about all of this memory.
    ///
    /// @return whether it took that
    public boolean advise(Advice advice) {
        return Bulk.advise(this, advice);
    }

    /// A window on a range, which belongs to this container and ends with it. Closing a slice ends that slice only.
    public SegmentedMemory slice(long offset, long length) {
        Container root = root();
        synchronized (root) {
            checkRange(offset, length);
            return new SegmentedMemory(root, origin + offset, length);
        }
    }

    /// Opens a container anew that was closed, with other chunks; its object and tables are used again, so that this
    /// allocates nothing in the steady state. For its one owner: others must not keep references to it.
    ///
    /// @throws PoolFullException        if the pool may not grow that much
    /// @throws NoSpaceException         if the system does not let it grow
    /// @throws IllegalArgumentException if `newByteSize` is negative
    /// @throws IllegalStateException    if the container is open, or a bulk operation on it has not ended
    public SegmentedMemory reopen(long newByteSize) throws AllocationException {
        open(newByteSize);
        return this;
    }

    /// Adds an owner, who has to close the container, too.
    public SegmentedMemory retain() {
        if (parent != null) {
            throw new UnsupportedOperationException("a slice has no owners (" + pool + ")");
        }
        addOwner();
        return this;
    }

    @Override
    public String toString() {
        return "SegmentedMemory[byteSize=" + byteSize + ", solid=" + isSolid() + ", open=" + isOpen() + ", pool=" + pool
                + "]";
    }

    /// The memory that holds a byte, and as many after it as there are in a row: all of a solid container, or a chunk.
    MemorySegment runAt(long offset) {
        MemorySegment all = solid;
        return all != null && offset < all.byteSize() ? all : chunkAt(offset, 1);
    }

    /// Where a byte lies in the memory that [#runAt] gave for it, whatever became of the container since.
    long baseIn(MemorySegment run, long offset) {
        int chunk = (int) (offset + origin >>> shift);
        MemorySegment[] now = table;
        return chunk < now.length && now[chunk] == run ? inChunk(offset) : offset;
    }

    /// The chunk in which a value begins; refuses what is not within the container.
    MemorySegment chunkAt(long offset, long length) {
        checkRange(offset, length);
        int chunk = (int) (offset + origin >>> shift);
        MemorySegment[] now = table;
        MemorySegment memory = chunk < now.length ? now[chunk] : null;
        return memory != null ? memory : chunkGrownMeanwhile(chunk, offset, length);
    }

    /// The chunk in which an element of an array begins, with as few steps as can be; an `IndexOutOfBoundsException`
    /// of any kind where there is none.
    MemorySegment elementChunk(long index, int elementShift) {
        if (index < 0 || index >= byteSize >> elementShift) {
            throw NO_ELEMENT;
        }
        return table[(int) ((index << elementShift) + origin >>> shift)];
    }

    long inChunk(long offset) {
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
