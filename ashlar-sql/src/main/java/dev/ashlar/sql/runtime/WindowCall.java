// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.util.List;
import java.util.function.UnaryOperator;

/// A function over a window, or an aggregate of a group.
///
/// @param arguments   its arguments
/// @param ignoreNulls whether it skips rows whose argument is NULL
/// @param type        converts its result to the column's type; never called with null
public record WindowCall(Function function, List<Argument> arguments, boolean distinct, boolean ignoreNulls,
        UnaryOperator<Object> type) {
    /// The function.
    public enum Function {
        ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE, LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE,
        COUNT, SUM, SUM0, SUM_OF_DOUBLES, SUM0_OF_DOUBLES, MIN, MAX, SINGLE_VALUE, CONSTANT,
        BIT_AND, BIT_OR, BIT_XOR
    }

    /// A column of the row, or a constant.
    ///
    /// @param column negative for a constant
    public record Argument(int column, Object constant) {
        Object of(Object[] row) {
            return column < 0 ? constant : row[column];
        }
    }

    public WindowCall {
        arguments = List.copyOf(arguments);
    }

    boolean isAggregate() {
        return switch (function) {
            case COUNT, SUM, SUM0, SUM_OF_DOUBLES, SUM0_OF_DOUBLES, MIN, MAX, SINGLE_VALUE, BIT_AND, BIT_OR,
                BIT_XOR -> true;
            default -> false;
        };
    }
}
