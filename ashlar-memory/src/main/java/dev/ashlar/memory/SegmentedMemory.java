// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/// A container: bytes with 64-bit offsets from 0 to [#byteSize()] (exclusive), in chunks of a [ChunkPool].
///
/// Values have native byte order and may lie at any offset, also across the border of two chunks. Access between
/// threads, and atomic updates, go through [Access]; bulk access through [#forEachRun], [#fill], [#copyTo] and similar
/// methods, which are as fast as over flat memory.
///
/// **Threading**: bytes may be read and written by all threads; opening, growing and slicing are for one thread at a
/// time. A container may grow while others read and write; they see its new end once it is published to them.
///
/// **Ownership**: whoever acquired a container closes it. With [#retain] it has several owners, and the last to close
/// it gives the chunks back. Slices belong to their container and end with it. Chunks are released only after running
/// bulk operations have ended.
///
/// **Failure**: an access that happens after the close is an `IllegalStateException`. An access that *races* with the
/// close may still be performed, although the chunk may by then have another owner; the access never leaves the pool's
/// memory.
public final class SegmentedMemory extends ContainerBytes {
    SegmentedMemory(ChunkPool pool) {
        super(pool);
    }

    private SegmentedMemory(PoolContainer parent, long offset, long length) {
        super(parent, offset, length);
    }

    @Override
    public byte getByte(long offset) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                return all.get(BYTE, offset);
            }
            all = extent;
            if (all != null) {
                return all.get(BYTE, place(offset, Byte.BYTES));
            }
        } catch (IndexOutOfBoundsException e) {
            // Grown, closed, across two chunks or really outside: the slow path below distinguishes these.
        }
        return chunkAt(offset, Byte.BYTES).get(BYTE, inChunk(offset));
    }

    @Override
    public void putByte(long offset, byte value) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                all.set(BYTE, offset, value);
                return;
            }
            all = extent;
            if (all != null) {
                all.set(BYTE, place(offset, Byte.BYTES), value);
                return;
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        chunkAt(offset, Byte.BYTES).set(BYTE, inChunk(offset), value);
    }

    public short getShort(long offset) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                return all.get(SHORT, offset);
            }
            all = extent;
            if (all != null) {
                return all.get(SHORT, place(offset, Short.BYTES));
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        return (short) bitsAt(offset, Short.BYTES);
    }

    public void putShort(long offset, short value) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                all.set(SHORT, offset, value);
                return;
            }
            all = extent;
            if (all != null) {
                all.set(SHORT, place(offset, Short.BYTES), value);
                return;
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        putBitsAt(offset, Short.BYTES, value);
    }

    public char getChar(long offset) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                return all.get(CHAR, offset);
            }
            all = extent;
            if (all != null) {
                return all.get(CHAR, place(offset, Character.BYTES));
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        return (char) bitsAt(offset, Character.BYTES);
    }

    public void putChar(long offset, char value) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                all.set(CHAR, offset, value);
                return;
            }
            all = extent;
            if (all != null) {
                all.set(CHAR, place(offset, Character.BYTES), value);
                return;
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        putBitsAt(offset, Character.BYTES, value);
    }

    public int getInt(long offset) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                return all.get(INT, offset);
            }
            all = extent;
            if (all != null) {
                return all.get(INT, place(offset, Integer.BYTES));
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        return (int) bitsAt(offset, Integer.BYTES);
    }

    public void putInt(long offset, int value) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                all.set(INT, offset, value);
                return;
            }
            all = extent;
            if (all != null) {
                all.set(INT, place(offset, Integer.BYTES), value);
                return;
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        putBitsAt(offset, Integer.BYTES, value);
    }

    public long getLong(long offset) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                return all.get(LONG, offset);
            }
            all = extent;
            if (all != null) {
                return all.get(LONG, place(offset, Long.BYTES));
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        return bitsAt(offset, Long.BYTES);
    }

    public void putLong(long offset, long value) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                all.set(LONG, offset, value);
                return;
            }
            all = extent;
            if (all != null) {
                all.set(LONG, place(offset, Long.BYTES), value);
                return;
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        putBitsAt(offset, Long.BYTES, value);
    }

    public float getFloat(long offset) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                return all.get(FLOAT, offset);
            }
            all = extent;
            if (all != null) {
                return all.get(FLOAT, place(offset, Float.BYTES));
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        return Float.intBitsToFloat((int) bitsAt(offset, Float.BYTES));
    }

    public void putFloat(long offset, float value) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                all.set(FLOAT, offset, value);
                return;
            }
            all = extent;
            if (all != null) {
                all.set(FLOAT, place(offset, Float.BYTES), value);
                return;
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        putBitsAt(offset, Float.BYTES, Float.floatToRawIntBits(value));
    }

    public double getDouble(long offset) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                return all.get(DOUBLE, offset);
            }
            all = extent;
            if (all != null) {
                return all.get(DOUBLE, place(offset, Double.BYTES));
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        return Double.longBitsToDouble(bitsAt(offset, Double.BYTES));
    }

    public void putDouble(long offset, double value) {
        try {
            MemorySegment all = contiguous;
            if (all != null) {
                all.set(DOUBLE, offset, value);
                return;
            }
            all = extent;
            if (all != null) {
                all.set(DOUBLE, place(offset, Double.BYTES), value);
                return;
            }
        } catch (IndexOutOfBoundsException e) {
            // As above.
        }
        putBitsAt(offset, Double.BYTES, Double.doubleToRawLongBits(value));
    }

    /// Calls `visitor` with every run of contiguous memory of a range, in order: one for a contiguous container, else
    /// one for each chunk. This is the fast way to read or write many bytes.
    ///
    /// The memory is valid during the call only. Its chunks are not released before the visit ends, even if the
    /// container is closed meanwhile.
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

    /// Compares two ranges lexicographically by unsigned bytes.
    ///
    /// @return less than, equal to or greater than 0
    public int compare(long offset, long length, SegmentedMemory other, long otherOffset, long otherLength) {
        return Bulk.compare(this, offset, length, other, otherOffset, otherLength);
    }

    /// Writes a range to a channel.
    ///
    /// @throws java.nio.channels.IllegalBlockingModeException if the channel is non-blocking
    public void writeTo(WritableByteChannel target, long offset, long length) throws IOException {
        Bulk.write(this, offset, length, target);
    }

    /// Reads a range from a channel.
    ///
    /// @throws java.io.EOFException if the channel ends before the range is full; the range has the bytes read so far
    /// @throws java.nio.channels.IllegalBlockingModeException if the channel is non-blocking
    public void readFrom(ReadableByteChannel source, long offset, long length) throws IOException {
        Bulk.read(source, this, offset, length);
    }

    /// Gives the system advice about all of this memory.
    ///
    /// @return whether the system accepted it
    public boolean advise(Advice advice) {
        return Bulk.advise(this, advice);
    }

    /// A window on a range, which belongs to this container and ends with it. Closing a slice ends that slice only.
    public SegmentedMemory slice(long offset, long length) {
        PoolContainer root = root();
        synchronized (root) {
            checkRange(offset, length);
            return new SegmentedMemory(root, origin + offset, length);
        }
    }

    /// Reopens a closed container with other chunks. Its object and tables are reused, so this allocates nothing in the
    /// steady state. For its single owner: no one else may hold references to it.
    ///
    /// @throws PoolFullException        if the pool may not grow that much
    /// @throws NoSpaceException         if the system refuses the memory
    /// @throws IllegalArgumentException if `newByteSize` is negative
    /// @throws IllegalStateException    if the container is open, or a bulk operation on it has not ended
    public SegmentedMemory reopen(long newByteSize) throws AllocationException {
        open(newByteSize);
        return this;
    }

    /// Adds an owner, who must also close the container.
    public SegmentedMemory retain() {
        if (parent != null) {
            throw new UnsupportedOperationException("a slice has no owners (" + pool + ")");
        }
        addOwner();
        return this;
    }

    @Override
    public String toString() {
        return "SegmentedMemory[byteSize=" + byteSize + ", contiguous=" + isContiguous() + ", open=" + isOpen() + ", pool=" + pool
                + "]";
    }
}
