// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.function;

import dev.ashlar.sql.runtime.ValueOrder;
import java.math.BigDecimal;

/// GREATEST, LEAST and CONCAT, which skip NULL.
public final class Extremes {
    private Extremes() {
    }

    private static <T> T greatest(T left, T right) {
        return left == null || right != null && ValueOrder.values(left, right) < 0 ? right : left;
    }

    private static <T> T least(T left, T right) {
        return left == null || right != null && ValueOrder.values(left, right) > 0 ? right : left;
    }

    public static Long greatestWhole(Long left, Long right) {
        return greatest(left, right);
    }

    public static Long leastWhole(Long left, Long right) {
        return least(left, right);
    }

    public static BigDecimal greatestDecimal(BigDecimal left, BigDecimal right) {
        return greatest(left, right);
    }

    public static BigDecimal leastDecimal(BigDecimal left, BigDecimal right) {
        return least(left, right);
    }

    public static Double greatestDouble(Double left, Double right) {
        return greatest(left, right);
    }

    public static Double leastDouble(Double left, Double right) {
        return least(left, right);
    }

    public static String greatestText(String left, String right) {
        return greatest(left, right);
    }

    public static String leastText(String left, String right) {
        return least(left, right);
    }

    public static Boolean greatestBoolean(Boolean left, Boolean right) {
        return greatest(left, right);
    }

    public static Boolean leastBoolean(Boolean left, Boolean right) {
        return least(left, right);
    }

    /// Joins texts; NULL is an empty one.
    ///
    /// @param most maximum number of characters of the result
    public static String concat(String left, String right, int most) {
        if (left == null || right == null) {
            return left == null ? right == null ? "" : right : left;
        }
        TextFunctions.require((long) left.length() + right.length(), most);
        return left + right;
    }

    /// Joins texts with a separator between those that are not NULL.
    ///
    /// @param left what was joined so far; null if nothing was
    public static String join(String separator, String left, String right, int most) {
        if (separator == null || left == null || right == null) {
            return separator == null ? null : left == null ? right : left;
        }
        TextFunctions.require((long) left.length() + separator.length() + right.length(), most);
        return left + separator + right;
    }

    /// The text, empty for NULL; NULL if the separator is NULL.
    public static String joined(String separator, String text) {
        return separator == null ? null : text == null ? "" : text;
    }
}
