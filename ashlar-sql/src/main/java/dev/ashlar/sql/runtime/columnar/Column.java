// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

/// The values of a column, a word each, so that two are equal if their words are.
///
/// | type | word |
/// |---|---|
/// | `BOOLEAN` | 0 or 1 |
/// | whole numbers, `TIMESTAMP`, `DATE` | the number; of a date, its days |
/// | `DECIMAL` | the digits, at the scale of the type |
/// | `REAL`, `DOUBLE` | `Double.doubleToLongBits`; zero has no sign |
/// | `VARCHAR` | index of its text |
///
/// @param nulls by row, whether it is NULL, where the word does not matter; empty if none is
/// @param texts different ones; empty unless it is of texts
record Column(long[] words, boolean[] nulls, String[] texts) {
    static final boolean[] NO_NULLS = {};
    static final String[] NO_TEXTS = {};

    boolean isNull(int row) {
        return nulls.length > 0 && nulls[row];
    }

    /// Some rows, in an order: row `from[i]` becomes row `i`.
    Column gathered(int[] from, int count) {
        long[] some = new long[count];
        for (int i = 0; i < count; i++) {
            some[i] = words[from[i]];
        }
        boolean[] marks = nulls.length == 0 ? NO_NULLS : new boolean[count];
        for (int i = 0; i < marks.length; i++) {
            marks[i] = nulls[from[i]];
        }
        return new Column(some, marks, texts);
    }

    /// All rows in another order: row `i` becomes row `places[i]`. Faster than to gather them where they go to few
    /// places at a time.
    Column placed(int[] places) {
        long[] all = new long[places.length];
        for (int i = 0; i < places.length; i++) {
            all[places[i]] = words[i];
        }
        boolean[] marks = nulls.length == 0 ? NO_NULLS : new boolean[places.length];
        for (int i = 0; i < marks.length; i++) {
            marks[places[i]] = nulls[i];
        }
        return new Column(all, marks, texts);
    }
}
