// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Statistics of a column taken from zones, without reading rows: estimates for a planner.
///
/// @param rows     number of rows that the zones cover
/// @param nulls    number of these rows in which the column is NULL
/// @param least    least number, or time in nanoseconds since 1970; empty if unknown or if all are NULL
/// @param greatest greatest number or time; empty likewise
/// @param distinct upper bound of the number of distinct values; known for enums and flags only
public record ColumnSummary(long rows, long nulls, OptionalDouble least, OptionalDouble greatest,
        OptionalLong distinct) {
    /// The summary of rows about which nothing is known.
    public static final ColumnSummary UNKNOWN = new ColumnSummary(0, 0, OptionalDouble.empty(), OptionalDouble.empty(),
            OptionalLong.empty());

    /// The summary of the same column with `added` added to each number.
    public ColumnSummary plus(long added) {
        return new ColumnSummary(rows, nulls, plus(least, added), plus(greatest, added), distinct);
    }

    private static OptionalDouble plus(OptionalDouble value, long added) {
        return value.isEmpty() ? value : OptionalDouble.of(value.getAsDouble() + added);
    }

    /// The summary of the rows of both.
    public ColumnSummary and(ColumnSummary other) {
        return new ColumnSummary(rows + other.rows, nulls + other.nulls,
                least.isEmpty() ? other.least : other.least.isEmpty() ? least
                        : OptionalDouble.of(Math.min(least.getAsDouble(), other.least.getAsDouble())),
                greatest.isEmpty() ? other.greatest : other.greatest.isEmpty() ? greatest
                        : OptionalDouble.of(Math.max(greatest.getAsDouble(), other.greatest.getAsDouble())),
                distinct.isEmpty() ? other.distinct : other.distinct.isEmpty() ? distinct
                        : OptionalLong.of(Math.max(distinct.getAsLong(), other.distinct.getAsLong())));
    }
}
