// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf.internal;

import dev.ashlar.sbe.ir.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Converts numbers of any Java type to a primitive type: exactly, or not at all.
///
/// Each method throws [IllegalArgumentException] with the value and the type; its time is bounded whatever the
/// exponent.
public final class Numbers {
    /// More than the digits of any whole type; beyond it, a power of ten is out of range without being computed.
    private static final int MAX_DIGITS = 40;

    private Numbers() {
    }

    /// The bits of a whole value. A `uint64` above 2^63-1 is given as a [BigInteger] or [BigDecimal], never as a
    /// negative `long`: values are numbers here, not bits.
    public static long whole(Object value, PrimitiveType type) {
        return switch (value) {
            case Long number -> fitting(number, type);
            case Integer number -> fitting(number, type);
            case Short number -> fitting(number, type);
            case Byte number -> fitting(number, type);
            case Character character -> character(character.toString(), type);
            case String text -> character(text, type);
            case Number number -> fitting(exactInteger(decimal(number)), type);
            default -> throw new IllegalArgumentException("not a whole number: value=" + show(value));
        };
    }

    private static long fitting(long number, PrimitiveType type) {
        if (type == PrimitiveType.UINT64 ? number < 0 : !Wire.fits(number, type)) {
            throw outOfRange(number, type);
        }
        return number;
    }

    private static long fitting(BigInteger number, PrimitiveType type) {
        boolean fits = number.bitLength() <= 63 ? number.signum() >= 0 || type != PrimitiveType.UINT64
                : type == PrimitiveType.UINT64 && number.signum() > 0 && number.bitLength() == 64;
        if (!fits || !Wire.fits(number.longValue(), type)) {
            throw outOfRange(number, type);
        }
        return number.longValue();
    }

    private static long character(String text, PrimitiveType type) {
        if (type != PrimitiveType.CHAR) {
            throw new IllegalArgumentException("not a number: value=" + show(text));
        }
        if (text.length() > 1 || !text.isEmpty() && text.charAt(0) > 0xff) {
            throw new IllegalArgumentException("not a single character of one byte: value=" + show(text));
        }
        return text.isEmpty() ? 0 : text.charAt(0);
    }

    /// A floating-point value; NaN and the infinities also by name, as JSON has them.
    public static double real(Object value, PrimitiveType type) {
        double number = switch (value) {
            case Double real -> real;
            case Float real -> real;
            case String text -> named(text);
            case Number other -> {
                BigDecimal decimal = decimal(other);
                yield type == PrimitiveType.FLOAT ? decimal.floatValue() : decimal.doubleValue();
            }
            default -> throw new IllegalArgumentException("not a number: value=" + show(value));
        };
        boolean lost = type == PrimitiveType.FLOAT && Double.isFinite(number) && Float.isInfinite((float) number);
        boolean rounded = Double.isInfinite(number) && value instanceof Number && !(value instanceof Double
                || value instanceof Float);
        if (lost || rounded) {
            throw outOfRange(value, type);
        }
        return number;
    }

    private static double named(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw new IllegalArgumentException("not a number: value=" + show(text));
        };
    }

    /// The decimal as which a number is written.
    public static BigDecimal decimal(Number number) {
        return switch (number) {
            case BigDecimal decimal -> decimal;
            case BigInteger whole -> new BigDecimal(whole);
            case Float real when !Float.isFinite(real) -> throw new IllegalArgumentException("not finite: value="
                    + real);
            case Double real when !Double.isFinite(real) -> throw new IllegalArgumentException("not finite: value="
                    + real);
            case Float real -> new BigDecimal(Float.toString(real));
            case Double real -> BigDecimal.valueOf(real);
            case Long _, Integer _, Short _, Byte _ -> BigDecimal.valueOf(number.longValue());
            default -> throw new IllegalArgumentException("unsupported type of number: value=" + show(number));
        };
    }

    /// The integer that a decimal equals.
    static BigInteger exactInteger(BigDecimal decimal) {
        // Checked first, because stripping zeros cannot lower a scale that is already the minimum.
        if (decimal.signum() != 0 && (long) decimal.precision() - decimal.scale() > MAX_DIGITS) {
            throw new IllegalArgumentException("out of range: value=" + show(decimal));
        }
        BigDecimal stripped = decimal.stripTrailingZeros();
        if (stripped.scale() > 0) {
            throw new IllegalArgumentException("not a whole number: value=" + show(decimal));
        }
        return stripped.toBigIntegerExact();
    }

    private static IllegalArgumentException outOfRange(Object value, PrimitiveType type) {
        return new IllegalArgumentException("out of range: value=" + show(value) + ", type=" + type.sbeName());
    }

    /// A value for an error message, truncated if it is too long.
    public static String show(Object value) {
        String text = value instanceof BigDecimal decimal ? decimal.precision() + " digits, exponent "
                + -(long) decimal.scale()
                : String.valueOf(value);
        if (value instanceof BigDecimal decimal && decimal.precision() <= MAX_DIGITS) {
            text = decimal.toString();
        }
        return text.length() <= MAX_DIGITS * 2 ? text : text.substring(0, MAX_DIGITS * 2) + "…";
    }
}
