// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.sql.internal.type.FunctionTable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Bounds the texts that Calcite's operators compute: see [dev.ashlar.sql.runtime.BoundedTexts].
public final class BoundedValues extends RelHomogeneousShuttle {
    /// Functions whose text may be longer than each of those that they are given.
    private static final Set<String> GROWING = Set.of("||", "OVERLAY", "JSON_ARRAY", "JSON_OBJECT", "JSON_QUERY");

    private final RexShuttle bounds;

    /// @param mostCharacters of a text
    public BoundedValues(RexBuilder builder, int mostCharacters) {
        bounds = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                return bounded(builder, (RexCall) super.visitCall(call), mostCharacters);
            }
        };
    }

    @Override
    public RelNode visit(RelNode other) {
        return super.visitChildren(other).accept(bounds);
    }

    private static RexNode bounded(RexBuilder builder, RexCall call, int mostCharacters) {
        RexNode most = builder.makeExactLiteral(BigDecimal.valueOf(mostCharacters),
                builder.getTypeFactory().createSqlType(SqlTypeName.INTEGER));
        List<RexNode> operands = call.getOperands();
        if (call.getOperator() == SqlStdOperatorTable.REPLACE && operands.size() == 3) {
            return FunctionTable.texts(builder, call.getType(), "replace", operands.get(0), operands.get(1),
                    operands.get(2), most);
        }
        if (SqlTypeUtil.inCharFamily(call.getType()) && GROWING.contains(call.getOperator().getName())) {
            return FunctionTable.texts(builder, call.getType(), "bounded", call, most);
        }
        return call;
    }
}
