// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.value.Typing;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// An expression over the columns of one relation.
///
/// **Nulls.** Arithmetic and comparison with NULL give NULL; AND, OR and NOT use three-valued logic; a row is selected
/// if the condition is true.
///
/// **Numbers.** Whole numbers use 64-bit arithmetic; their division truncates towards zero. Decimal arithmetic is
/// exact, with up to 38 digits; quotients are rounded half up to 18 or more digits after the point. A result out of
/// range is a [QueryException] with `OVERFLOW`, never a wrong number. Combined with decimals, whole numbers become
/// decimals; combined with floating-point numbers, exact numbers become `DOUBLE`. Division by zero is an error for all
/// of them.
///
/// Operands of AND, OR, IN and CASE that cannot affect the value are not evaluated, so they raise no errors.
///
/// **Threading**: immutable.
public sealed interface Expr {
    ValueType type();

    /// The value of a column in a row.
    record ColumnRef(int index, String name, ValueType type) implements Expr {
        @Override
        public String toString() {
            return name;
        }
    }

    /// A constant.
    ///
    /// @param value the Java object that [ValueType] defines, or null for NULL
    record Literal(Object value, ValueType type) implements Expr {
        public Literal {
            Typing.requireValue(value, type);
        }

        @Override
        public String toString() {
            return Typing.show(value, type);
        }
    }

    /// How two numbers are combined.
    enum Operator {
        ADD("+"), SUBTRACT("-"), MULTIPLY("*"), DIVIDE("/"),
        /// The remainder of a division that truncates towards zero; its sign is that of the left operand.
        REMAINDER("%");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }
    }

    /// Combines two numbers, or a timestamp and nanoseconds; or subtracts two timestamps.
    record Arithmetic(Operator operator, Expr left, Expr right) implements Expr {
        public Arithmetic {
            Typing.arithmetic(operator, left.type(), right.type());
        }

        @Override
        public ValueType type() {
            return Typing.arithmetic(operator, left.type(), right.type());
        }

        @Override
        public String toString() {
            return "(" + left + " " + operator.sign() + " " + right + ")";
        }
    }

    /// The negated number.
    record Negate(Expr operand) implements Expr {
        public Negate {
            if (!operand.type().kind().isNumber()) {
                throw new IllegalArgumentException("not a number: type=" + operand.type());
            }
        }

        @Override
        public ValueType type() {
            return operand.type().kind().isInteger() ? ValueType.INT64 : operand.type();
        }

        @Override
        public String toString() {
            return "-" + operand;
        }
    }

    /// How two values are compared.
    enum Comparison {
        EQUAL("="), NOT_EQUAL("<>"), LESS("<"), LESS_OR_EQUAL("<="), GREATER(">"), GREATER_OR_EQUAL(">=");

        private final String sign;

        Comparison(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }

        /// Whether the comparison is true.
        ///
        /// @param order negative, 0 or positive if the left value is less than, equal to or greater than the right one
        public boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
        }

        /// The equivalent comparison with the operands swapped.
        public Comparison swapped() {
            return switch (this) {
                case EQUAL, NOT_EQUAL -> this;
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            };
        }
    }

    /// Compares two values, in the order that [Order] describes.
    record Compare(Comparison comparison, Expr left, Expr right) implements Expr {
        public Compare {
            Typing.common(left.type(), right.type());
        }

        @Override
        public ValueType type() {
            return ValueType.BOOLEAN;
        }

        @Override
        public String toString() {
            return "(" + left + " " + comparison.sign() + " " + right + ")";
        }
    }

    /// True if all operands are true, false if any is false, otherwise NULL.
    record And(List<Expr> operands) implements Expr {
        public And {
            operands = List.copyOf(operands);
            operands.forEach(Typing::requireBoolean);
        }

        @Override
        public ValueType type() {
            return ValueType.BOOLEAN;
        }

        @Override
        public String toString() {
            return Typing.join(operands, " AND ");
        }
    }

    /// True if any operand is true, false if all are false, otherwise NULL.
    record Or(List<Expr> operands) implements Expr {
        public Or {
            operands = List.copyOf(operands);
            operands.forEach(Typing::requireBoolean);
        }

        @Override
        public ValueType type() {
            return ValueType.BOOLEAN;
        }

        @Override
        public String toString() {
            return Typing.join(operands, " OR ");
        }
    }

    /// The opposite truth value; NULL for NULL.
    record Not(Expr operand) implements Expr {
        public Not {
            Typing.requireBoolean(operand);
        }

        @Override
        public ValueType type() {
            return ValueType.BOOLEAN;
        }

        @Override
        public String toString() {
            return "NOT " + operand;
        }
    }

    /// Whether the value is NULL; itself never NULL.
    record IsNull(Expr operand) implements Expr {
        @Override
        public ValueType type() {
            return ValueType.BOOLEAN;
        }

        @Override
        public String toString() {
            return "(" + operand + " IS NULL)";
        }
    }

    /// True if the value equals one of the constants; otherwise NULL if one of the constants is NULL; otherwise false.
    record In(Expr operand, List<Literal> values) implements Expr {
        public In {
            values = List.copyOf(values);
            for (Literal value : values) {
                Typing.common(operand.type(), value.type());
            }
        }

        @Override
        public ValueType type() {
            return ValueType.BOOLEAN;
        }

        @Override
        public String toString() {
            return "(" + operand + " IN " + Typing.join(values, ", ") + ")";
        }
    }

    /// Whether text matches a pattern: `%` stands for any characters, `_` for one.
    ///
    /// @param escape escape character: it makes a following `%`, `_` or escape character literal; 0 for none. The
    ///     pattern must not end with an unescaped escape character
    record Like(Expr operand, String pattern, char escape) implements Expr {
        public Like {
            Objects.requireNonNull(pattern, "pattern");
            if (operand.type().kind() != Kind.TEXT) {
                throw new IllegalArgumentException("not text: type=" + operand.type());
            }
            compiled(pattern, escape);
        }

        public LikePattern compiled() {
            return compiled(pattern, escape);
        }

        private static LikePattern compiled(String pattern, char escape) {
            return new LikePattern(pattern, escape == 0 ? LikePattern.NO_ESCAPE : escape);
        }

        @Override
        public ValueType type() {
            return ValueType.BOOLEAN;
        }

        @Override
        public String toString() {
            return "(" + operand + " LIKE " + Typing.show(pattern, ValueType.TEXT)
                    + (escape == 0 ? "" : " ESCAPE " + Typing.show(Character.toString(escape), ValueType.TEXT)) + ")";
        }
    }

    /// A branch of [Case]: the value if the condition is true.
    record When(Expr condition, Expr value) {
        public When {
            Typing.requireBoolean(condition);
        }
    }

    /// The value of the first branch whose condition is true.
    ///
    /// @param branches  at least one
    /// @param otherwise the value if no condition is true
    record Case(List<When> branches, Expr otherwise) implements Expr {
        public Case {
            branches = List.copyOf(branches);
            if (branches.isEmpty()) {
                throw new IllegalArgumentException("case without branches");
            }
            Typing.common(branches, otherwise);
        }

        @Override
        public ValueType type() {
            return Typing.common(branches, otherwise);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("CASE");
            branches.forEach(b -> text.append(" WHEN ").append(b.condition()).append(" THEN ").append(b.value()));
            return text.append(" ELSE ").append(otherwise).append(" END").toString();
        }
    }

    /// Converts the value to another type. Excess digits after the point and excess characters of a text are cut off; a
    /// number out of range is an error. Numbers convert to other numbers and to text. Text does not convert to numbers.
    /// Timestamps and `INT64` convert to each other, as nanoseconds since 1970.
    record Cast(Expr operand, ValueType type) implements Expr {
        public Cast {
            Typing.requireCast(operand.type(), type);
        }

        @Override
        public String toString() {
            return "CAST(" + operand + " AS " + type + ")";
        }
    }

    /// The beginning of the time interval that contains a timestamp.
    ///
    /// @param widthNs  width of each interval, in nanoseconds, at least 1
    /// @param originNs beginning of one interval, in nanoseconds since 1970
    record TimeBucket(Expr operand, long widthNs, long originNs) implements Expr {
        public TimeBucket {
            if (operand.type().kind() != Kind.TIMESTAMP || widthNs < 1) {
                throw new IllegalArgumentException("not a timestamp or width out of range: type=" + operand.type()
                        + ", widthNs=" + widthNs);
            }
        }

        @Override
        public ValueType type() {
            return ValueType.TIMESTAMP;
        }

        @Override
        public String toString() {
            return "BUCKET(" + operand + ", " + Duration.ofNanos(widthNs)
                    + (originNs == 0 ? "" : ", " + Typing.show(originNs, ValueType.TIMESTAMP)) + ")";
        }
    }

    static Literal of(long value) {
        return new Literal(value, ValueType.INT64);
    }

    static Literal of(double value) {
        return new Literal(value, ValueType.DOUBLE);
    }

    static Literal of(boolean value) {
        return new Literal(value, ValueType.BOOLEAN);
    }

    static Literal of(String value) {
        return new Literal(value, ValueType.TEXT);
    }

    static Literal of(Instant value) {
        return new Literal(Typing.nanoseconds(value), ValueType.TIMESTAMP);
    }

    static Literal of(BigDecimal value) {
        return Typing.literal(value);
    }

    /// A decimal from its digits.
    static Literal decimal(String digits) {
        return of(new BigDecimal(digits));
    }

    /// A NULL of this type.
    static Literal nullOf(ValueType type) {
        return new Literal(null, type);
    }

    default Expr plus(Expr other) {
        return new Arithmetic(Operator.ADD, this, other);
    }

    default Expr minus(Expr other) {
        return new Arithmetic(Operator.SUBTRACT, this, other);
    }

    default Expr times(Expr other) {
        return new Arithmetic(Operator.MULTIPLY, this, other);
    }

    default Expr dividedBy(Expr other) {
        return new Arithmetic(Operator.DIVIDE, this, other);
    }

    default Expr remainder(Expr other) {
        return new Arithmetic(Operator.REMAINDER, this, other);
    }

    default Expr negate() {
        return new Negate(this);
    }

    default Expr eq(Expr other) {
        return new Compare(Comparison.EQUAL, this, other);
    }

    default Expr ne(Expr other) {
        return new Compare(Comparison.NOT_EQUAL, this, other);
    }

    default Expr lt(Expr other) {
        return new Compare(Comparison.LESS, this, other);
    }

    default Expr le(Expr other) {
        return new Compare(Comparison.LESS_OR_EQUAL, this, other);
    }

    default Expr gt(Expr other) {
        return new Compare(Comparison.GREATER, this, other);
    }

    default Expr ge(Expr other) {
        return new Compare(Comparison.GREATER_OR_EQUAL, this, other);
    }

    default Expr eq(String text) {
        return eq(of(text));
    }

    default Expr eq(long number) {
        return eq(of(number));
    }

    /// From `least` to `greatest`, both included.
    default Expr between(Expr least, Expr greatest) {
        return ge(least).and(le(greatest));
    }

    default Expr in(Literal... values) {
        return new In(this, Arrays.asList(values));
    }

    default Expr like(String pattern) {
        return new Like(this, pattern, (char) 0);
    }

    default Expr isNull() {
        return new IsNull(this);
    }

    default Expr isNotNull() {
        return new Not(isNull());
    }

    default Expr and(Expr other) {
        return new And(List.of(this, other));
    }

    default Expr or(Expr other) {
        return new Or(List.of(this, other));
    }

    default Expr not() {
        return new Not(this);
    }

    default Expr cast(ValueType type) {
        return new Cast(this, type);
    }

    default Expr bucket(Duration width) {
        return new TimeBucket(this, width.toNanos(), 0);
    }
}
