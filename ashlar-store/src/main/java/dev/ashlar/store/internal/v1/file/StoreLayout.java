// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The layouts of a store, version 1. `docs/formats/store-v1.md` is normative; a test compares the two.
public final class StoreLayout {
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);
    /// For rows and frames, which begin anywhere.
    public static final ValueLayout.OfLong PACKED_LONG = LONG.withByteAlignment(1);
    public static final ValueLayout.OfInt PACKED_INT = INT.withByteAlignment(1);
    public static final ValueLayout.OfShort PACKED_SHORT = SHORT.withByteAlignment(1);
    private static final VarHandle LONGS = LONG.varHandle();

    /// `ASHLSTOR`, as bytes.
    static final long HEAD_MAGIC = 0x524f_5453_4c48_5341L;
    /// `ASHLEXTN`, as bytes.
    static final long EXTENT_MAGIC = 0x4e54_5845_4c48_5341L;
    /// `ASHLCATA`, as bytes.
    static final long CATALOG_MAGIC = 0x4154_4143_4c48_5341L;
    /// `ASHLLIVE`, as bytes.
    static final long LIVE_MAGIC = 0x4556_494c_4c48_5341L;
    public static final int VERSION = 1;

    public static final int MAX_CONTAINERS = 1024;
    public static final int MAX_READERS = 126;
    /// Bytes of one of the four checkpoints in `store.head`.
    public static final int CHECKPOINT_BYTES = 1 << 16;
    public static final int CHECKPOINTS = 4;

    public static final StructLayout CHECKPOINT = MemoryLayout.structLayout(LONG.withName("magic"), INT.withName("version"),
            INT.withName("checksum"), INT.withName("length"), INT.withName("flags"), LONG.withName("generation"),
            LONG.withName("storeIdHigh"), LONG.withName("storeIdLow"), LONG.withName("bootIdHigh"),
            LONG.withName("bootIdLow"), LONG.withName("writtenMs"), LONG.withName("createdMs"),
            INT.withName("chunkBytes"), INT.withName("extentChunks"), INT.withName("extents"), INT.withName("marks"),
            LONG.withName("catalogBytes"), MemoryLayout.paddingLayout(24)).withName("checkpoint");
    public static final StructLayout MARK = MemoryLayout.structLayout(INT.withName("container"), INT.withName("flags"),
            LONG.withName("first"), LONG.withName("end"), LONG.withName("detail")).withName("mark");
    public static final StructLayout EXTENT = MemoryLayout.structLayout(LONG.withName("magic"), INT.withName("version"),
            INT.withName("checksum"), LONG.withName("storeIdHigh"), LONG.withName("storeIdLow"),
            INT.withName("extent"), INT.withName("extentChunks"), INT.withName("chunkBytes"),
            MemoryLayout.paddingLayout(20)).withName("extent");
    public static final StructLayout COMMIT = MemoryLayout.structLayout(INT.withName("checksum"),
            INT.withName("container"), LONG.withName("generation"), LONG.withName("epoch"), INT.withName("chunk"),
            INT.withName("rowsChecksum"), LONG.withName("from"), LONG.withName("end"), MemoryLayout.paddingLayout(16))
            .withName("commit");
    public static final StructLayout ENTRY = MemoryLayout.structLayout(INT.withName("checksum"), INT.withName("container"),
            LONG.withName("ordinal"), LONG.withName("first"), LONG.withName("capacity"), LONG.withName("epoch"),
            INT.withName("stride"), INT.withName("blockLength"), INT.withName("schemaVersion"),
            INT.withName("prefix"), INT.withName("footer"), MemoryLayout.paddingLayout(4),
            LONG.withName("count"), LONG.withName("next"), LONG.withName("retired"), INT.withName("sealChecksum"),
            INT.withName("footerChecksum"), LONG.withName("sealed"), LONG.withName("minTime"),
            LONG.withName("maxTime"), LONG.withName("sealedAt")).withName("entry");
    public static final StructLayout FRAME = MemoryLayout.structLayout(INT.withName("length"), INT.withName("checksum"),
            LONG.withName("time"), LONG.withName("sequence"), LONG.withName("row")).withName("frame");
    public static final StructLayout RECORD = MemoryLayout.structLayout(LONG.withName("moved"), LONG.withName("before"),
            INT.withName("checksum"), MemoryLayout.paddingLayout(4)).withName("record");
    public static final StructLayout INDEX_ROW = MemoryLayout.structLayout(LONG.withName("position"),
            LONG.withName("maxTime"), LONG.withName("maxSequence"), LONG.withName("messages"))
            .withName("indexRow");
    public static final StructLayout CATALOG = MemoryLayout.structLayout(LONG.withName("magic"), INT.withName("version"),
            INT.withName("checksum"), LONG.withName("storeIdHigh"), LONG.withName("storeIdLow"))
            .withName("catalog");
    public static final StructLayout LIVE = MemoryLayout.structLayout(LONG.withName("magic"), INT.withName("version"),
            MemoryLayout.paddingLayout(4), LONG.withName("storeIdHigh"), LONG.withName("storeIdLow"),
            MemoryLayout.paddingLayout(32), LONG.withName("retirements"), LONG.withName("catalogBytes"),
            LONG.withName("writerPid"), LONG.withName("claims"), MemoryLayout.paddingLayout(32)).withName("live");
    public static final StructLayout PIN = MemoryLayout.structLayout(LONG.withName("pinned"), LONG.withName("pid"),
            MemoryLayout.paddingLayout(112)).withName("pin");

    public static final int EXTENT_HEADER_BYTES = 4096;
    public static final int ENTRY_BYTES = (int) ENTRY.byteSize();
    public static final int FRAME_BYTES = (int) FRAME.byteSize();

    private StoreLayout() {
    }

    public static long offset(StructLayout layout, String field) {
        return layout.byteOffset(PathElement.groupElement(field));
    }

    /// The name of the file with a number, which has at least four digits. Without a formatter, whose first use takes
    /// as long as opening a store.
    static String numbered(int number, String suffix) {
        String digits = Integer.toString(number);
        return "0".repeat(Math.max(0, 4 - digits.length())) + digits + suffix;
    }

    public static long getAcquire(MemorySegment memory, long offset) {
        return (long) LONGS.getAcquire(memory, offset);
    }

    public static void setRelease(MemorySegment memory, long offset, long value) {
        LONGS.setRelease(memory, offset, value);
    }

    public static long getVolatile(MemorySegment memory, long offset) {
        return (long) LONGS.getVolatile(memory, offset);
    }

    public static void setVolatile(MemorySegment memory, long offset, long value) {
        LONGS.setVolatile(memory, offset, value);
    }
}
