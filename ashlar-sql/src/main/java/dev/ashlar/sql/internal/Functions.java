// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.sql.runtime.Exactly;
import dev.ashlar.sql.runtime.Nanos;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/// Functions that Calcite has not: those for users, and those that its own are replaced by.
final class Functions {
    /// `TIME_BUCKET(INTERVAL '5' MINUTE, time)`: the beginning of the span of time that a timestamp is in.
    static final SqlFunction TIME_BUCKET = new SqlFunction("TIME_BUCKET", SqlKind.OTHER_FUNCTION, ReturnTypes.ARG1_NULLABLE,
            null, OperandTypes.family(SqlTypeFamily.DATETIME_INTERVAL, SqlTypeFamily.TIMESTAMP),
            SqlFunctionCategory.TIMEDATE);

    /// For users.
    static final SqlOperatorTable TABLE = SqlOperatorTables.of(TIME_BUCKET);

    private Functions() {
    }

    /// A call of one of the functions for timestamps.
    ///
    /// @param name of the method of [Nanos]
    static RexNode nanos(RexBuilder builder, RelDataType type, String name, RexNode... operands) {
        return builder.makeCall(type, operator(Nanos.class, name, operands.length), List.of(operands));
    }

    /// A call of one of the functions for arithmetic.
    ///
    /// @param name of the method of [Exactly]
    static RexNode exactly(RexBuilder builder, RelDataType type, String name, RexNode... operands) {
        return builder.makeCall(type, operator(Exactly.class, name, operands.length), List.of(operands));
    }

    private static SqlOperator operator(Class<?> owner, String name, int operands) {
        Method method = Arrays.stream(owner.getMethods())
                .filter(m -> m.getName().equals(name) && m.getParameterCount() == operands).findFirst().orElseThrow();
        ScalarFunction function = ScalarFunctionImpl.create(method);
        return new SqlUserDefinedFunction(new SqlIdentifier("ASHLAR_" + name.toUpperCase(Locale.ROOT),
                SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION, ReturnTypes.ARG0, null, null, function);
    }
}
