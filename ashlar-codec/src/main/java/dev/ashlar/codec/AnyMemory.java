// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static dev.ashlar.codec.MemoryClass.ARRAY;
import static dev.ashlar.codec.MemoryClass.NATIVE;
import static java.util.Objects.requireNonNull;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Reads and writes single values at any alignment, in memory of any class.
///
/// Generated codecs use it for memory that is not [native][MemoryClass#NATIVE], and for a block that is shorter than
/// the fields of its version. The handles of [FieldHandles] check the whole block: if a short block ends with the
/// memory, they would refuse even the fields it contains.
///
/// Each method checks for array and native memory before the access; [MemoryClass] explains why.
///
/// **Failure.** `IndexOutOfBoundsException` if the value is not entirely inside the memory.
public final class AnyMemory {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT_LE =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT_BE =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT_BE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG_LE =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG_BE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private AnyMemory() {
    }

    /// @param order ignored for a single byte; present so that all methods have the same parameters
    public static byte getByte(MemorySegment memory, long offset, ByteOrder order) {
        if (ARRAY.isInstance(memory)) {
            return ARRAY.cast(requireNonNull(memory)).get(BYTE, offset);
        }
        return NATIVE.isInstance(memory) ? NATIVE.cast(requireNonNull(memory)).get(BYTE, offset)
                : memory.get(BYTE, offset);
    }

    public static short getShort(MemorySegment memory, long offset, ByteOrder order) {
        ValueLayout.OfShort layout = order == ByteOrder.LITTLE_ENDIAN ? SHORT_LE : SHORT_BE;
        if (ARRAY.isInstance(memory)) {
            return ARRAY.cast(requireNonNull(memory)).get(layout, offset);
        }
        return NATIVE.isInstance(memory) ? NATIVE.cast(requireNonNull(memory)).get(layout, offset)
                : memory.get(layout, offset);
    }

    public static int getInt(MemorySegment memory, long offset, ByteOrder order) {
        ValueLayout.OfInt layout = order == ByteOrder.LITTLE_ENDIAN ? INT_LE : INT_BE;
        if (ARRAY.isInstance(memory)) {
            return ARRAY.cast(requireNonNull(memory)).get(layout, offset);
        }
        return NATIVE.isInstance(memory) ? NATIVE.cast(requireNonNull(memory)).get(layout, offset)
                : memory.get(layout, offset);
    }

    public static long getLong(MemorySegment memory, long offset, ByteOrder order) {
        ValueLayout.OfLong layout = order == ByteOrder.LITTLE_ENDIAN ? LONG_LE : LONG_BE;
        if (ARRAY.isInstance(memory)) {
            return ARRAY.cast(requireNonNull(memory)).get(layout, offset);
        }
        return NATIVE.isInstance(memory) ? NATIVE.cast(requireNonNull(memory)).get(layout, offset)
                : memory.get(layout, offset);
    }

    public static float getFloat(MemorySegment memory, long offset, ByteOrder order) {
        return Float.intBitsToFloat(getInt(memory, offset, order));
    }

    public static double getDouble(MemorySegment memory, long offset, ByteOrder order) {
        return Double.longBitsToDouble(getLong(memory, offset, order));
    }

    /// @param order ignored for a single byte; present so that all methods have the same parameters
    public static void putByte(MemorySegment memory, long offset, byte value, ByteOrder order) {
        if (ARRAY.isInstance(memory)) {
            ARRAY.cast(requireNonNull(memory)).set(BYTE, offset, value);
        } else if (NATIVE.isInstance(memory)) {
            NATIVE.cast(requireNonNull(memory)).set(BYTE, offset, value);
        } else {
            memory.set(BYTE, offset, value);
        }
    }

    public static void putShort(MemorySegment memory, long offset, short value, ByteOrder order) {
        ValueLayout.OfShort layout = order == ByteOrder.LITTLE_ENDIAN ? SHORT_LE : SHORT_BE;
        if (ARRAY.isInstance(memory)) {
            ARRAY.cast(requireNonNull(memory)).set(layout, offset, value);
        } else if (NATIVE.isInstance(memory)) {
            NATIVE.cast(requireNonNull(memory)).set(layout, offset, value);
        } else {
            memory.set(layout, offset, value);
        }
    }

    public static void putInt(MemorySegment memory, long offset, int value, ByteOrder order) {
        ValueLayout.OfInt layout = order == ByteOrder.LITTLE_ENDIAN ? INT_LE : INT_BE;
        if (ARRAY.isInstance(memory)) {
            ARRAY.cast(requireNonNull(memory)).set(layout, offset, value);
        } else if (NATIVE.isInstance(memory)) {
            NATIVE.cast(requireNonNull(memory)).set(layout, offset, value);
        } else {
            memory.set(layout, offset, value);
        }
    }

    public static void putLong(MemorySegment memory, long offset, long value, ByteOrder order) {
        ValueLayout.OfLong layout = order == ByteOrder.LITTLE_ENDIAN ? LONG_LE : LONG_BE;
        if (ARRAY.isInstance(memory)) {
            ARRAY.cast(requireNonNull(memory)).set(layout, offset, value);
        } else if (NATIVE.isInstance(memory)) {
            NATIVE.cast(requireNonNull(memory)).set(layout, offset, value);
        } else {
            memory.set(layout, offset, value);
        }
    }

    public static void putFloat(MemorySegment memory, long offset, float value, ByteOrder order) {
        putInt(memory, offset, Float.floatToRawIntBits(value), order);
    }

    public static void putDouble(MemorySegment memory, long offset, double value, ByteOrder order) {
        putLong(memory, offset, Double.doubleToRawLongBits(value), order);
    }
}
