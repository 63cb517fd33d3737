// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;

/// How a language writes the numbers of a schema.
public final class LiteralWords {
    /// Writes a whole number.
    @FunctionalInterface
    public interface Whole {
        /// @param bits of `UINT64` all 64 are used
        String text(PrimitiveType primitive, long bits);
    }

    /// Writes a floating-point number.
    @FunctionalInterface
    public interface Real {
        /// @param value already rounded to what the type holds
        String text(PrimitiveType primitive, double value);
    }

    private LiteralWords() {
    }

    /// The expression of a literal; of a text, that of its first character.
    public static String of(PrimitiveType primitive, Literal literal, Whole whole, Real real) {
        return switch (literal) {
            case Literal.Real(double value) -> real.text(primitive, rounded(primitive, value));
            case Literal.Whole(long bits) when primitive.isFloatingPoint() ->
                    real.text(primitive, rounded(primitive, bits));
            case Literal.Whole(long bits) -> whole.text(primitive, bits);
            case Literal.Text(String value) -> whole.text(primitive, value.isEmpty() ? 0 : value.charAt(0));
        };
    }

    /// A whole number; of the greatest and the least of its type, the names.
    public static String whole(PrimitiveType primitive, long bits, String max, String min) {
        int width = 8 * primitive.size();
        boolean signed = switch (primitive) {
            case INT8, INT16, INT32, INT64 -> true;
            default -> false;
        };
        long greatest = signed ? -1L >>> 65 - width : -1L >>> 64 - width;
        return bits == greatest ? max : signed && bits == -greatest - 1 ? min
                : primitive == PrimitiveType.UINT64 ? Long.toUnsignedString(bits) : Long.toString(bits);
    }

    private static double rounded(PrimitiveType primitive, double value) {
        return primitive == PrimitiveType.FLOAT ? (float) value : value;
    }
}
