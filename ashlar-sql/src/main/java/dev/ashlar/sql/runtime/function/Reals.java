// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.function;

import org.apache.calcite.linq4j.function.Strict;

/// Functions of floating-point numbers. A result of NaN or an infinity is an error, unless an argument is one of these.
///
/// **Failure**: `ArithmeticException` if the arguments are outside of the domain of the function or the result
/// overflows.
@Strict
public final class Reals {
    private Reals() {
    }

    public static double asin(double x) {
        return checked(Math.asin(x), "asin", x);
    }

    public static double acos(double x) {
        return checked(Math.acos(x), "acos", x);
    }

    public static double exp(double x) {
        return checked(Math.exp(x), "exp", x);
    }

    public static double cot(double x) {
        return checked(1 / Math.tan(x), "cot", x);
    }

    public static double power(double x, double y) {
        double result = Math.pow(x, y);
        if (!Double.isFinite(result) && Double.isFinite(x) && Double.isFinite(y)) {
            // Calcite writes square roots as powers.
            throw new ArithmeticException(y == 0.5 ? "sqrt(" + x + ")" : "power(" + x + ", " + y + ")");
        }
        return result;
    }

    private static double checked(double result, String function, double x) {
        boolean wrong = Double.isNaN(result) ? !Double.isNaN(x) : Double.isInfinite(result) && !Double.isInfinite(x);
        if (wrong) {
            throw new ArithmeticException(function + "(" + x + ")");
        }
        return result;
    }
}
