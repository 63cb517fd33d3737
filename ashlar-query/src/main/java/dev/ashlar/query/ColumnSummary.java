// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// What zones say of the values of a column, without a look at rows: estimates for a planner.
///
/// @param rows     that it is known of
/// @param nulls    of these, how many are NULL
/// @param least    least number, or time in nanoseconds since 1970; empty if unknown or if all are NULL
/// @param greatest greatest, likewise
/// @param distinct most different values, known of enums and flags
public record ColumnSummary(long rows, long nulls, OptionalDouble least, OptionalDouble greatest,
        OptionalLong distinct) {
    /// Of rows of which nothing is known.
    public static final ColumnSummary UNKNOWN = new ColumnSummary(0, 0, OptionalDouble.empty(), OptionalDouble.empty(),
            OptionalLong.empty());

    /// Of numbers that are greater by as much.
    public ColumnSummary plus(long added) {
        return new ColumnSummary(rows, nulls, plus(least, added), plus(greatest, added), distinct);
    }

    private static OptionalDouble plus(OptionalDouble value, long added) {
        return value.isEmpty() ? value : OptionalDouble.of(value.getAsDouble() + added);
    }

    /// The same of the rows of both.
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
