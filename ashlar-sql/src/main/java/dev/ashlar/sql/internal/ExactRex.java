// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.ValueType;
import dev.ashlar.sql.runtime.Nanos;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimestampString;

/// Replaces what Calcite computes otherwise than `dev.ashlar.query` does.
///
/// Timestamps are nanoseconds here and milliseconds in Calcite. They keep their type, which Calcite's operators
/// compare, order, join and group as the `long` it is; all else that is done with them is replaced by functions of
/// [Nanos], or refused. Arithmetic of exact numbers, which in Calcite overflows without a word, and division are
/// replaced by that of [dev.ashlar.sql.runtime.Exactly].
final class ExactRex extends RexShuttle {
    private static final long NS_PER_MS = 1_000_000;

    private final RexBuilder builder;
    private final RelDataTypeFactory types;

    ExactRex(RexBuilder builder) {
        this.builder = builder;
        types = builder.getTypeFactory();
    }

    @Override
    public RexNode visitLiteral(RexLiteral literal) {
        return isTime(literal) && !literal.isNull() ? reinterpret(builder, literal.getType(), nanoseconds(literal))
                : literal;
    }

    /// A constant timestamp as a number.
    RexLiteral nanoseconds(RexLiteral literal) {
        RelDataType type = like(SqlTypeName.BIGINT, literal.getType());
        if (literal.isNull()) {
            return builder.makeNullLiteral(type);
        }
        long ns = Nanos.parse(literal.getValueAs(TimestampString.class).toString());
        return builder.makeExactLiteral(BigDecimal.valueOf(ns), like(SqlTypeName.BIGINT, literal.getType()));
    }

    static RexNode reinterpret(RexBuilder builder, RelDataType type, RexNode number) {
        return builder.makeCall(type, SqlStdOperatorTable.REINTERPRET, List.of(number));
    }

    private RelDataType like(SqlTypeName name, RelDataType nullability) {
        return types.createTypeWithNullability(types.createSqlType(name), nullability.isNullable());
    }

    private static boolean isTime(RexNode node) {
        return isTime(node.getType());
    }

    private static boolean isTime(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
    }

    @Override
    public RexNode visitCall(RexCall call) {
        if (call.getKind() == SqlKind.SEARCH) {
            return RexUtil.expandSearch(builder, null, call).accept(this);
        }
        List<RexNode> operands = visitList(call.getOperands(), new boolean[1]);
        RelDataType type = call.getType();
        boolean times = isTime(type) || operands.stream().anyMatch(ExactRex::isTime);
        return switch (call.getKind()) {
            case PLUS, MINUS -> times ? shifted(call, operands) : arithmetic(call, operands);
            case TIMES, DIVIDE, MOD, MINUS_PREFIX -> arithmetic(call, operands);
            case CAST -> times ? cast(call, operands.getFirst()) : call.clone(type, operands);
            case FLOOR, CEIL -> times ? Functions.nanos(builder, type, call.getKind() == SqlKind.FLOOR ? "floor" : "ceil",
                    operands.get(0), unit(operands.get(1))) : call.clone(type, operands);
            case EXTRACT -> times ? Functions.nanos(builder, type, "extract", operands.get(1),
                    unit(operands.get(0))) : call.clone(type, operands);
            case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL, IS_NULL,
                IS_NOT_NULL, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, CASE, COALESCE, REINTERPRET, ROW, AND, OR, NOT,
                DEFAULT -> call.clone(type, operands);
            default -> times ? function(call, operands) : call.clone(type, operands);
        };
    }

    private RexNode function(RexCall call, List<RexNode> operands) {
        if (call.getOperator() == Functions.TIME_BUCKET) {
            RexNode width = Functions.nanos(builder, like(SqlTypeName.BIGINT, operands.get(0).getType()), "ofMillis",
                    number(operands.get(0)));
            return Functions.nanos(builder, call.getType(), "bucket", operands.get(1), width);
        }
        return switch (call.getOperator().getName()) {
            case "CURRENT_TIMESTAMP", "LOCALTIMESTAMP" -> Functions.nanos(builder, call.getType(), "ofMillis",
                    builder.makeCall(types.createSqlType(SqlTypeName.BIGINT), call.getOperator(), operands));
            default -> throw unsupported(call);
        };
    }

    private static QueryException unsupported(RexCall call) {
        return new QueryException(Reason.UNSUPPORTED, "not for timestamps: function=" + call.getOperator().getName()
                + ", in " + call + "; cast the timestamp to BIGINT (nanoseconds since 1970), DATE or VARCHAR first");
    }

    private static RexNode unit(RexBuilder builder, RexNode node) {
        if (!(node instanceof RexLiteral literal) || literal.getValueAs(TimeUnitRange.class) == null) {
            throw new QueryException(Reason.UNSUPPORTED, "no unit of time: " + node);
        }
        return builder.makeLiteral(literal.getValueAs(TimeUnitRange.class).name());
    }

    private RexNode unit(RexNode node) {
        return unit(builder, node);
    }

    /// An interval as the number it is: milliseconds or months.
    private RexNode number(RexNode interval) {
        boolean months = SqlTypeName.YEAR_INTERVAL_TYPES.contains(interval.getType().getSqlTypeName());
        return reinterpret(builder, like(months ? SqlTypeName.INTEGER : SqlTypeName.BIGINT, interval.getType()),
                interval);
    }

    private RexNode shifted(RexCall call, List<RexNode> operands) {
        RexNode left = operands.get(0);
        RexNode right = operands.get(1);
        if (isTime(left) && isTime(right)) {
            boolean months = SqlTypeName.YEAR_INTERVAL_TYPES.contains(call.getType().getSqlTypeName());
            return Functions.nanos(builder, call.getType(), months ? "monthsBetween" : "millisBetween", left, right);
        }
        if (!isTime(left) || !SqlTypeUtil.isInterval(right.getType())) {
            throw unsupported(call);
        }
        boolean months = SqlTypeName.YEAR_INTERVAL_TYPES.contains(right.getType().getSqlTypeName());
        String name = (call.getKind() == SqlKind.PLUS ? "plus" : "minus") + (months ? "Months" : "Millis");
        return Functions.nanos(builder, call.getType(), name, left, number(right));
    }

    private RexNode arithmetic(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        boolean numbers = operands.stream().allMatch(o -> SqlTypeUtil.isNumeric(o.getType()));
        if (!numbers || !SqlTypeUtil.isNumeric(type)) {
            return call.clone(type, operands);
        }
        if (SqlTypeUtil.isDecimal(type)) {
            return decimals(call, operands);
        }
        if (SqlTypeUtil.isExactNumeric(type)) {
            return operands.stream().allMatch(o -> SqlTypeUtil.isIntType(o.getType())) ? whole(call, operands)
                    : builder.makeCast(type, decimals(call, operands));
        }
        if (call.getKind() != SqlKind.DIVIDE) {
            return call.clone(type, operands);
        }
        RexNode quotient = Functions.exactly(builder, like(SqlTypeName.DOUBLE, type), "divideDoubles",
                cast(SqlTypeName.DOUBLE, operands.get(0)), cast(SqlTypeName.DOUBLE, operands.get(1)));
        return type.getSqlTypeName() == SqlTypeName.DOUBLE ? quotient : builder.makeCast(type, quotient);
    }

    private RexNode cast(SqlTypeName name, RexNode node) {
        return node.getType().getSqlTypeName() == name ? node : builder.makeCast(like(name, node.getType()), node);
    }

    private RexNode whole(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        RelDataType wide = like(SqlTypeName.BIGINT, type);
        RexNode first = cast(SqlTypeName.BIGINT, operands.getFirst());
        RexNode second = operands.size() > 1 ? cast(SqlTypeName.BIGINT, operands.get(1)) : null;
        RexNode result = switch (call.getKind()) {
            case PLUS -> Functions.exactly(builder, wide, "add", first, second);
            case MINUS -> Functions.exactly(builder, wide, "subtract", first, second);
            case TIMES -> Functions.exactly(builder, wide, "multiply", first, second);
            case DIVIDE -> Functions.exactly(builder, wide, "divide", first, second);
            case MOD -> Functions.exactly(builder, wide, "remainder", first, second);
            default -> Functions.exactly(builder, wide, "subtract", builder.makeBigintLiteral(BigDecimal.ZERO), first);
        };
        if (type.getSqlTypeName() == SqlTypeName.BIGINT) {
            return result;
        }
        return Functions.exactly(builder, type, "inRange", result, limit(type, false), limit(type, true));
    }

    private RexNode limit(RelDataType type, boolean greatest) {
        return builder.makeBigintLiteral((BigDecimal) type.getSqlTypeName().getLimit(greatest,
                SqlTypeName.Limit.OVERFLOW, false, -1, -1));
    }

    private RexNode decimals(RexCall call, List<RexNode> operands) {
        RelDataType type = SqlTypeUtil.isDecimal(call.getType()) ? call.getType() : types.createTypeWithNullability(
                types.createSqlType(SqlTypeName.DECIMAL, ValueType.MAX_PRECISION,
                        operands.stream().mapToInt(o -> Math.max(0, o.getType().getScale())).max().orElse(0)),
                call.getType().isNullable());
        RexNode scale = builder.makeExactLiteral(BigDecimal.valueOf(type.getScale()),
                types.createSqlType(SqlTypeName.INTEGER));
        RexNode first = decimal(operands.getFirst());
        if (call.getKind() == SqlKind.MINUS_PREFIX) {
            return Functions.exactly(builder, type, "negateDecimal", first, scale);
        }
        String name = switch (call.getKind()) {
            case PLUS -> "addDecimals";
            case MINUS -> "subtractDecimals";
            case TIMES -> "multiplyDecimals";
            case DIVIDE -> "divideDecimals";
            default -> "remainderOfDecimals";
        };
        return Functions.exactly(builder, type, name, first, decimal(operands.get(1)), scale);
    }

    private RexNode decimal(RexNode node) {
        if (SqlTypeUtil.isDecimal(node.getType())) {
            return node;
        }
        int digits = Math.max(1, node.getType().getPrecision());
        return builder.makeCast(types.createTypeWithNullability(types.createSqlType(SqlTypeName.DECIMAL, digits, 0),
                node.getType().isNullable()), node);
    }

    private RexNode cast(RexCall call, RexNode operand) {
        RelDataType to = call.getType();
        SqlTypeName from = operand.getType().getSqlTypeName();
        if (isTime(to)) {
            return switch (from) {
                case TIMESTAMP -> to.getPrecision() >= operand.getType().getPrecision()
                        ? reinterpret(builder, to, reinterpret(builder, like(SqlTypeName.BIGINT, to), operand))
                        : Functions.nanos(builder, to, "truncated", operand,
                                builder.makeExactLiteral(BigDecimal.valueOf(to.getPrecision()),
                                        types.createSqlType(SqlTypeName.INTEGER)));
                case DATE -> Functions.nanos(builder, to, "ofDate", reinterpret(builder,
                        like(SqlTypeName.INTEGER, operand.getType()), operand));
                case CHAR, VARCHAR -> Functions.nanos(builder, to, "parse", operand);
                case BIGINT -> reinterpret(builder, to, operand);
                case NULL -> call.clone(to, List.of(operand));
                default -> throw unsupported(call);
            };
        }
        return switch (to.getSqlTypeName()) {
            case BIGINT -> reinterpret(builder, to, operand);
            case DATE -> Functions.nanos(builder, to, "date", operand);
            case TIME -> Functions.nanos(builder, to, "timeOfDay", operand);
            case VARCHAR, CHAR -> builder.makeCast(to, Functions.nanos(builder,
                    types.createTypeWithNullability(types.createSqlType(SqlTypeName.VARCHAR), to.isNullable()), "text",
                    operand));
            default -> throw unsupported(call);
        };
    }

    static boolean sums(SqlAggFunction function) {
        return function.getKind() == SqlKind.SUM || function.getKind() == SqlKind.SUM0;
    }

    static boolean differ(RelDataType sum, RelDataType argument) {
        return sum.getSqlTypeName() != argument.getSqlTypeName();
    }

    /// What is summed up, as what the sum is.
    static RexNode summand(RexBuilder builder, RelDataType sum, RexNode argument) {
        return builder.makeCast(builder.getTypeFactory().createTypeWithNullability(sum,
                argument.getType().isNullable()), argument);
    }

    @Override
    public RexNode visitOver(RexOver over) {
        RexOver visited = widened((RexOver) super.visitOver(over));
        RexWindow window = visited.getWindow();
        boolean times = window.orderKeys.size() == 1 && isTime(window.orderKeys.getFirst().left);
        if (window.isRows() || !times) {
            return visited;
        }
        RexWindowBound lower = scaled(window.getLowerBound());
        RexWindowBound upper = scaled(window.getUpperBound());
        return lower == window.getLowerBound() && upper == window.getUpperBound() ? visited
                : over(visited, visited.getOperands(), lower, upper);
    }

    private RexOver widened(RexOver over) {
        if (!sums(over.getAggOperator()) || !differ(over.getType(), over.getOperands().getFirst().getType())) {
            return over;
        }
        RexWindow window = over.getWindow();
        return (RexOver) over(over, List.of(summand(builder, over.getType(), over.getOperands().getFirst())),
                window.getLowerBound(), window.getUpperBound());
    }

    private RexNode over(RexOver over, List<RexNode> operands, RexWindowBound lower, RexWindowBound upper) {
        RexWindow window = over.getWindow();
        return builder.makeOver(over.getType(), over.getAggOperator(), operands, window.partitionKeys,
                window.orderKeys, lower, upper, window.getExclude(), window.isRows(), true, false, over.isDistinct(),
                over.ignoreNulls());
    }

    /// A span of time in nanoseconds, like the timestamps it is subtracted from.
    private RexWindowBound scaled(RexWindowBound bound) {
        if (!(bound.getOffset() instanceof RexLiteral literal) || !SqlTypeUtil.isInterval(literal.getType())) {
            return bound;
        }
        if (!SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())) {
            throw new QueryException(Reason.UNSUPPORTED, "range of months over timestamps: " + literal);
        }
        RexNode ns = builder.makeIntervalLiteral(literal.getValueAs(BigDecimal.class)
                .multiply(BigDecimal.valueOf(NS_PER_MS)), literal.getType().getIntervalQualifier());
        return bound.isPreceding() ? RexWindowBounds.preceding(ns) : RexWindowBounds.following(ns);
    }
}
