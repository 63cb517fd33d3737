// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.query.ValueType;
import dev.ashlar.sql.internal.type.ScalarFunctions;
import dev.ashlar.sql.runtime.ExactNumbers;
import dev.ashlar.sql.runtime.ValueOrder;
import dev.ashlar.sql.runtime.function.Reals;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Replaces expressions that Calcite computes differently from `dev.ashlar.query`.
///
/// | of | in Calcite | replaced by |
/// |---|---|---|
/// | timestamps, intervals | milliseconds | [ExactTimes]: nanoseconds |
/// | whole numbers, decimals | silent overflow, 16 digits of a quotient | [ExactNumbers] |
/// | floating-point numbers | two zeros, NaN that no number equals | [ValueOrder]; zeros without a sign; [Reals] |
/// | texts | units of UTF-16 | [ExactTexts]: code points |
/// | casts of these | some of each | [ExactCasts] |
/// | functions of other dialects | missing, UTF-16 | [ExactFunctions] |
///
/// Results are canonical as defined by [ValueOrder], so that joins and groups can use `equals`.
final class ExactRex extends RexShuttle {
    private static final Set<SqlKind> COMPARISONS = EnumSet.of(SqlKind.EQUALS, SqlKind.NOT_EQUALS, SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL, SqlKind.GREATER_THAN, SqlKind.GREATER_THAN_OR_EQUAL);
    /// What gives no zero with a sign if it is given none.
    private static final Set<SqlKind> CANONICAL = EnumSet.of(SqlKind.PLUS, SqlKind.MINUS, SqlKind.CASE,
            SqlKind.COALESCE, SqlKind.REINTERPRET, SqlKind.DEFAULT, SqlKind.ROW);

    private static final Set<String> REALS = Set.of("ASIN", "ACOS", "EXP", "COT", "POWER");

    private final RexCalls calls;
    private final ExactTimes times;
    private final ExactTexts texts;
    private final ExactCasts casts;
    private final ExactFunctions functions;

    /// @param mostCharacters of a text that is computed
    ExactRex(RexBuilder builder, int mostCharacters) {
        calls = new RexCalls(builder);
        times = new ExactTimes(calls);
        texts = new ExactTexts(calls);
        casts = new ExactCasts(calls, times);
        functions = new ExactFunctions(calls, casts, mostCharacters);
    }

    RexCalls calls() {
        return calls;
    }

    @Override
    public RexNode visitLiteral(RexLiteral literal) {
        return ExactTimes.isTime(literal) && !literal.isNull()
                ? calls.reinterpret(literal.getType(), times.nanoseconds(literal)) : canonical(literal);
    }

    /// A constant without the sign of a zero.
    RexLiteral canonical(RexLiteral literal) {
        boolean zero = !literal.isNull() && SqlTypeUtil.isApproximateNumeric(literal.getType())
                && literal.getValueAs(Double.class) == 0;
        return zero ? (RexLiteral) calls.builder().makeLiteral(0.0, literal.getType(), false) : literal;
    }

    /// A constant timestamp as a number.
    RexLiteral nanoseconds(RexLiteral literal) {
        return times.nanoseconds(literal);
    }

    @Override
    public RexNode visitCall(RexCall call) {
        switch (call.getKind()) {
            case SEARCH -> {
                return RexUtil.expandSearch(calls.builder(), null, call).accept(this);
            }
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> {
                return RelOptUtil.isDistinctFrom(calls.builder(), call.getOperands().get(0), call.getOperands().get(1),
                        call.getKind() == SqlKind.IS_NOT_DISTINCT_FROM).accept(this);
            }
            default -> { }
        }
        List<RexNode> operands = visitList(call.getOperands(), new boolean[1]);
        RexNode exact = exact(call, operands);
        RexNode canonical = CANONICAL.contains(call.getKind()) ? exact : withoutSign(exact);
        // What is above it relies on its type, and on whether it can be NULL.
        return canonical.getType().equals(call.getType()) ? canonical
                : calls.builder().makeAbstractCast(call.getType(), canonical, false);
    }

    private RexNode exact(RexCall call, List<RexNode> operands) {
        if (COMPARISONS.contains(call.getKind())) {
            return comparison(call, operands);
        }
        if (call.getKind() == SqlKind.CAST) {
            return casts.cast(call, operands.getFirst());
        }
        if (call.getKind() == SqlKind.SAFE_CAST) {
            return casts.tried(call.getType(), operands.getFirst());
        }
        Optional<RexNode> function = functions.exact(call, operands).or(() -> times.ofDate(call, operands));
        if (function.isPresent()) {
            return function.get();
        }
        if (times.concern(call, operands)) {
            return times.exact(call, operands);
        }
        return switch (call.getKind()) {
            case PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX -> arithmetic(call, operands);
            // Sets that were expanded are alternatives among alternatives.
            case AND, OR -> RexUtil.flatten(calls.builder(), call.clone(call.getType(), operands));
            default -> texts.exact(call, operands).or(() -> numbers(call, operands))
                    .orElseGet(() -> call.clone(call.getType(), operands));
        };
    }

    private RexNode withoutSign(RexNode node) {
        return switch (node.getType().getSqlTypeName()) {
            case DOUBLE, FLOAT -> calls.call(node.getType(), ValueOrder.class, "zero", node);
            case REAL -> calls.call(node.getType(), ValueOrder.class, "zeroOfReal", node);
            default -> node;
        };
    }

    private RexNode comparison(RexCall call, List<RexNode> operands) {
        boolean equality = call.getKind() == SqlKind.EQUALS || call.getKind() == SqlKind.NOT_EQUALS;
        boolean reals = operands.stream().allMatch(o -> SqlTypeUtil.isNumeric(o.getType()))
                && operands.stream().anyMatch(o -> SqlTypeUtil.isApproximateNumeric(o.getType()));
        boolean ordered = !equality && operands.stream().allMatch(o -> SqlTypeUtil.inCharFamily(o.getType()));
        if (operands.stream().allMatch(o -> ExactTimes.isSpan(o.getType()))) {
            return call.clone(call.getType(), operands.stream().map(times::number).toList());
        }
        if (!reals && !ordered) {
            return call.clone(call.getType(), operands);
        }
        boolean nullable = operands.stream().anyMatch(o -> o.getType().isNullable());
        RelDataType sign = calls.types().createTypeWithNullability(calls.types().createSqlType(SqlTypeName.INTEGER),
                nullable);
        RexNode order = reals ? calls.call(sign, ValueOrder.class, "reals", calls.cast(SqlTypeName.DOUBLE, operands.get(0)),
                calls.cast(SqlTypeName.DOUBLE, operands.get(1)))
                : calls.call(sign, ValueOrder.class, "texts", operands.get(0), operands.get(1));
        return call.clone(call.getType(), List.of(order, calls.integer(0)));
    }

    /// Functions of numbers that Calcite computes otherwise.
    private Optional<RexNode> numbers(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        boolean rounds = call.getOperator() == ScalarFunctions.ROUND;
        if ((rounds || call.getOperator() == ScalarFunctions.TRUNCATE) && !SqlTypeUtil.isExactNumeric(type)) {
            RexNode rounded = calls.call(calls.like(SqlTypeName.DOUBLE, type), ExactNumbers.class, rounds
                    ? "roundDouble" : "truncateDouble", calls.cast(SqlTypeName.DOUBLE, operands.getFirst()),
                    digits(operands));
            return Optional.of(calls.cast(type.getSqlTypeName(), rounded));
        }
        if (REALS.contains(call.getOperator().getName()) && SqlTypeUtil.isApproximateNumeric(type)) {
            RexNode[] reals = operands.stream().map(operand -> calls.cast(SqlTypeName.DOUBLE, operand))
                    .toArray(RexNode[]::new);
            RexNode result = calls.call(calls.like(SqlTypeName.DOUBLE, type), Reals.class, call.getOperator().getName()
                    .toLowerCase(Locale.ROOT), reals);
            return Optional.of(calls.cast(type.getSqlTypeName(), result));
        }
        if (operands.isEmpty() || !SqlTypeUtil.isExactNumeric(type) || !SqlTypeUtil.isExactNumeric(operands
                .getFirst().getType())) {
            return Optional.empty();
        }
        return switch (call.getOperator().getName()) {
            case "ABS" -> SqlTypeUtil.isIntType(type) && operands.getFirst().getType().getSqlTypeName()
                    == type.getSqlTypeName() ? Optional.of(calls.call(type, ExactNumbers.class, absolute(type),
                            operands.getFirst())) : Optional.empty();
            case "ROUND" -> Optional.of(rounded(type, "round", operands.getFirst(), digits(operands)));
            case "TRUNCATE" -> Optional.of(rounded(type, "truncate", operands.getFirst(), digits(operands)));
            default -> Optional.empty();
        };
    }

    private static String absolute(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT -> "absoluteOfTiny";
            case SMALLINT -> "absoluteOfSmall";
            case INTEGER -> "absoluteOfInteger";
            default -> "absolute";
        };
    }

    /// How many digits after the point are left, of ROUND and TRUNCATE.
    private RexNode digits(List<RexNode> operands) {
        return operands.size() < 2 ? calls.integer(0)
                : casts.cast(calls.like(SqlTypeName.INTEGER, operands.get(1).getType()), operands.get(1));
    }

    private RexNode rounded(RelDataType type, String name, RexNode number, RexNode digits) {
        RelDataType decimal = calls.types().createTypeWithNullability(calls.types().createSqlType(SqlTypeName.DECIMAL,
                ValueType.MAX_PRECISION, Math.max(0, number.getType().getScale())), type.isNullable());
        return casts.cast(type, calls.call(decimal, ExactNumbers.class, name, decimal(number), digits));
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
                    : casts.cast(type, decimals(call, operands));
        }
        if (call.getKind() != SqlKind.DIVIDE) {
            return call.clone(type, operands);
        }
        RexNode quotient = calls.call(calls.like(SqlTypeName.DOUBLE, type), ExactNumbers.class, "divideDoubles",
                calls.cast(SqlTypeName.DOUBLE, operands.get(0)), calls.cast(SqlTypeName.DOUBLE, operands.get(1)));
        return type.getSqlTypeName() == SqlTypeName.DOUBLE ? quotient : calls.builder().makeCast(type, quotient);
    }

    private RexNode whole(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        RelDataType wide = calls.like(SqlTypeName.BIGINT, type);
        RexNode first = calls.cast(SqlTypeName.BIGINT, operands.getFirst());
        RexNode second = operands.size() > 1 ? calls.cast(SqlTypeName.BIGINT, operands.get(1)) : null;
        RexNode result = switch (call.getKind()) {
            case PLUS -> calls.call(wide, ExactNumbers.class, "add", first, second);
            case MINUS -> calls.call(wide, ExactNumbers.class, "subtract", first, second);
            case TIMES -> calls.call(wide, ExactNumbers.class, "multiply", first, second);
            case DIVIDE -> calls.call(wide, ExactNumbers.class, "divide", first, second);
            case MOD -> calls.call(wide, ExactNumbers.class, "remainder", first, second);
            default -> calls.call(wide, ExactNumbers.class, "subtract", calls.whole(0), first);
        };
        return casts.narrow(type, result);
    }

    private RexNode decimals(RexCall call, List<RexNode> operands) {
        RelDataType type = SqlTypeUtil.isDecimal(call.getType()) ? call.getType()
                : calls.types().createTypeWithNullability(calls.types().createSqlType(SqlTypeName.DECIMAL,
                        ValueType.MAX_PRECISION, operands.stream().mapToInt(o -> o.getType().getScale())
                                .map(scale -> Math.max(0, scale)).max().orElse(0)), call.getType().isNullable());
        RexNode scale = calls.integer(type.getScale());
        RexNode first = decimal(operands.getFirst());
        if (call.getKind() == SqlKind.MINUS_PREFIX) {
            return calls.call(type, ExactNumbers.class, "negateDecimal", first, scale);
        }
        String name = switch (call.getKind()) {
            case PLUS -> "addDecimals";
            case MINUS -> "subtractDecimals";
            case TIMES -> "multiplyDecimals";
            case DIVIDE -> "divideDecimals";
            default -> "remainderOfDecimals";
        };
        return calls.call(type, ExactNumbers.class, name, first, decimal(operands.get(1)), scale);
    }

    private RexNode decimal(RexNode node) {
        if (SqlTypeUtil.isDecimal(node.getType())) {
            return node;
        }
        int digits = Math.max(1, node.getType().getPrecision());
        return calls.builder().makeCast(calls.types().createTypeWithNullability(calls.types()
                .createSqlType(SqlTypeName.DECIMAL, digits, 0), node.getType().isNullable()), node);
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
        RexOver visited = (RexOver) super.visitOver(over);
        if (!sums(visited.getAggOperator()) || !differ(visited.getType(), visited.getOperands().getFirst().getType())) {
            return visited;
        }
        RexWindow window = visited.getWindow();
        return calls.builder().makeOver(visited.getType(), visited.getAggOperator(), List.of(summand(calls.builder(),
                visited.getType(), visited.getOperands().getFirst())), window.partitionKeys, window.orderKeys,
                window.getLowerBound(), window.getUpperBound(), window.getExclude(), window.isRows(), true, false,
                visited.isDistinct(), visited.ignoreNulls());
    }

    static BigDecimal limit(RelDataType type, boolean greatest) {
        return (BigDecimal) type.getSqlTypeName().getLimit(greatest, SqlTypeName.Limit.OVERFLOW, false, -1, -1);
    }
}
