// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Reads single values of a block that is shorter than the fields of its version need.
///
/// The handles of [FieldHandles] check more than the field they read, so they would refuse such a block where it ends
/// with the memory, even for fields it does hold. Generated decoders turn here then. It is the slow path.
public final class ShortBlock {
    private ShortBlock() {
    }

    public static byte getByte(MemorySegment memory, long offset, ByteOrder order) {
        return memory.get(ValueLayout.JAVA_BYTE.withOrder(order), offset);
    }

    public static short getShort(MemorySegment memory, long offset, ByteOrder order) {
        return memory.get(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order), offset);
    }

    public static int getInt(MemorySegment memory, long offset, ByteOrder order) {
        return memory.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order), offset);
    }

    public static long getLong(MemorySegment memory, long offset, ByteOrder order) {
        return memory.get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order), offset);
    }

    public static float getFloat(MemorySegment memory, long offset, ByteOrder order) {
        return memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(order), offset);
    }

    public static double getDouble(MemorySegment memory, long offset, ByteOrder order) {
        return memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(order), offset);
    }
}
