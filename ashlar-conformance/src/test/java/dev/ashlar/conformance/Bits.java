// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;

/// Values as the bits they have on the wire.
final class Bits {
    /// Of a value as Java codecs give it, in the low bits.
    static long of(Object value) {
        return switch (value) {
            case Float f -> Float.floatToRawIntBits(f);
            case Double d -> Double.doubleToRawLongBits(d);
            case Number n -> n.longValue();
            default -> throw new AssertionError("no number: " + value);
        };
    }

    static long of(Literal literal, PrimitiveType primitive) {
        return switch (literal) {
            case Literal.Whole(long bits) -> switch (primitive) {
                case FLOAT -> Float.floatToIntBits(bits);
                case DOUBLE -> Double.doubleToLongBits(bits);
                default -> bits;
            };
            case Literal.Real(double value) -> primitive == PrimitiveType.FLOAT ? Float.floatToIntBits((float) value)
                    : Double.doubleToLongBits(value);
            case Literal.Text(String text) -> text.charAt(0);
        };
    }

    /// Whether a value is the null value; any NaN is that of a floating-point type.
    static boolean isNull(long bits, long nullBits, PrimitiveType primitive) {
        return switch (primitive) {
            case FLOAT -> Float.isNaN(Float.intBitsToFloat((int) nullBits))
                    ? Float.isNaN(Float.intBitsToFloat((int) bits))
                    : Float.intBitsToFloat((int) bits) == Float.intBitsToFloat((int) nullBits);
            case DOUBLE -> Double.isNaN(Double.longBitsToDouble(nullBits)) ? Double.isNaN(Double.longBitsToDouble(bits))
                    : Double.longBitsToDouble(bits) == Double.longBitsToDouble(nullBits);
            default -> same(bits, nullBits, primitive);
        };
    }

    /// Whether both are the same on the wire.
    static boolean same(long a, long b, PrimitiveType primitive) {
        return ((a ^ b) << 64 - 8 * primitive.size()) == 0;
    }

    /// The bits as a value of a Java type that codecs use.
    static Object as(Class<?> type, long bits, PrimitiveType primitive) {
        long value = switch (primitive) {
            case CHAR, INT8 -> (byte) bits;
            case INT16 -> (short) bits;
            case INT32 -> (int) bits;
            case UINT8 -> bits & 0xff;
            case UINT16 -> bits & 0xffff;
            case UINT32 -> bits & 0xffff_ffffL;
            case INT64, UINT64, FLOAT, DOUBLE -> bits;
        };
        return switch (type.getName()) {
            case "byte" -> (byte) value;
            case "short" -> (short) value;
            case "int" -> (int) value;
            case "long" -> value;
            case "float" -> Float.intBitsToFloat((int) value);
            case "double" -> Double.longBitsToDouble(value);
            default -> throw new AssertionError("no type of a value: " + type);
        };
    }
}
