// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.sql.runtime.SortedRows;
import java.util.List;
import java.util.function.UnaryOperator;

/// A function over a window, or an aggregate of a group.
///
/// @param arguments   its arguments
/// @param order       order in which an aggregate receives its rows; empty for the order of the input
/// @param ignoreNulls whether it skips rows whose argument is NULL
/// @param type        converts its result to the column's type; never called with null
public record WindowCall(Function function, List<Argument> arguments, boolean distinct, boolean ignoreNulls,
        List<SortedRows.Key> order, UnaryOperator<Object> type) {
    /// The function.
    public enum Function {
        ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE, LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE,
        COUNT, SUM, SUM0, SUM_OF_DOUBLES, SUM0_OF_DOUBLES, MIN, MAX, SINGLE_VALUE, CONSTANT,
        BIT_AND, BIT_OR, BIT_XOR, FIRST, LAST, FIRST_NOT_NULL, LAST_NOT_NULL, ARG_MIN, ARG_MAX, VAR_POP, VAR_SAMP,
        STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT, REGR_R2, STRING_AGG,
        ARRAY_AGG, QUANTILE_CONT, QUANTILE_DISC, MODE
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
        order = List.copyOf(order);
    }

    boolean isAggregate() {
        return switch (function) {
            case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE, LAG, LEAD, FIRST_VALUE, LAST_VALUE,
                NTH_VALUE, CONSTANT -> false;
            default -> true;
        };
    }

    /// Whether the function treats NULL as a value like any other.
    boolean takesNull() {
        return switch (function) {
            case ARRAY_AGG, FIRST, LAST -> true;
            default -> false;
        };
    }

    /// Whether each result may be as long as all input values together.
    boolean gathers() {
        return function == Function.STRING_AGG || function == Function.ARRAY_AGG;
    }
}
