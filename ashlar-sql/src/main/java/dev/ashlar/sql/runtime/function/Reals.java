// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.function;

/// Functions of floating-point numbers, which are errors rather than NaN or an infinity, unless an argument is one.
///
/// **Failure**: `ArithmeticException` outside of the range of a function.
public final class Reals {
    private Reals() {
    }

    public static double sqrt(double x) {
        return checked(Math.sqrt(x), "sqrt", x);
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
            throw new ArithmeticException("power(" + x + ", " + y + ")");
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
