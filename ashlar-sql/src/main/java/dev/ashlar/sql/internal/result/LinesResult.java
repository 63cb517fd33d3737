// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import java.sql.JDBCType;
import java.util.List;

/// Lines of text as a result with one column.
public final class LinesResult implements SqlResult {
    private final List<SqlColumn> columns;
    private final List<String> lines;
    private int at = -1;

    public LinesResult(String name, List<String> lines) {
        columns = List.of(new SqlColumn(0, name, JDBCType.VARCHAR, 0, 0, false));
        this.lines = lines;
    }

    @Override
    public List<SqlColumn> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        at = Math.min(at + 1, lines.size());
        return at < lines.size();
    }

    @Override
    public Object get(int column) {
        return lines.get(at);
    }

    @Override
    public void close() {
        at = lines.size();
    }
}
