// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.column;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.value.Texts;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;

/// Decodes the value of a column as an object.
///
/// **Threading**: any thread.
public final class ColumnDecoder {
    private ColumnDecoder() {
    }

    /// @param offset of the block
    /// @return as [ValueType] says, or null
    public static Object read(Placement placement, MemorySegment memory, long offset, int blockLength, int version,
            long row) {
        return switch (placement) {
            case Placement.RowNumber _ -> row;
            case Placement.Prefix prefix ->
                    AnyMemory.getLong(memory, offset + prefix.offset(), ByteOrder.LITTLE_ENDIAN);
            case Placement.Number number -> isNull(number, memory, offset, blockLength, version) ? null
                    : value(number, memory, offset);
            case Placement.Time time -> isNull(time.number(), memory, offset, blockLength, version) ? null
                    : time(time, bits(time.number(), memory, offset), row);
            case Placement.Code code -> isNull(code.number(), memory, offset, blockLength, version) ? null
                    : EnumText.text(code.values(), code.number().primitive(), bits(code.number(), memory, offset));
            case Placement.Truth truth -> isNull(truth.number(), memory, offset, blockLength, version) ? null
                    : (Object) truth(truth, bits(truth.number(), memory, offset), row);
            case Placement.Bit bit -> bit.number().isPresent(version, blockLength)
                    ? (Object) ((bits(bit.number(), memory, offset) >>> bit.bit() & 1) != 0) : null;
            case Placement.Letter letter -> isNull(letter.number(), memory, offset, blockLength, version) ? null
                    : Texts.letter(bits(letter.number(), memory, offset));
            case Placement.Characters text -> text.isPresent(version, blockLength) ? text(text, memory, offset) : null;
            case Placement.Elements elements -> elements(elements, memory, offset, blockLength, version);
            case Placement.Scaled scaled -> isNull(scaled.mantissa(), memory, offset, blockLength, version) ? null
                    : scaled(scaled, whole(scaled.mantissa(), memory, offset));
            case Placement.Floating floating -> floating(floating, memory, offset, blockLength, version, row);
            case Placement.Constant constant -> constant.value();
        };
    }

    static boolean isNull(Placement.Number number, MemorySegment memory, long offset, int blockLength, int version) {
        if (!number.isPresent(version, blockLength)) {
            return true;
        }
        if (!number.nullable()) {
            return false;
        }
        if (number.primitive().isFloatingPoint()) {
            double nothing = Double.longBitsToDouble(number.nullBits());
            double value = real(number, memory, offset);
            return value == nothing || Double.isNaN(value) && Double.isNaN(nothing);
        }
        return bits(number, memory, offset) == number.nullBits();
    }

    private static Object value(Placement.Number number, MemorySegment memory, long offset) {
        PrimitiveType primitive = number.primitive();
        if (primitive.isFloatingPoint()) {
            return real(number, memory, offset);
        }
        return primitive == PrimitiveType.UINT64 ? new BigDecimal(whole(number, memory, offset))
                : (Object) bits(number, memory, offset);
    }

    private static BigDecimal scaled(Placement.Scaled scaled, BigInteger mantissa) {
        return new BigDecimal(mantissa.multiply(BigInteger.TEN.pow(scaled.shift())), scaled.scale());
    }

    private static BigInteger whole(Placement.Number number, MemorySegment memory, long offset) {
        long bits = bits(number, memory, offset);
        return number.primitive() == PrimitiveType.UINT64 ? new BigInteger(Long.toUnsignedString(bits))
                : BigInteger.valueOf(bits);
    }

    private static double real(Placement.Number number, MemorySegment memory, long offset) {
        long bits = bits(number, memory, offset);
        return number.primitive() == PrimitiveType.FLOAT ? Float.intBitsToFloat((int) bits)
                : Double.longBitsToDouble(bits);
    }

    /// An integer extended to 64 bits, or the bits of a float or double.
    public static long bits(Placement.Number number, MemorySegment memory, long offset) {
        long at = offset + number.offset();
        ByteOrder order = number.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return switch (number.primitive()) {
            case CHAR, UINT8 -> AnyMemory.getByte(memory, at, order) & 0xffL;
            case INT8 -> AnyMemory.getByte(memory, at, order);
            case INT16 -> AnyMemory.getShort(memory, at, order);
            case UINT16 -> AnyMemory.getShort(memory, at, order) & 0xffffL;
            case INT32 -> AnyMemory.getInt(memory, at, order);
            case UINT32, FLOAT -> AnyMemory.getInt(memory, at, order) & 0xffff_ffffL;
            case INT64, UINT64, DOUBLE -> AnyMemory.getLong(memory, at, order);
        };
    }

    static long time(Placement.Time time, long bits, long row) {
        boolean beyond = time.number().primitive() == PrimitiveType.UINT64 && bits < 0;
        long high = Math.multiplyHigh(bits, time.unitNs());
        long ns = bits * time.unitNs();
        if (beyond || high != ns >> Long.SIZE - 1) {
            throw new QueryException(Reason.OVERFLOW, "time out of range: time=" + (beyond
                    ? Long.toUnsignedString(bits) : Long.toString(bits)) + ", unitNs=" + time.unitNs()
                    + ", greatestNs=" + Long.MAX_VALUE + ", row=" + row);
        }
        return ns;
    }

    private static boolean truth(Placement.Truth truth, long bits, long row) {
        if (bits != truth.trueBits() && bits != truth.falseBits()) {
            throw new QueryException(Reason.OVERFLOW, "neither true nor false: value=" + bits + ", false="
                    + truth.falseBits() + ", true=" + truth.trueBits() + ", row=" + row);
        }
        return bits == truth.trueBits();
    }

    private static String text(Placement.Characters text, MemorySegment memory, long offset) {
        byte[] bytes = memory.asSlice(offset + text.offset(), text.length()).toArray(ValueLayout.JAVA_BYTE);
        return isNull(text, bytes) ? null : Texts.decode(bytes, text.charset());
    }

    private static boolean isNull(Placement.Characters text, byte[] bytes) {
        if (!text.nullable() || text.nullAtNul()) {
            return text.nullable() && bytes.length > 0 && bytes[0] == 0;
        }
        for (byte one : bytes) {
            if (one != text.nullByte()) {
                return false;
            }
        }
        return bytes.length > 0;
    }

    private static String elements(Placement.Elements elements, MemorySegment memory, long offset, int blockLength,
            int version) {
        Placement.Number first = elements.first();
        int size = first.primitive().size();
        // An array is there as a whole or not at all.
        if (!first.isPresent(version, blockLength - (elements.count() - 1) * size)) {
            return null;
        }
        StringBuilder text = new StringBuilder("[");
        boolean nothing = true;
        for (int i = 0; i < elements.count(); i++) {
            long at = offset + (long) i * size;
            boolean isNull = isNull(first, memory, at, blockLength, version);
            nothing &= isNull;
            text.append(i == 0 ? "" : ",").append(isNull ? "null" : value(first, memory, at));
        }
        return nothing ? null : text.append("]").toString();
    }

    private static BigDecimal floating(Placement.Floating floating, MemorySegment memory, long offset, int blockLength,
            int version, long row) {
        if (isNull(floating.mantissa(), memory, offset, blockLength, version)
                || isNull(floating.exponent(), memory, offset, blockLength, version)) {
            return null;
        }
        BigInteger mantissa = whole(floating.mantissa(), memory, offset);
        BigInteger exponent = whole(floating.exponent(), memory, offset);
        return floating(mantissa, exponent, row);
    }

    /// The decimal, with the scale that its column has.
    static BigDecimal floating(BigInteger mantissa, BigInteger exponent, long row) {
        int scale = BlockColumns.FLOATING_SCALE;
        if (mantissa.signum() == 0) {
            return BigDecimal.ZERO.setScale(scale);
        }
        // Beyond these no mantissa fits, whatever its digits.
        if (exponent.bitLength() < Byte.SIZE) {
            BigDecimal exact = new BigDecimal(mantissa, -exponent.intValue()).stripTrailingZeros();
            if (exact.scale() <= scale && exact.precision() - exact.scale() <= ValueType.MAX_PRECISION - scale) {
                return exact.setScale(scale);
            }
        }
        throw new QueryException(Reason.OVERFLOW, "decimal out of range: mantissa=" + mantissa + ", exponent="
                + exponent + ", digits before the point<=" + (ValueType.MAX_PRECISION - scale) + ", after<=" + scale
                + ", row=" + row + "; select its mantissa and exponent columns instead");
    }
}
