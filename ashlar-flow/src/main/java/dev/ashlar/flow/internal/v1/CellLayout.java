// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.v1;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The layout of cells, version 1, and the ways to reach its words. `docs/formats/cell-v1.md` is normative; a test
/// compares the two.
///
/// Every word is at a multiple of 8, where the JDK offers more than plain access, and refuses other places.
public final class CellLayout {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = LONG.varHandle();
    private static final VarHandle ARRAY_LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /// What a seqlock cell begins with.
    public static final StructLayout SEQLOCK_HEADER =
            MemoryLayout.structLayout(LONG.withName("word")).withName("seqlock");
    /// What a versioned cell begins with.
    public static final StructLayout HEADER =
            MemoryLayout.structLayout(LONG.withName("word"), LONG.withName("control")).withName("header");
    /// What every slot of a versioned cell begins with.
    public static final StructLayout SLOT = MemoryLayout.structLayout(LONG.withName("stamp"), INT.withName("checksum"),
            MemoryLayout.paddingLayout(4)).withName("slot");

    /// In both kinds of cell.
    public static final long WORD = offset(HEADER, "word");
    public static final long CONTROL = offset(HEADER, "control");
    public static final long STAMP = offset(SLOT, "stamp");
    public static final long CHECKSUM = offset(SLOT, "checksum");

    private static long offset(StructLayout layout, String field) {
        return layout.byteOffset(PathElement.groupElement(field));
    }

    /// Bytes that a value takes, so that what follows it is aligned.
    public static long paddedBytes(int valueLength) {
        return (long) valueLength + Long.BYTES - 1 & -Long.BYTES;
    }

    public static long get(MemorySegment memory, long offset) {
        return (long) LONGS.get(memory, offset);
    }

    public static long getOpaque(MemorySegment memory, long offset) {
        return (long) LONGS.getOpaque(memory, offset);
    }

    public static long getAcquire(MemorySegment memory, long offset) {
        return (long) LONGS.getAcquire(memory, offset);
    }

    public static void set(MemorySegment memory, long offset, long value) {
        LONGS.set(memory, offset, value);
    }

    public static void setOpaque(MemorySegment memory, long offset, long value) {
        LONGS.setOpaque(memory, offset, value);
    }

    public static void setRelease(MemorySegment memory, long offset, long value) {
        LONGS.setRelease(memory, offset, value);
    }

    public static boolean compareAndSet(MemorySegment memory, long offset, long expected, long value) {
        return LONGS.compareAndSet(memory, offset, expected, value);
    }

    /// Into an array, without a memory over it: the JIT would have to tell that from other memory at every access.
    public static void put(byte[] array, int index, long value) {
        ARRAY_LONGS.set(array, index, value);
    }

    public static int getInt(MemorySegment memory, long offset) {
        return memory.get(INT, offset);
    }

    public static void setInt(MemorySegment memory, long offset, int value) {
        memory.set(INT, offset, value);
    }
}
