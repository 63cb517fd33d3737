// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import java.util.List;

/// A result of rows in memory.
public final class ListedResult implements SqlResult {
    private final List<SqlColumn> columns;
    private final List<Object[]> rows;
    private int at = -1;

    /// @param rows of values as [SqlResult] says
    public ListedResult(List<SqlColumn> columns, List<Object[]> rows) {
        this.columns = List.copyOf(columns);
        this.rows = rows;
    }

    @Override
    public List<SqlColumn> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        at = Math.min(at + 1, rows.size());
        return at < rows.size();
    }

    @Override
    public Object get(int column) {
        return rows.get(at)[column];
    }

    @Override
    public void close() {
        at = rows.size();
    }
}
