// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.value;

import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.ValueType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Supplier;

/// Operations on values as objects, none of them null.
public final class Values {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.nnnnnnnnn");

    private Values() {
    }

    /// @param type of the result, by [Typing]
    public static Object arithmetic(Expr.Operator operator, Object left, ValueType leftType, Object right,
            ValueType rightType, ValueType type) {
        if (type.kind().isFloating()) {
            return real(operator, toDouble(left), toDouble(right));
        }
        if (type.kind() == Kind.DECIMAL) {
            return decimal(operator, toDecimal(left), toDecimal(right), type);
        }
        return whole(operator, (Long) left, (Long) right);
    }

    private static double real(Expr.Operator operator, double left, double right) {
        if (right == 0 && (operator == Expr.Operator.DIVIDE || operator == Expr.Operator.REMAINDER)) {
            throw divisionByZero(operator, left);
        }
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case REMAINDER -> left % right;
        };
    }

    private static BigDecimal decimal(Expr.Operator operator, BigDecimal left, BigDecimal right, ValueType type) {
        if (right.signum() == 0 && (operator == Expr.Operator.DIVIDE || operator == Expr.Operator.REMAINDER)) {
            throw divisionByZero(operator, left);
        }
        BigDecimal result = switch (operator) {
            case ADD -> left.add(right);
            case SUBTRACT -> left.subtract(right);
            case MULTIPLY -> left.multiply(right);
            case DIVIDE -> left.divide(right, type.scale(), RoundingMode.HALF_UP);
            case REMAINDER -> left.remainder(right);
        };
        return fitting(result.setScale(type.scale()), () -> left + " " + operator.sign() + " " + right);
    }

    private static long whole(Expr.Operator operator, long left, long right) {
        if (right == 0 && (operator == Expr.Operator.DIVIDE || operator == Expr.Operator.REMAINDER)) {
            throw divisionByZero(operator, left);
        }
        try {
            return switch (operator) {
                case ADD -> Math.addExact(left, right);
                case SUBTRACT -> Math.subtractExact(left, right);
                case MULTIPLY -> Math.multiplyExact(left, right);
                case DIVIDE -> Math.divideExact(left, right);
                case REMAINDER -> left % right;
            };
        } catch (ArithmeticException e) {
            throw new QueryException(Reason.OVERFLOW, "whole number out of range: " + left + " " + operator.sign() + " "
                    + right + ", least=" + Long.MIN_VALUE + ", greatest=" + Long.MAX_VALUE
                    + "; cast an operand to DECIMAL", e);
        }
    }

    private static QueryException divisionByZero(Expr.Operator operator, Object left) {
        return new QueryException(Reason.DIVISION_BY_ZERO, "division by zero: " + left + " " + operator.sign() + " 0");
    }

    /// @param from what it was made of, for a message
    public static BigDecimal fitting(BigDecimal number, Supplier<String> from) {
        if (number.precision() > ValueType.MAX_PRECISION) {
            throw new QueryException(Reason.OVERFLOW, "decimal out of range: " + from.get() + " has "
                    + number.precision() + " digits, most=" + ValueType.MAX_PRECISION);
        }
        return number;
    }

    public static Object negate(Object value) {
        return switch (value) {
            case Long number when number == Long.MIN_VALUE -> throw new QueryException(Reason.OVERFLOW,
                    "whole number out of range: -(" + number + "), greatest=" + Long.MAX_VALUE);
            case Long number -> -number;
            case BigDecimal number -> number.negate();
            case Double number -> -number;
            default -> throw new IllegalArgumentException("not a number: value=" + value);
        };
    }

    public static double toDouble(Object value) {
        return ((Number) value).doubleValue();
    }

    public static BigDecimal toDecimal(Object value) {
        return value instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf((Long) value);
    }

    /// Compares values of types that have something in common.
    ///
    /// @param type what they have in common
    public static int compare(Object left, Object right, ValueType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Boolean.compare((Boolean) left, (Boolean) right);
            case INT8, INT16, INT32, INT64, TIMESTAMP -> Long.compare((Long) left, (Long) right);
            case DECIMAL -> toDecimal(left).compareTo(toDecimal(right));
            case REAL, DOUBLE -> compare(toDouble(left), toDouble(right));
            case TEXT -> Texts.compare((String) left, (String) right);
        };
    }

    /// Zeros are equal, and so are all NaN, which are greater than all else.
    public static int compare(double left, double right) {
        if (left < right) {
            return -1;
        }
        if (left > right) {
            return 1;
        }
        return left == right ? 0 : Boolean.compare(left != left, right != right);
    }

    /// A value that equals by `equals` what [#compare] finds equal.
    public static Object canonical(Object value) {
        return value instanceof Double number ? (Object) (number.isNaN() ? Double.NaN : number + 0.0) : value;
    }

    /// The value as one of a type that [Typing#common] found.
    public static Object widen(Object value, ValueType to) {
        return switch (to.kind()) {
            case DECIMAL -> fitting(toDecimal(value).setScale(to.scale()), () -> value + " as " + to);
            case REAL, DOUBLE -> toDouble(value);
            case BOOLEAN, INT8, INT16, INT32, INT64, TEXT, TIMESTAMP -> value;
        };
    }

    public static Object cast(Object value, ValueType from, ValueType to) {
        return switch (to.kind()) {
            case BOOLEAN, TIMESTAMP -> value;
            case INT8 -> inRange(value, from, to, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> inRange(value, from, to, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT32 -> inRange(value, from, to, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64 -> inRange(value, from, to, Long.MIN_VALUE, Long.MAX_VALUE);
            case DECIMAL -> {
                BigDecimal number = exact(value, from, to).setScale(to.scale(), RoundingMode.DOWN);
                if (number.precision() > to.precision()) {
                    throw outOfRange(value, from, to);
                }
                yield number;
            }
            case REAL -> (double) real(value);
            case DOUBLE -> toDouble(value);
            case TEXT -> text(value, from, to);
        };
    }

    private static float real(Object value) {
        return value instanceof BigDecimal decimal ? decimal.floatValue() : ((Number) value).floatValue();
    }

    private static Long inRange(Object value, ValueType from, ValueType to, long least, long greatest) {
        BigDecimal whole = exact(value, from, to).setScale(0, RoundingMode.DOWN);
        if (whole.compareTo(BigDecimal.valueOf(least)) < 0 || whole.compareTo(BigDecimal.valueOf(greatest)) > 0) {
            throw outOfRange(value, from, to);
        }
        return whole.longValueExact();
    }

    private static BigDecimal exact(Object value, ValueType from, ValueType to) {
        if (!(value instanceof Double number)) {
            return toDecimal(value);
        }
        if (!Double.isFinite(number)) {
            throw outOfRange(value, from, to);
        }
        return new BigDecimal(number);
    }

    private static QueryException outOfRange(Object value, ValueType from, ValueType to) {
        return new QueryException(Reason.OVERFLOW, "value out of range: value=" + value + ", from=" + from + ", to="
                + to);
    }

    private static String text(Object value, ValueType from, ValueType to) {
        String text = switch (value) {
            case BigDecimal number -> number.toPlainString();
            case Double number when from.kind() == Kind.REAL -> Float.toString(number.floatValue());
            case Boolean truth -> truth ? "TRUE" : "FALSE";
            case Long ns when from.kind() == Kind.TIMESTAMP -> TIME.format(LocalDateTime.ofInstant(
                    Instant.ofEpochSecond(Math.floorDiv(ns, NS_PER_SECOND), Math.floorMod(ns, NS_PER_SECOND)),
                    ZoneOffset.UTC));
            default -> value.toString();
        };
        int most = to.precision();
        return most == 0 || text.codePointCount(0, text.length()) <= most ? text
                : text.substring(0, text.offsetByCodePoints(0, most));
    }

    public static long bucket(long ns, long widthNs, long originNs) {
        try {
            long since = Math.subtractExact(ns, originNs);
            return Math.addExact(Math.multiplyExact(Math.floorDiv(since, widthNs), widthNs), originNs);
        } catch (ArithmeticException e) {
            throw new QueryException(Reason.OVERFLOW, "time out of range: ns=" + ns + ", widthNs=" + widthNs
                    + ", originNs=" + originNs, e);
        }
    }
}
