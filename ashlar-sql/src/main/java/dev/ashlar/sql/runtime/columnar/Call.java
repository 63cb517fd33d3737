// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

/// A function over a window, or an aggregate of a group.
///
/// @param argument  its column; negative for none
/// @param distance  of LAG and LEAD: how many rows after the row, negative before it
/// @param otherwise of LAG and LEAD, where there is no such row
/// @param real      whether the argument has a floating point
public record Call(Function function, int argument, long distance, Formula.Constant otherwise, boolean real) {
    public enum Function {
        ROW_NUMBER, RANK, DENSE_RANK, NEIGHBOUR, FIRST_VALUE, LAST_VALUE, COUNT, SUM,
        /// A sum that is 0 rather than NULL.
        SUM0, MIN, MAX
    }

    /// Whether it depends on which rows are in its frame, or are peers.
    public boolean needsFrames() {
        return switch (function) {
            case ROW_NUMBER, NEIGHBOUR -> false;
            default -> true;
        };
    }

    /// Whether rows cannot be taken out of its frame again.
    public boolean onlyGrows() {
        return function == Function.MIN || function == Function.MAX || real && isSum();
    }

    private boolean isSum() {
        return function == Function.SUM || function == Function.SUM0;
    }

    public boolean isAggregate() {
        return isSum() || function == Function.COUNT || function == Function.MIN || function == Function.MAX;
    }
}
