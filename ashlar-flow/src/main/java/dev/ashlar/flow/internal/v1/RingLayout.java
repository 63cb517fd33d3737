// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.v1;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/// The layout of rings, version 1. `docs/formats/ring-v1.md` is normative; a test compares the two.
///
/// Words of the two sides are 128 bytes apart: processors fetch lines of a cache in pairs.
public final class RingLayout {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    public static final StructLayout HEADER = MemoryLayout.structLayout(LONG.withName("magic"),
            INT.withName("version"), INT.withName("capacity"), INT.withName("messageBytes"),
            MemoryLayout.paddingLayout(108),
            LONG.withName("tail"), LONG.withName("ended"), LONG.withName("refused"), MemoryLayout.paddingLayout(104),
            LONG.withName("head"), LONG.withName("left"), LONG.withName("taken"), MemoryLayout.paddingLayout(104))
            .withName("ring");
    public static final StructLayout RECORD = MemoryLayout.structLayout(INT.withName("length"), INT.withName("type"))
            .withName("record");

    /// "ashlring".
    public static final long MAGIC = 0x676e_6972_6c68_7361L;
    /// "ashlfixr": of a ring whose messages have one length.
    public static final long FIXED_MAGIC = 0x7278_6966_6c68_7361L;
    static final int VERSION = 1;
    public static final long VERSION_AT = offset("version");
    public static final long CAPACITY_AT = offset("capacity");
    public static final long MESSAGE_BYTES_AT = offset("messageBytes");
    public static final long TAIL = offset("tail");
    public static final long ENDED = offset("ended");
    public static final long REFUSED = offset("refused");
    public static final long HEAD = offset("head");
    public static final long LEFT = offset("left");
    public static final long TAKEN = offset("taken");
    /// Where the first record lies.
    public static final long RECORDS = HEADER.byteSize();
    public static final int RECORD_BYTES = (int) RECORD.byteSize();
    /// Positions of records are multiples of it.
    public static final int UNIT = Long.BYTES;
    /// Type of what fills up the end of the ring.
    public static final int PADDING = -1;

    private static long offset(String field) {
        return HEADER.byteOffset(PathElement.groupElement(field));
    }

    /// Writes the header of an empty ring, of either kind.
    public static void create(MemorySegment memory, long offset, long magic, int capacity, int messageBytes) {
        CellLayout.setRelease(memory, offset, 0);
        for (long at = Long.BYTES; at < RECORDS; at += Long.BYTES) {
            CellLayout.setOpaque(memory, offset + at, 0);
        }
        CellLayout.setInt(memory, offset + VERSION_AT, VERSION);
        CellLayout.setInt(memory, offset + CAPACITY_AT, capacity);
        CellLayout.setInt(memory, offset + MESSAGE_BYTES_AT, messageBytes);
        // Whoever sees the magic number sees the rest.
        CellLayout.setRelease(memory, offset, magic);
    }

    /// Finds the header of a ring of the kind wanted.
    ///
    /// @return its capacity, unchecked
    /// @throws IllegalArgumentException if there is none, or one of another version
    public static int open(MemorySegment memory, long offset, long wantedMagic) {
        Objects.checkFromIndexSize(offset, RECORDS, memory.byteSize());
        long magic = CellLayout.getAcquire(memory, offset);
        int version = CellLayout.getInt(memory, offset + VERSION_AT);
        if (magic != wantedMagic || version != VERSION) {
            throw new IllegalArgumentException("not a ring: magic=" + Long.toHexString(magic) + ", version=" + version
                    + ", expected=" + VERSION);
        }
        return CellLayout.getInt(memory, offset + CAPACITY_AT);
    }

    /// Positions that were published and not yet released; a snapshot.
    public static long pending(MemorySegment memory, long offset) {
        // Head first: the tail seen after it is not before it.
        long head = CellLayout.getAcquire(memory, offset + HEAD);
        return CellLayout.getAcquire(memory, offset + TAIL) - head;
    }

    /// Whether this can be a head and a tail.
    ///
    /// @param capacity positions that fit at once
    /// @param unit     of which positions are multiples, a power of two
    public static boolean isPossible(long head, long tail, int capacity, int unit) {
        long pending = tail - head;
        return head >= 0 && ((head | tail) & unit - 1) == 0 && pending >= 0 && pending <= capacity;
    }

    /// Bytes of a record, so that the next one is aligned.
    public static long recordBytes(int length) {
        return RECORD_BYTES + ((long) length + Long.BYTES - 1 & -Long.BYTES);
    }

    /// The header of a record as one word.
    public static long word(int length, int type) {
        return Integer.toUnsignedLong(length) | (long) type << 32;
    }
}
