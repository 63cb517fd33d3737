// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.sql.internal.type.SqlRules;
import dev.ashlar.sql.internal.type.TimeConstants;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.TimestampString;

/// Comparisons with constants that 64-bit nanoseconds cannot hold, such as `t < timestamp '9999-12-31'` for an open
/// end. Every timestamp is within the limits, so these become comparisons with a limit, which are NULL if the other
/// side is NULL:
///
/// | written | with a time after the greatest | before the least |
/// |---|---|---|
/// | `t < c`, `t <= c` | `t <= greatest` | `t < least` |
/// | `t > c`, `t >= c` | `t > greatest` | `t >= least` |
/// | `t = c` | `t > greatest` | `t < least` |
/// | `t <> c` | `t <= greatest` | `t >= least` |
///
/// `c IS NULL` is false. A comparison with CASE or COALESCE becomes one of each result:
/// `coalesce(until, timestamp '9999-12-31') > t`. Anywhere else such a constant is an error.
final class OpenEnds {
    /// Negative for a constant before the least timestamp, positive for one after the greatest, else 0.
    private static int side(RexNode node) {
        return node instanceof RexLiteral literal && !literal.isNull() && ExactTimes.isTime(literal)
                ? TimeConstants.side(literal.getValueAs(TimestampString.class)) : 0;
    }

    /// The comparison that a call stands for; empty if it has no such constant.
    static Optional<RexNode> compared(RexBuilder builder, SqlOperator operator, List<? extends RexNode> operands) {
        SqlKind kind = operator.getKind();
        if ((kind == SqlKind.IS_NULL || kind == SqlKind.IS_NOT_NULL) && side(operands.getFirst()) != 0) {
            return Optional.of(builder.makeLiteral(kind == SqlKind.IS_NOT_NULL));
        }
        if (!SqlKind.COMPARISON.contains(kind) || !operands.stream().allMatch(ExactTimes::isTime)) {
            return Optional.empty();
        }
        for (int i = 0; i < 2; i++) {
            RexNode other = operands.get(1 - i);
            int side = side(operands.get(i));
            if (side != 0 && other instanceof RexLiteral literal && !literal.isNull()) {
                return Optional.of(builder.makeLiteral(holds(kind, (RexLiteral) operands.get(0),
                        (RexLiteral) operands.get(1))));
            }
            if (side != 0 && !hasOutside(other)) {
                return Optional.of(limited(builder, i == 0 ? kind.reverse() : kind, other, side));
            }
            if (hasOutside(operands.get(i))) {
                return Optional.of(ofEach(builder, operator, (RexCall) whole(operands.get(i)), other, i == 0));
            }
        }
        return Optional.empty();
    }

    private static boolean holds(SqlKind kind, RexLiteral left, RexLiteral right) {
        int order = left.getValueAs(TimestampString.class).compareTo(right.getValueAs(TimestampString.class));
        return switch (kind) {
            case LESS_THAN -> order < 0;
            case LESS_THAN_OR_EQUAL -> order <= 0;
            case GREATER_THAN -> order > 0;
            case GREATER_THAN_OR_EQUAL -> order >= 0;
            default -> order == 0 == (kind == SqlKind.EQUALS);
        };
    }

    private static RexNode limited(RexBuilder builder, SqlKind kind, RexNode time, int side) {
        RexNode limit = builder.makeTimestampLiteral(TimeConstants.of(side < 0 ? Long.MIN_VALUE : Long.MAX_VALUE),
                SqlRules.TIMESTAMP_DIGITS);
        boolean within = switch (kind) {
            case LESS_THAN, LESS_THAN_OR_EQUAL -> side > 0;
            case GREATER_THAN, GREATER_THAN_OR_EQUAL -> side < 0;
            default -> kind == SqlKind.NOT_EQUALS;
        };
        SqlBinaryOperator operator = side > 0 ? within ? SqlStdOperatorTable.LESS_THAN_OR_EQUAL
                : SqlStdOperatorTable.GREATER_THAN : within ? SqlStdOperatorTable.GREATER_THAN_OR_EQUAL
                : SqlStdOperatorTable.LESS_THAN;
        return builder.makeCall(operator, time, limit);
    }

    /// Without casts to more digits.
    private static RexNode whole(RexNode node) {
        return node instanceof RexCall cast && cast.getKind() == SqlKind.CAST
                && ExactTimes.isTime(cast.operands.getFirst())
                && cast.getType().getPrecision() >= cast.operands.getFirst().getType().getPrecision()
                ? whole(cast.operands.getFirst()) : node;
    }

    /// Whether a result of a CASE or COALESCE is such a constant.
    private static boolean hasOutside(RexNode node) {
        return whole(node) instanceof RexCall call && switch (call.getKind()) {
            case CASE, COALESCE -> results(call).stream().anyMatch(result -> side(whole(result)) != 0
                    || hasOutside(result));
            default -> false;
        };
    }

    private static List<RexNode> results(RexCall call) {
        List<RexNode> results = new ArrayList<>();
        for (int i = 0; i < call.operands.size(); i++) {
            if (isResult(call, i)) {
                results.add(call.operands.get(i));
            }
        }
        return results;
    }

    private static boolean isResult(RexCall call, int operand) {
        return call.getKind() == SqlKind.COALESCE || operand % 2 == 1 || operand == call.operands.size() - 1;
    }

    private static RexNode ofEach(RexBuilder builder, SqlOperator operator, RexCall choice, RexNode other,
            boolean first) {
        List<RexNode> operands = new ArrayList<>();
        for (int i = 0; i < choice.operands.size(); i++) {
            RexNode result = choice.operands.get(i);
            if (choice.getKind() == SqlKind.COALESCE && i < choice.operands.size() - 1) {
                operands.add(builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, result));
            }
            RexNode compared = side(whole(result)) != 0 || hasOutside(result) ? whole(result) : result;
            operands.add(!isResult(choice, i) ? result : builder.makeCall(operator, first ? compared : other,
                    first ? other : compared));
        }
        List<RexNode> both = first ? List.of(choice, other) : List.of(other, choice);
        return builder.makeCall(builder.deriveReturnType(operator, both), SqlStdOperatorTable.CASE, operands);
    }
}
