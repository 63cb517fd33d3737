// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.sql.runtime.CodePoints;
import dev.ashlar.sql.runtime.function.Patterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Functions of texts by code points.
record ExactTexts(RexCalls calls) {
    /// Empty for what Calcite does as it should.
    Optional<RexNode> exact(RexCall call, List<RexNode> operands) {
        boolean texts = operands.stream().anyMatch(o -> SqlTypeUtil.inCharFamily(o.getType()));
        if (!texts) {
            return Optional.empty();
        }
        RelDataType type = call.getType();
        return switch (call.getOperator().getName()) {
            case "CHAR_LENGTH", "CHARACTER_LENGTH" -> Optional.of(call(type, "length", operands, 1));
            case "SUBSTRING" -> Optional.of(call(type, "substring", operands, 1));
            case "OVERLAY" -> Optional.of(call(type, "overlay", operands, 2));
            case "POSITION" -> Optional.of(call(type, "position", operands, 2));
            case "ILIKE" -> Optional.of(calls.call(type, Patterns.class, "ilike", operands.get(0), operands.get(1),
                    operands.size() > 2 ? operands.get(2) : calls.text("")));
            case "RLIKE" -> Optional.of(calls.call(type, Patterns.class, "matches", operands.get(0), operands.get(1),
                    calls.text("")));
            case "LIKE" -> Optional.of(call(type, "like", operands, operands.size()));
            case "SIMILAR TO" -> {
                List<RexNode> lines = new ArrayList<>(operands);
                lines.set(0, calls.call(operands.getFirst().getType(), CodePoints.class, "line", operands.getFirst()));
                yield Optional.of(call.clone(type, lines));
            }
            case "ASCII" -> Optional.of(call(type, "first", operands, 1));
            case "TRIM" -> Optional.of(calls.call(type, CodePoints.class, "trim", calls.text(side(operands.get(0))),
                    operands.get(1), operands.get(2)));
            default -> Optional.empty();
        };
    }

    private static String side(RexNode flag) {
        return ((RexLiteral) flag).getValueAs(SqlTrimFunction.Flag.class).name();
    }

    /// @param texts how many of the operands are texts; the others are places and lengths
    private RexNode call(RelDataType type, String name, List<RexNode> operands, int texts) {
        List<RexNode> arguments = new ArrayList<>(operands.subList(0, texts));
        for (RexNode number : operands.subList(texts, operands.size())) {
            arguments.add(calls.cast(SqlTypeName.BIGINT, number));
        }
        return calls.call(type, CodePoints.class, name, arguments.toArray(RexNode[]::new));
    }
}
