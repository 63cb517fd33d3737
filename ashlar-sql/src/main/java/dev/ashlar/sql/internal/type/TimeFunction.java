// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Converts a timestamp, date or text to a timestamp. Numbers are rejected, because their unit is unknown.
public final class TimeFunction extends SqlFunction {
    public static final TimeFunction INSTANCE = new TimeFunction();
    private static final long serialVersionUID = 1;

    private TimeFunction() {
        super("ASHLAR_TIME", SqlKind.OTHER_FUNCTION, ReturnTypes.TIMESTAMP.andThen(SqlTypeTransforms.TO_NULLABLE), null,
                OperandTypes.ANY, SqlFunctionCategory.TIMEDATE);
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding call, boolean fails) {
        RelDataType type = call.getOperandType(0);
        if (SqlTypeUtil.isNumeric(type) || SqlTypeUtil.isBoolean(type) || SqlTypeUtil.isInterval(type)) {
            throw new QueryException(Reason.UNSUPPORTED, "expected a timestamp, not " + type + "; for a count since "
                    + "1970 write to_timestamp(seconds), make_timestamp(microseconds) or make_timestamp_ns(nanoseconds)");
        }
        return super.checkOperandTypes(call, fails);
    }
}
