// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.ValueType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.linq4j.function.Strict;

/// Arithmetic with the rules of `dev.ashlar.query`: exact, or an error. Calcite's own arithmetic overflows silently and
/// keeps 16 digits of a quotient.
@Strict
public final class ExactNumbers {
    private ExactNumbers() {
    }

    public static long add(long left, long right) {
        try {
            return Math.addExact(left, right);
        } catch (ArithmeticException e) {
            throw outOfRange(left, "+", right, e);
        }
    }

    public static long subtract(long left, long right) {
        try {
            return Math.subtractExact(left, right);
        } catch (ArithmeticException e) {
            throw outOfRange(left, "-", right, e);
        }
    }

    public static long multiply(long left, long right) {
        try {
            return Math.multiplyExact(left, right);
        } catch (ArithmeticException e) {
            throw outOfRange(left, "*", right, e);
        }
    }

    public static long divide(long left, long right) {
        if (right == 0) {
            throw divisionByZero(left, "/");
        }
        try {
            return Math.divideExact(left, right);
        } catch (ArithmeticException e) {
            throw outOfRange(left, "/", right, e);
        }
    }

    public static long remainder(long left, long right) {
        if (right == 0) {
            throw divisionByZero(left, "%");
        }
        return left % right;
    }

    /// @param least    least value of the result type
    /// @param greatest greatest value of the result type
    public static long inRange(long number, long least, long greatest) {
        if (number < least || number > greatest) {
            throw new QueryException(Reason.OVERFLOW, "whole number out of range: value=" + number + ", least=" + least
                    + ", greatest=" + greatest + "; cast an operand to BIGINT");
        }
        return number;
    }

    public static long absolute(long number) {
        if (number == Long.MIN_VALUE) {
            throw outOfRange(0, "-", number, null);
        }
        return Math.abs(number);
    }

    public static int absoluteOfInteger(int number) {
        return (int) inRange(Math.abs((long) number), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public static short absoluteOfSmall(short number) {
        return (short) inRange(Math.abs(number), Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public static byte absoluteOfTiny(byte number) {
        return (byte) inRange(Math.abs(number), Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    /// Rounds half away from zero; the scale stays the same.
    ///
    /// @param digits digits to keep after the point; if negative, rounds digits before it
    public static BigDecimal round(BigDecimal number, int digits) {
        return rounded(number, digits, RoundingMode.HALF_UP);
    }

    /// Truncates.
    public static BigDecimal truncate(BigDecimal number, int digits) {
        return rounded(number, digits, RoundingMode.DOWN);
    }

    /// Rounds half away from zero, based on the shortest decimal digits of the number.
    public static double roundDouble(double number, int digits) {
        return rounded(number, digits, RoundingMode.HALF_UP);
    }

    /// Truncates.
    public static double truncateDouble(double number, int digits) {
        return rounded(number, digits, RoundingMode.DOWN);
    }

    private static double rounded(double number, int digits, RoundingMode mode) {
        // No double has more digits after the point, nor before it.
        return Double.isFinite(number) ? BigDecimal.valueOf(number).setScale(Math.clamp(digits, -400, 1_100), mode)
                .doubleValue() : number;
    }

    private static BigDecimal rounded(BigDecimal number, int digits, RoundingMode mode) {
        if (digits >= number.scale()) {
            return number;
        }
        // Rounding beyond the first digit leaves 0.
        int left = Math.max(digits, -ValueType.MAX_PRECISION - 1);
        return fitting(number.setScale(left, mode), number.scale());
    }

    /// Rounds half away from zero.
    public static long wholeOfDecimal(BigDecimal number) {
        return whole(number, RoundingMode.HALF_UP);
    }

    private static long whole(BigDecimal number, RoundingMode mode) {
        BigDecimal whole = number.setScale(0, mode);
        if (whole.unscaledValue().bitLength() > 63) {
            throw new QueryException(Reason.OVERFLOW, "number out of range: value=" + number + ", least="
                    + Long.MIN_VALUE + ", greatest=" + Long.MAX_VALUE);
        }
        return whole.longValueExact();
    }

    /// Rounds half to even, as DuckDB and PostgreSQL do with doubles.
    public static long wholeOfDouble(double number) {
        return whole(finite(number), RoundingMode.HALF_EVEN);
    }

    private static BigDecimal finite(double number) {
        if (!Double.isFinite(number)) {
            throw new QueryException(Reason.OVERFLOW, "number out of range: value=" + number);
        }
        return new BigDecimal(number);
    }

    /// Rounds half away from zero.
    ///
    /// @param precision maximum number of digits of the type
    public static BigDecimal decimalOf(BigDecimal number, int precision, int scale) {
        // Guards against writing out 10 to the power of a billion.
        boolean fits = number.signum() == 0 || (long) number.precision() - number.scale() <= precision - scale;
        BigDecimal rounded = fits ? number.setScale(scale, RoundingMode.HALF_UP) : number;
        if (!fits || rounded.precision() > precision) {
            throw new QueryException(Reason.OVERFLOW, "number out of range: value=" + number + ", type=DECIMAL("
                    + precision + ", " + scale + ")");
        }
        return rounded;
    }

    public static BigDecimal decimalOfWhole(long number, int precision, int scale) {
        return decimalOf(BigDecimal.valueOf(number), precision, scale);
    }

    public static BigDecimal decimalOfDouble(double number, int precision, int scale) {
        return decimalOf(finite(number), precision, scale);
    }

    public static BigDecimal addDecimals(BigDecimal left, BigDecimal right, int scale) {
        return fitting(left.add(right), scale);
    }

    public static BigDecimal subtractDecimals(BigDecimal left, BigDecimal right, int scale) {
        return fitting(left.subtract(right), scale);
    }

    public static BigDecimal multiplyDecimals(BigDecimal left, BigDecimal right, int scale) {
        return fitting(left.multiply(right), scale);
    }

    /// @param scale digits after the point of the quotient, rounded half up
    public static BigDecimal divideDecimals(BigDecimal left, BigDecimal right, int scale) {
        if (right.signum() == 0) {
            throw divisionByZero(left, "/");
        }
        return fitting(left.divide(right, scale, RoundingMode.HALF_UP), scale);
    }

    public static BigDecimal remainderOfDecimals(BigDecimal left, BigDecimal right, int scale) {
        if (right.signum() == 0) {
            throw divisionByZero(left, "%");
        }
        return fitting(left.remainder(right), scale);
    }

    public static BigDecimal negateDecimal(BigDecimal number, int scale) {
        return fitting(number.negate(), scale);
    }

    /// A sum with its column's digits after the point.
    public static BigDecimal fitting(BigDecimal number, int scale) {
        BigDecimal scaled = number.setScale(scale, RoundingMode.HALF_UP);
        if (scaled.precision() > ValueType.MAX_PRECISION) {
            throw new QueryException(Reason.OVERFLOW, "decimal out of range: digits=" + scaled.precision() + ", most="
                    + ValueType.MAX_PRECISION);
        }
        return scaled;
    }

    public static double divideDoubles(double left, double right) {
        if (right == 0) {
            throw divisionByZero(left, "/");
        }
        return left / right;
    }

    private static QueryException outOfRange(long left, String sign, long right, ArithmeticException e) {
        return new QueryException(Reason.OVERFLOW, "whole number out of range: " + left + " " + sign + " " + right
                + ", least=" + Long.MIN_VALUE + ", greatest=" + Long.MAX_VALUE + "; cast an operand to DECIMAL", e);
    }

    private static QueryException divisionByZero(Object left, String sign) {
        return new QueryException(Reason.DIVISION_BY_ZERO, "division by zero: " + left + " " + sign + " 0");
    }
}
