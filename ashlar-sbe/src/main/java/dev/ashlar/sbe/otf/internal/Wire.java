// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf.internal;

import dev.ashlar.sbe.ir.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Primitive values in memory, in either byte order, at any alignment. Each access is checked against the segment.
///
/// Whole values are `long`s as [dev.ashlar.sbe.ir.Literal.Whole] holds them: signed types sign-extended, unsigned types
/// and `char` zero-extended, `uint64` as its 64 bits.
public final class Wire {
    private static final ValueLayout.OfShort SHORT_LE =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT_BE =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT_BE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG_LE =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG_BE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Wire() {
    }

    /// A whole value. Of a floating-point type, its raw bits.
    public static long getWhole(MemorySegment memory, long offset, PrimitiveType type, boolean bigEndian) {
        return switch (type) {
            case CHAR, UINT8 -> memory.get(ValueLayout.JAVA_BYTE, offset) & 0xffL;
            case INT8 -> memory.get(ValueLayout.JAVA_BYTE, offset);
            case INT16 -> memory.get(bigEndian ? SHORT_BE : SHORT_LE, offset);
            case UINT16 -> memory.get(bigEndian ? SHORT_BE : SHORT_LE, offset) & 0xffffL;
            case INT32 -> memory.get(bigEndian ? INT_BE : INT_LE, offset);
            case UINT32, FLOAT -> memory.get(bigEndian ? INT_BE : INT_LE, offset) & 0xffff_ffffL;
            case INT64, UINT64, DOUBLE -> memory.get(bigEndian ? LONG_BE : LONG_LE, offset);
        };
    }

    /// Stores the low bits of a whole value; of a floating-point type, its raw bits.
    public static void putWhole(MemorySegment memory, long offset, PrimitiveType type, boolean bigEndian, long value) {
        switch (type.size()) {
            case 1 -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
            case 2 -> memory.set(bigEndian ? SHORT_BE : SHORT_LE, offset, (short) value);
            case 4 -> memory.set(bigEndian ? INT_BE : INT_LE, offset, (int) value);
            case 8 -> memory.set(bigEndian ? LONG_BE : LONG_LE, offset, value);
            default -> throw new AssertionError("no primitive type has this size: " + type);
        }
    }

    /// A floating-point value; a `float` is widened.
    public static double getReal(MemorySegment memory, long offset, PrimitiveType type, boolean bigEndian) {
        long bits = getWhole(memory, offset, type, bigEndian);
        return type == PrimitiveType.FLOAT ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    /// Stores a floating-point value; NaN in its canonical quiet form.
    public static void putReal(MemorySegment memory, long offset, PrimitiveType type, boolean bigEndian, double value) {
        long bits = type == PrimitiveType.FLOAT ? Float.floatToIntBits((float) value) : Double.doubleToLongBits(value);
        putWhole(memory, offset, type, bigEndian, bits);
    }

    /// Whether the low bits of `value` are `value` again when read back as this type.
    public static boolean fits(long value, PrimitiveType type) {
        return switch (type) {
            case CHAR, UINT8 -> (value & ~0xffL) == 0;
            case UINT16 -> (value & ~0xffffL) == 0;
            case UINT32 -> (value & ~0xffff_ffffL) == 0;
            case INT8 -> value == (byte) value;
            case INT16 -> value == (short) value;
            case INT32 -> value == (int) value;
            case INT64, UINT64 -> true;
            case FLOAT, DOUBLE -> false;
        };
    }
}
