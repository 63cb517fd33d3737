// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.value;

import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Relation;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.ValueType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The typing rules: which operands expressions may have, and the types of their results.
public final class Typing {
    /// Minimum number of digits after the point of a quotient.
    public static final int LEAST_QUOTIENT_SCALE = 18;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private Typing() {
    }

    /// The result type of an arithmetic operation.
    ///
    /// @throws IllegalArgumentException if the operator does not apply to these types
    /// @throws QueryException           if the result would need too many digits after the point
    public static ValueType arithmetic(Expr.Operator operator, ValueType left, ValueType right) {
        Kind leftKind = left.kind();
        Kind rightKind = right.kind();
        if (leftKind == Kind.TIMESTAMP && operator == Expr.Operator.SUBTRACT && rightKind == Kind.TIMESTAMP) {
            return ValueType.INT64;
        }
        boolean shift = operator == Expr.Operator.ADD || operator == Expr.Operator.SUBTRACT;
        if (leftKind == Kind.TIMESTAMP && shift && rightKind.isInteger()) {
            return ValueType.TIMESTAMP;
        }
        if (!leftKind.isNumber() || !rightKind.isNumber()) {
            throw new IllegalArgumentException("operands are not numbers: left=" + left + ", operator=" + operator
                    + ", right=" + right);
        }
        if (leftKind.isFloating() || rightKind.isFloating()) {
            return ValueType.DOUBLE;
        }
        if (leftKind.isInteger() && rightKind.isInteger()) {
            return ValueType.INT64;
        }
        return switch (operator) {
            case ADD, SUBTRACT -> {
                int scale = Math.max(left.scale(), right.scale());
                int whole = Math.max(left.digits() - left.scale(), right.digits() - right.scale());
                yield decimal(whole + scale + 1, scale);
            }
            case MULTIPLY -> decimal(left.digits() + right.digits(), left.scale() + right.scale());
            case DIVIDE -> decimal(ValueType.MAX_PRECISION,
                    Math.max(LEAST_QUOTIENT_SCALE, Math.max(left.scale(), right.scale())));
            case REMAINDER -> decimal(ValueType.MAX_PRECISION, Math.max(left.scale(), right.scale()));
        };
    }

    private static ValueType decimal(int precision, int scale) {
        if (scale > ValueType.MAX_PRECISION) {
            throw new QueryException(Reason.UNSUPPORTED, "too many digits after the point: scale=" + scale + ", most="
                    + ValueType.MAX_PRECISION + "; cast an operand to fewer");
        }
        return ValueType.decimal(Math.min(precision, ValueType.MAX_PRECISION), scale);
    }

    /// The type that values of both can be compared in.
    ///
    /// @throws IllegalArgumentException if there is none
    public static ValueType common(ValueType left, ValueType right) {
        Kind leftKind = left.kind();
        Kind rightKind = right.kind();
        if (leftKind.isNumber() && rightKind.isNumber()) {
            if (leftKind.isFloating() || rightKind.isFloating()) {
                return leftKind == rightKind ? left : ValueType.DOUBLE;
            }
            if (leftKind.isInteger() && rightKind.isInteger()) {
                return leftKind.compareTo(rightKind) >= 0 ? left : right;
            }
            int scale = Math.max(left.scale(), right.scale());
            int whole = Math.max(left.digits() - left.scale(), right.digits() - right.scale());
            return decimal(whole + scale, scale);
        }
        if (leftKind != rightKind) {
            throw new IllegalArgumentException("no common type: left=" + left + ", right=" + right);
        }
        boolean bounded = left.precision() > 0 && right.precision() > 0;
        return leftKind != Kind.TEXT ? left : ValueType.text(bounded ? Math.max(left.precision(), right.precision())
                : 0);
    }

    /// The type of a case.
    public static ValueType common(List<Expr.When> branches, Expr otherwise) {
        ValueType type = otherwise.type();
        for (Expr.When branch : branches) {
            type = common(type, branch.value().type());
        }
        return type;
    }

    public static void requireBoolean(Expr expr) {
        if (expr.type().kind() != Kind.BOOLEAN) {
            throw new IllegalArgumentException("not a condition: type=" + expr.type() + ", expr=" + expr);
        }
    }

    /// @throws QueryException unless there is a value of the one type for those of the other
    public static void requireCast(ValueType from, ValueType to) {
        Kind source = from.kind();
        Kind target = to.kind();
        boolean time = source == Kind.TIMESTAMP && target == Kind.INT64 || source == Kind.INT64
                && target == Kind.TIMESTAMP;
        if (source != target && target != Kind.TEXT && !time && !(source.isNumber() && target.isNumber())) {
            throw new QueryException(Reason.UNSUPPORTED, "no such cast: from=" + from + ", to=" + to);
        }
    }

    /// @throws IllegalArgumentException unless this may be the value of a constant
    public static void requireValue(Object value, ValueType type) {
        boolean fits = switch (value) {
            case null -> true;
            case Boolean _ -> type.kind() == Kind.BOOLEAN;
            case Long number -> switch (type.kind()) {
                case INT8 -> number == number.byteValue();
                case INT16 -> number == number.shortValue();
                case INT32 -> number == number.intValue();
                case INT64, TIMESTAMP -> true;
                case BOOLEAN, DECIMAL, REAL, DOUBLE, TEXT -> false;
            };
            case BigDecimal number -> type.kind() == Kind.DECIMAL && number.scale() == type.scale()
                    && number.precision() <= type.precision();
            case Double number -> type.kind() == Kind.DOUBLE || type.kind() == Kind.REAL
                    && (number == number.floatValue() || number.isNaN());
            case String _ -> type.kind() == Kind.TEXT;
            default -> false;
        };
        if (!fits) {
            throw new IllegalArgumentException("value does not match its type: value=" + value + ", type=" + type);
        }
    }

    /// A decimal with its own precision and scale.
    public static Expr.Literal literal(BigDecimal number) {
        BigDecimal plain = number.scale() < 0 ? number.setScale(0) : number;
        int precision = Math.max(plain.precision(), Math.max(1, plain.scale()));
        if (precision > ValueType.MAX_PRECISION) {
            throw new IllegalArgumentException("too many digits: precision=" + precision + ", most="
                    + ValueType.MAX_PRECISION);
        }
        return new Expr.Literal(plain, ValueType.decimal(precision, plain.scale()));
    }

    public static long nanoseconds(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NS_PER_SECOND), time.getNano());
    }

    public static String show(Object value, ValueType type) {
        return switch (value) {
            case null -> "NULL";
            case Long ns when type.kind() == Kind.TIMESTAMP -> "TIMESTAMP '"
                    + Instant.ofEpochSecond(Math.floorDiv(ns, NS_PER_SECOND), Math.floorMod(ns, NS_PER_SECOND)) + "'";
            case String text -> "'" + text.replace("'", "''") + "'";
            case BigDecimal number -> number.toPlainString();
            default -> value.toString();
        };
    }

    public static String join(List<? extends Expr> exprs, String between) {
        return exprs.stream().map(Expr::toString).collect(Collectors.joining(between, "(", ")"));
    }

    /// @throws IllegalArgumentException if the expression uses columns that the relation has not
    public static void requireColumns(Expr expr, Relation relation) {
        if (expr instanceof Expr.ColumnRef ref) {
            List<Column> columns = relation.columns();
            boolean known = ref.index() >= 0 && ref.index() < columns.size()
                    && columns.get(ref.index()).type().equals(ref.type());
            if (!known) {
                throw new IllegalArgumentException("column of another relation: column=" + ref.name() + ", index="
                        + ref.index() + " (" + relation.name() + ")");
            }
        }
        for (Expr operand : operands(expr)) {
            requireColumns(operand, relation);
        }
    }

    /// Adds the columns that an expression reads.
    public static void columns(Expr expr, Set<Integer> to) {
        if (expr instanceof Expr.ColumnRef ref) {
            to.add(ref.index());
        }
        operands(expr).forEach(operand -> columns(operand, to));
    }

    /// The expressions that one is made of.
    public static List<Expr> operands(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef _, Expr.Literal _ -> List.of();
            case Expr.Arithmetic e -> List.of(e.left(), e.right());
            case Expr.Negate e -> List.of(e.operand());
            case Expr.Compare e -> List.of(e.left(), e.right());
            case Expr.And e -> e.operands();
            case Expr.Or e -> e.operands();
            case Expr.Not e -> List.of(e.operand());
            case Expr.IsNull e -> List.of(e.operand());
            case Expr.In e -> List.of(e.operand());
            case Expr.Like e -> List.of(e.operand());
            case Expr.Case e -> {
                List<Expr> all = new ArrayList<>();
                e.branches().forEach(branch -> {
                    all.add(branch.condition());
                    all.add(branch.value());
                });
                all.add(e.otherwise());
                yield all;
            }
            case Expr.Cast e -> List.of(e.operand());
            case Expr.TimeBucket e -> List.of(e.operand());
        };
    }
}
