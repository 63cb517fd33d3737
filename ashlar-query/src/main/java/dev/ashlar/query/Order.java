// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// Sorts the rows of a result by one of its columns.
///
/// Text is ordered by code points, false comes before true, and NaN after all other numbers. Zeros of either sign are
/// equal.
///
/// @param column     index of the column in the result
/// @param descending greatest first
/// @param nullsFirst whether NULL comes before all values, whatever the direction
public record Order(int column, boolean descending, boolean nullsFirst) {
    public Order {
        if (column < 0) {
            throw new IllegalArgumentException("no such column: column=" + column);
        }
    }

    /// Least first, NULL last.
    public static Order ascending(int column) {
        return new Order(column, false, false);
    }

    /// Greatest first, NULL last.
    public static Order descending(int column) {
        return new Order(column, true, false);
    }
}
