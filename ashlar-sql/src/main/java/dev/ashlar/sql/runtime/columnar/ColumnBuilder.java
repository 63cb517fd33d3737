// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

/// Builds the values of a computed column.
final class ColumnBuilder {
    private final long[] words;
    private boolean[] nulls = Column.NO_NULLS;

    ColumnBuilder(int rows, Run run) {
        run.keep(rows, 1);
        words = new long[rows];
    }

    void set(int row, long word) {
        words[row] = word;
    }

    void setNull(int row) {
        if (nulls.length == 0) {
            nulls = new boolean[words.length];
        }
        nulls[row] = true;
    }

    void copy(int row, Column from, int other) {
        if (from.isNull(other)) {
            setNull(row);
        } else {
            words[row] = from.words()[other];
        }
    }

    Column column(String[] texts) {
        return new Column(words, nulls, texts);
    }
}
