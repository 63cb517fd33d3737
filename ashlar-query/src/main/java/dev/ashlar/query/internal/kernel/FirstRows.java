// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

/// The first rows of a key as [SortLayout] words, one row after the other in their order. Where there are fewer rows
/// than room, [Long#MAX_VALUE] stands in each word.
public final class FirstRows {
    private FirstRows() {
    }

    /// Puts a row in its place among those of a key, if it comes before the last of them, which then goes.
    ///
    /// @param rows  of the key, from `base` on
    /// @param most  rows that there is room for
    /// @param row   with the words of the row, from `at` on
    /// @param words of a row
    public static void insert(long[] rows, int base, int most, long[] row, int at, int words) {
        int place = most;
        while (place > 0 && SortLayout.compare(row, at, rows, base + (place - 1) * words, words) < 0) {
            place--;
        }
        if (place < most) {
            int from = base + place * words;
            System.arraycopy(rows, from, rows, from + words, (most - 1 - place) * words);
            System.arraycopy(row, at, rows, from, words);
        }
    }
}
