// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.index;

import dev.ashlar.query.internal.relation.ObjectRows;
import dev.ashlar.query.internal.relation.TableRelation;

/// Rows found by an index or by row number: all that match, and perhaps others.
///
/// **Threading**: one thread.
public final class IndexedRows implements ObjectRows {
    private final TableRelation.Reader reader;
    private final long[] rows;
    private int next;

    /// @param reader is closed with this
    /// @param rows   in order
    public IndexedRows(TableRelation.Reader reader, long[] rows) {
        this.reader = reader;
        this.rows = rows;
    }

    /// Their numbers, in order.
    public long[] numbers() {
        return rows;
    }

    @Override
    public boolean next() {
        while (next < rows.length) {
            if (reader.seek(rows[next++])) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Object value(int column) {
        return reader.value(column);
    }

    @Override
    public void close() {
        reader.close();
    }
}
