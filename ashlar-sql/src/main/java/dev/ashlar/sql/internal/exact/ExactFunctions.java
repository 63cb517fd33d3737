// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.internal.type.RuntimeFunction;
import dev.ashlar.sql.internal.type.RuntimeFunction.Parameter;
import dev.ashlar.sql.internal.type.ScalarFunctions;
import dev.ashlar.sql.runtime.function.Extremes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Converts calls of [ScalarFunctions] to method calls.
///
/// @param mostCharacters maximum length of a computed text
record ExactFunctions(RexCalls calls, ExactCasts casts, int mostCharacters) {
    /// Empty for all other calls.
    Optional<RexNode> exact(RexCall call, List<RexNode> operands) {
        SqlOperator operator = call.getOperator();
        if (operator instanceof RuntimeFunction function) {
            return Optional.of(runtime(call, operands, function));
        }
        if (operator == ScalarFunctions.CONCAT) {
            return Optional.of(concat(call.getType(), operands));
        }
        if (operator == ScalarFunctions.CONCAT_WS) {
            return Optional.of(join(call.getType(), operands));
        }
        if (operator == ScalarFunctions.GREATEST || operator == ScalarFunctions.LEAST) {
            return Optional.of(extreme(call.getType(), operands, operator == ScalarFunctions.GREATEST ? "greatest" : "least"));
        }
        return Optional.empty();
    }

    private RexNode runtime(RexCall call, List<RexNode> operands, RuntimeFunction function) {
        List<RexNode> arguments = new ArrayList<>();
        long users = function.parameters().stream().filter(parameter -> parameter != Parameter.LIMIT).count();
        int next = 0;
        for (Parameter parameter : function.parameters()) {
            if (parameter == Parameter.LIMIT) {
                arguments.add(calls.integer(mostCharacters));
                continue;
            }
            if (next < operands.size()) {
                RexNode operand = operands.get(next);
                arguments.add(parameter != Parameter.TEXT ? calls.cast(SqlTypeName.BIGINT, operand)
                        : SqlTypeUtil.inCharFamily(operand.getType()) ? operand : text(operand));
            } else {
                Object left = function.defaults().get(function.defaults().size() - (int) users + next);
                arguments.add(left instanceof Long number ? calls.whole(number) : calls.text((String) left));
            }
            next++;
        }
        return calls.call(call.getType(), function.owner(), function.method(), arguments.toArray(RexNode[]::new));
    }

    private RexNode text(RexNode operand) {
        return casts.cast(calls.like(SqlTypeName.VARCHAR, operand.getType()), operand);
    }

    private RexNode concat(RelDataType type, List<RexNode> operands) {
        RexNode joined = calls.text("");
        for (RexNode operand : operands) {
            joined = calls.call(type, Extremes.class, "concat", joined, text(operand), calls.integer(mostCharacters));
        }
        return joined;
    }

    private RexNode join(RelDataType type, List<RexNode> operands) {
        RexNode separator = text(operands.getFirst());
        RelDataType nullable = calls.types().createTypeWithNullability(type, true);
        RexNode joined = text(operands.get(1));
        for (RexNode operand : operands.subList(2, operands.size())) {
            joined = calls.call(nullable, Extremes.class, "join", separator, joined, text(operand), calls.integer(mostCharacters));
        }
        return calls.call(type, Extremes.class, "joined", separator, joined);
    }

    private RexNode extreme(RelDataType type, List<RexNode> operands, String name) {
        RelDataType nullable = calls.types().createTypeWithNullability(type, true);
        RexNode found = compared(nullable, operands.getFirst());
        String method = name + method(type);
        for (RexNode operand : operands.subList(1, operands.size())) {
            RexNode other = compared(nullable, operand);
            found = calls.call(found.getType(), Extremes.class, method, found, other);
        }
        return ofCompared(nullable, found);
    }

    private static String method(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, TIMESTAMP, DATE, TIME -> "Whole";
            case DECIMAL -> "Decimal";
            case REAL, FLOAT, DOUBLE -> "Double";
            case CHAR, VARCHAR -> "Text";
            case BOOLEAN -> "Boolean";
            default -> throw new QueryException(Reason.UNSUPPORTED, "GREATEST and LEAST do not support this type: type="
                    + type + "; write CASE");
        };
    }

    /// The value as the type in which values are compared.
    private RexNode compared(RelDataType type, RexNode operand) {
        RexNode value = casts.cast(type, operand);
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> calls.cast(SqlTypeName.BIGINT, value);
            case REAL -> calls.cast(SqlTypeName.DOUBLE, value);
            case TIMESTAMP -> calls.reinterpret(calls.like(SqlTypeName.BIGINT, type), value);
            case DATE, TIME -> calls.cast(SqlTypeName.BIGINT, calls.reinterpret(calls.like(SqlTypeName.INTEGER, type),
                    value));
            default -> SqlTypeUtil.inCharFamily(type) ? text(value) : value;
        };
    }

    private RexNode ofCompared(RelDataType type, RexNode value) {
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER, REAL -> calls.cast(type.getSqlTypeName(), value);
            case TIMESTAMP -> calls.reinterpret(type, value);
            case DATE, TIME -> calls.reinterpret(type, calls.cast(SqlTypeName.INTEGER, value));
            default -> value;
        };
    }
}
