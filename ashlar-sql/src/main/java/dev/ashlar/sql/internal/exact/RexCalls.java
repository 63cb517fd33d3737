// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import dev.ashlar.sql.internal.type.FunctionTable;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/// Builds Calcite expressions, including calls of Ashlar's functions in place of Calcite's.
record RexCalls(RexBuilder builder) {
    RelDataTypeFactory types() {
        return builder.getTypeFactory();
    }

    /// @param nullability NULL can be if it can be here
    RelDataType like(SqlTypeName name, RelDataType nullability) {
        return types().createTypeWithNullability(types().createSqlType(name), nullability.isNullable());
    }

    RexNode cast(SqlTypeName name, RexNode node) {
        return node.getType().getSqlTypeName() == name ? node : builder.makeCast(like(name, node.getType()), node);
    }

    /// The same value as one of another type.
    RexNode reinterpret(RelDataType type, RexNode value) {
        return builder.makeCall(type, SqlStdOperatorTable.REINTERPRET, List.of(value));
    }

    RexNode whole(long number) {
        return builder.makeBigintLiteral(BigDecimal.valueOf(number));
    }

    RexNode integer(int number) {
        return builder.makeExactLiteral(BigDecimal.valueOf(number), types().createSqlType(SqlTypeName.INTEGER));
    }

    RexNode text(String text) {
        return builder.makeLiteral(text);
    }

    RexNode call(RelDataType type, SqlOperator operator, RexNode... operands) {
        return builder.makeCall(type, operator, List.of(operands));
    }

    /// A call of one of our functions.
    ///
    /// @param owner of the public static method
    RexNode call(RelDataType type, Class<?> owner, String method, RexNode... operands) {
        return builder.makeCall(type, FunctionTable.operator(owner, method, operands.length), List.of(operands));
    }
}
