// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import java.util.Arrays;

/// Iterates over row numbers, combining consecutive ones into runs.
///
/// **Threading**: one thread.
final class RowRuns {
    private final long[] rows;
    private int place;

    /// @param rows in order, each once
    RowRuns(long[] rows) {
        this.rows = rows;
    }

    /// How many rows are before one.
    static int placeOf(long row, long[] rows) {
        int place = Arrays.binarySearch(rows, row);
        return place < 0 ? -place - 1 : place;
    }

    /// Moves to the first row from `row` on; may move back.
    void begin(long row) {
        place = placeOf(row, rows);
    }

    /// Goes on to the first row from one on.
    ///
    /// @return it; [Long#MAX_VALUE] if there is none
    long next(long row) {
        while (place < rows.length && rows[place] < row) {
            place++;
        }
        return place < rows.length ? rows[place] : Long.MAX_VALUE;
    }

    /// How many rows follow each other from that one on, up to `most`.
    int count(int most) {
        int count = 1;
        while (count < most && place + count < rows.length && rows[place + count] == rows[place] + count) {
            count++;
        }
        return count;
    }
}
