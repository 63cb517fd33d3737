// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.util.List;
import java.util.function.UnaryOperator;

/// A function over a window, or an aggregate of a group.
///
/// @param arguments   what it is called with
/// @param ignoreNulls whether it passes over rows where the argument is NULL
/// @param type        makes what it gives of the type that it has to be; never called with null
public record WindowCall(Function function, List<Argument> arguments, boolean distinct, boolean ignoreNulls,
        UnaryOperator<Object> type) {
    /// Which.
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
