// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.v1;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The layout of rings, version 1. `docs/formats/ring-v1.md` is normative; a test compares the two.
///
/// Words of the two sides are 128 bytes apart: processors fetch lines of a cache in pairs.
public final class RingLayout {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    public static final StructLayout HEADER = MemoryLayout.structLayout(LONG.withName("magic"),
            INT.withName("version"), INT.withName("capacity"), MemoryLayout.paddingLayout(112),
            LONG.withName("tail"), LONG.withName("ended"), LONG.withName("refused"), MemoryLayout.paddingLayout(104),
            LONG.withName("head"), LONG.withName("left"), LONG.withName("taken"), MemoryLayout.paddingLayout(104))
            .withName("ring");
    public static final StructLayout RECORD = MemoryLayout.structLayout(INT.withName("length"), INT.withName("type"))
            .withName("record");

    /// "ashlring".
    public static final long MAGIC = 0x676e_6972_6c68_7361L;
    public static final int VERSION = 1;
    public static final long VERSION_AT = offset("version");
    public static final long CAPACITY_AT = offset("capacity");
    public static final long TAIL = offset("tail");
    public static final long ENDED = offset("ended");
    public static final long REFUSED = offset("refused");
    public static final long HEAD = offset("head");
    public static final long LEFT = offset("left");
    public static final long TAKEN = offset("taken");
    /// Where the first record lies.
    public static final long RECORDS = HEADER.byteSize();
    public static final int RECORD_BYTES = (int) RECORD.byteSize();
    /// Type of what fills up the end of the ring.
    public static final int PADDING = -1;

    private RingLayout() {
    }

    private static long offset(String field) {
        return HEADER.byteOffset(PathElement.groupElement(field));
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
