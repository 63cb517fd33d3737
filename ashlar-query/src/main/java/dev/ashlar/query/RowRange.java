// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// Consecutive rows of a relation in one store: a unit of work for a program that divides a query among processes. See
/// [Plan#ranges].
///
/// @param part  name of the store, as in [StorePart#name]; empty for a relation of one store
/// @param first row number of the first row in that store; for a journal, a position
/// @param end   row number or position after the last row, at most [StorePart#MOST_NUMBERS]
/// @param rows  approximate number of rows that must be read; zones exclude the others
/// @param bytes approximate number of bytes that these rows occupy in the store; 0 if unknown
public record RowRange(String part, long first, long end, long rows, long bytes) {
    public RowRange {
        if (first < 0 || end < first || end > StorePart.MOST_NUMBERS) {
            throw new IllegalArgumentException("rows out of range: first=" + first + ", end=" + end + ", most="
                    + StorePart.MOST_NUMBERS);
        }
    }

    /// All rows of a relation in a part.
    public static RowRange all(String part) {
        return new RowRange(part, 0, StorePart.MOST_NUMBERS, 0, 0);
    }

    /// Whether the range has all rows of its part.
    public boolean isAll() {
        return first == 0 && end == StorePart.MOST_NUMBERS;
    }

    /// The rows of the range before `row`.
    public RowRange before(long row) {
        if (row >= end) {
            return this;
        }
        long last = Math.max(first, row);
        double share = end == first ? 0 : (double) (last - first) / (end - first);
        return new RowRange(part, first, last, (long) (rows * share), (long) (bytes * share));
    }
}
