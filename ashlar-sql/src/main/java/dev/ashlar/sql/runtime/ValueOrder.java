// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.math.BigDecimal;
import org.apache.calcite.linq4j.function.Strict;

/// The order of values above scans, the same as within scans: text by code points, NaN equal to itself and greater
/// than all other numbers, one zero.
///
/// Values above scans are canonical: values that are equal here are also equal by `equals`, which Calcite's operators
/// use for joins and distinct values. [#zero(double)] and [ExactNumbers#fitting] make them canonical.
@Strict
public final class ValueOrder {
    private static final char FIRST_SURROGATE = 0xD800;
    private static final char AFTER_SURROGATES = 0xE000;

    private ValueOrder() {
    }

    public static int reals(double left, double right) {
        return left < right ? -1 : left > right ? 1 : left == right ? 0 : Boolean.compare(left != left, right != right);
    }

    /// Compares texts by code points: a surrogate, half of a supplementary code point, is greater than any other char.
    public static int texts(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char one = left.charAt(i);
            char other = right.charAt(i);
            if (one != other) {
                return Integer.compare(rank(one), rank(other));
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static int rank(char unit) {
        return unit >= FIRST_SURROGATE && unit < AFTER_SURROGATES ? unit + Character.MAX_VALUE : unit;
    }

    /// The number without the sign of a zero.
    public static double zero(double number) {
        return number + 0.0;
    }

    /// The number without the sign of a zero.
    public static float zeroOfReal(float number) {
        return number + 0.0f;
    }

    /// Compares values of one type, neither of them null.
    public static int values(Object left, Object right) {
        return switch (left) {
            case String text -> texts(text, (String) right);
            case Double number -> reals(number, (Double) right);
            case Float number -> reals(number, (Float) right);
            case BigDecimal number -> number.compareTo((BigDecimal) right);
            case Comparable<?> value -> compare(value, right);
            default -> throw new IllegalArgumentException("no order: value=" + left);
        };
    }

    @SuppressWarnings("unchecked")
    private static int compare(Comparable<?> left, Object right) {
        return ((Comparable<Object>) left).compareTo(right);
    }
}
