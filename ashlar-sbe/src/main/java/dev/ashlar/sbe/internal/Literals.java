// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.math.BigInteger;

/// Parses values as schemas write them.
final class Literals {
    /// Longer than any value of a primitive type is written, short enough that parsing it takes no time.
    private static final int MAX_DIGITS = 500;

    /// The value, or `null` if the text is not a value of this type.
    static Literal parse(String text, PrimitiveType type) {
        if (type == PrimitiveType.CHAR) {
            return text.length() == 1 && text.charAt(0) < 0x100 ? Literal.of(text.charAt(0))
                    : charByNumber(text.strip());
        }
        String value = text.strip();
        if (value.length() > MAX_DIGITS) {
            return null;
        }
        try {
            return switch (type) {
                case FLOAT -> Literal.of((double) Float.parseFloat(value));
                case DOUBLE -> Literal.of(Double.parseDouble(value));
                default -> whole(new BigInteger(value.startsWith("+") ? value.substring(1) : value), type);
            };
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// The null value that an attribute gives, or `null` if the text is not a value of this type. `0` of a char type is
    /// NUL, the null of the standard, not the digit: a field for which that means null could not hold the digit.
    static Literal parseNull(String text, PrimitiveType type) {
        return type == PrimitiveType.CHAR && text.strip().equals("0") ? Literal.of(0) : parse(text, type);
    }

    /// A null or bound of a char type may be given as its number, as in `maxValue="126"`; a single digit is the
    /// character.
    private static Literal charByNumber(String value) {
        if (value.length() == 1) {
            return Literal.of(value.charAt(0));
        }
        try {
            int number = Integer.parseInt(value);
            return number >= 0 && number <= 0xff ? Literal.of(number) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// The least and greatest value the bits of the type can hold, as "min..max".
    static String bitRange(PrimitiveType type) {
        return min(type) + ".." + max(type);
    }

    private static Literal whole(BigInteger value, PrimitiveType type) {
        if (value.compareTo(min(type)) < 0 || value.compareTo(max(type)) > 0) {
            return null;
        }
        return Literal.of(value.longValue());
    }

    private static BigInteger min(PrimitiveType type) {
        return type.isUnsigned() || type == PrimitiveType.CHAR ? BigInteger.ZERO
                : BigInteger.ONE.shiftLeft(type.size() * 8 - 1).negate();
    }

    private static BigInteger max(PrimitiveType type) {
        int bits = type.size() * 8;
        return (type.isUnsigned() || type == PrimitiveType.CHAR ? BigInteger.ONE.shiftLeft(bits)
                : BigInteger.ONE.shiftLeft(bits - 1)).subtract(BigInteger.ONE);
    }
}
