// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf.internal;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Primitive values in memory, in either byte order, at any alignment. Each access is checked against the segment.
///
/// Whole values are `long`s as [dev.ashlar.sbe.ir.Literal.Whole] holds them: signed types sign-extended, unsigned types
/// and `char` zero-extended, `uint64` as its 64 bits.
public final class Wire {
    private Wire() {
    }

    /// A whole value. Of a floating-point type, its raw bits.
    public static long getWhole(MemorySegment memory, long offset, PrimitiveType type, boolean bigEndian) {
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return switch (type) {
            case CHAR, UINT8 -> AnyMemory.getByte(memory, offset, order) & 0xffL;
            case INT8 -> AnyMemory.getByte(memory, offset, order);
            case INT16 -> AnyMemory.getShort(memory, offset, order);
            case UINT16 -> AnyMemory.getShort(memory, offset, order) & 0xffffL;
            case INT32 -> AnyMemory.getInt(memory, offset, order);
            case UINT32, FLOAT -> AnyMemory.getInt(memory, offset, order) & 0xffff_ffffL;
            case INT64, UINT64, DOUBLE -> AnyMemory.getLong(memory, offset, order);
        };
    }

    /// Stores the low bits of a whole value; of a floating-point type, its raw bits.
    public static void putWhole(MemorySegment memory, long offset, PrimitiveType type, boolean bigEndian, long value) {
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        switch (type.size()) {
            case 1 -> AnyMemory.putByte(memory, offset, (byte) value, order);
            case 2 -> AnyMemory.putShort(memory, offset, (short) value, order);
            case 4 -> AnyMemory.putInt(memory, offset, (int) value, order);
            case 8 -> AnyMemory.putLong(memory, offset, value, order);
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
