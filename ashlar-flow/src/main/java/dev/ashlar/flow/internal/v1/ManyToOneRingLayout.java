// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.v1;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The layout of many-to-one rings, version 1. `docs/formats/many-to-one-ring-v1.md` is normative; a test compares the
/// two.
///
/// An entry of the order is one word, so that it is there whole or not at all:
///
/// | bits   | meaning                                                                           |
/// |-------:|-----------------------------------------------------------------------------------|
/// |  0..5  | the lane                                                                          |
/// |  6..29 | where in the lane its first record begins, in units of 8 bytes                    |
/// | 30..63 | the lap: how often the order has come round, from 1; 0 in an entry never used     |
public final class ManyToOneRingLayout {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    public static final StructLayout HEADER = MemoryLayout.structLayout(LONG.withName("magic"),
            INT.withName("version"), INT.withName("entries"), INT.withName("lanes"), INT.withName("laneBytes"),
            MemoryLayout.paddingLayout(104),
            LONG.withName("tail"), MemoryLayout.paddingLayout(120),
            LONG.withName("head"), LONG.withName("left"), LONG.withName("taken"), MemoryLayout.paddingLayout(104))
            .withName("many-to-one ring");
    public static final StructLayout LANE = MemoryLayout.structLayout(LONG.withName("state"),
            LONG.withName("refused"), MemoryLayout.paddingLayout(112)).withName("lane");
    public static final StructLayout RECORD = MemoryLayout.structLayout(INT.withName("length"), INT.withName("type"))
            .withName("record");

    /// "ashlfunl".
    public static final long MAGIC = 0x6c6e_7566_6c68_7361L;
    public static final int VERSION = 1;
    public static final long VERSION_AT = offset(HEADER, "version");
    public static final long ENTRIES_AT = offset(HEADER, "entries");
    public static final long LANES_AT = offset(HEADER, "lanes");
    public static final long LANE_BYTES_AT = offset(HEADER, "laneBytes");
    public static final long TAIL = offset(HEADER, "tail");
    public static final long HEAD = offset(HEADER, "head");
    public static final long LEFT = offset(HEADER, "left");
    public static final long TAKEN = offset(HEADER, "taken");
    /// Where the first lane's words lie.
    public static final long LANES = HEADER.byteSize();
    public static final long STATE = offset(LANE, "state");
    public static final long REFUSED = offset(LANE, "refused");
    public static final int RECORD_BYTES = (int) RECORD.byteSize();

    public static final int MAX_LANES = 1 << 6;
    public static final int MAX_LANE_BYTES = 1 << 27;
    /// Of a lane that somebody adds to, and of one where nobody will.
    public static final long PRODUCING = 1;
    public static final long ENDED = 2;
    /// Type of what fills up the end of a lane.
    public static final int PADDING = -1;
    /// In the length of a record: another of the same entry follows.
    public static final int MORE = 1 << 31;

    private static final int PLACE_SHIFT = 6;
    private static final int LAP_SHIFT = 30;
    private static final long LAP_MASK = (1L << Long.SIZE - LAP_SHIFT) - 1;

    private static long offset(StructLayout layout, String field) {
        return layout.byteOffset(PathElement.groupElement(field));
    }

    public static long entry(long lap, int lane, int place) {
        return lap << LAP_SHIFT | (long) (place >>> 3) << PLACE_SHIFT | lane;
    }

    public static long lap(long entry) {
        return entry >>> LAP_SHIFT;
    }

    /// The lap in which an index has its turn.
    public static long lapOf(long index, int entryBits) {
        return (index >>> entryBits) + 1 & LAP_MASK;
    }

    public static long lapBefore(long lap) {
        return lap - 1 & LAP_MASK;
    }

    public static int lane(long entry) {
        return (int) entry & MAX_LANES - 1;
    }

    /// Where in its lane the first record begins.
    public static int place(long entry) {
        return ((int) (entry >>> PLACE_SHIFT) & (1 << LAP_SHIFT - PLACE_SHIFT) - 1) << 3;
    }
}
