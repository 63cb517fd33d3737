// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// Some rows of a relation that follow each other in one store: a piece of work for a program that divides a query
/// among processes. See [Plan#ranges].
///
/// @param part  name of the store, as [StorePart#name]; empty for a relation of one store
/// @param first number of the first row in that store; of a journal, a position
/// @param end   number after the last, at most [StorePart#MOST_NUMBERS]
/// @param rows  that have to be looked at, about: zones exclude the others
/// @param bytes that these take in the store, about; 0 if unknown
public record RowRange(String part, long first, long end, long rows, long bytes) {
    public RowRange {
        if (first < 0 || end < first || end > StorePart.MOST_NUMBERS) {
            throw new IllegalArgumentException("rows out of range: first=" + first + ", end=" + end + ", most="
                    + StorePart.MOST_NUMBERS);
        }
    }

    /// Everything that a relation has in a part.
    public static RowRange all(String part) {
        return new RowRange(part, 0, StorePart.MOST_NUMBERS, 0, 0);
    }

    /// Whether it leaves nothing out.
    public boolean isAll() {
        return first == 0 && end == StorePart.MOST_NUMBERS;
    }

    /// Its rows before one.
    public RowRange before(long row) {
        if (row >= end) {
            return this;
        }
        long last = Math.max(first, row);
        double share = end == first ? 0 : (double) (last - first) / (end - first);
        return new RowRange(part, first, last, (long) (rows * share), (long) (bytes * share));
    }
}
