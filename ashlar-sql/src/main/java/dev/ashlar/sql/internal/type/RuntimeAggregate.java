// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.sql.runtime.aggregate.WindowCall;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.util.Optionality;

/// An aggregate that only Ashlar's operators compute.
public final class RuntimeAggregate extends SqlAggFunction {
    private static final long serialVersionUID = 1;

    private final WindowCall.Function function;

    RuntimeAggregate(String name, WindowCall.Function function, SqlReturnTypeInference type,
            SqlOperandTypeChecker operands, Optionality order) {
        super(name, null, SqlKind.OTHER_FUNCTION, type, null, operands, SqlFunctionCategory.USER_DEFINED_FUNCTION,
                false, false, order);
        this.function = function;
    }

    public WindowCall.Function function() {
        return function;
    }
}
