// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import java.util.List;
import java.util.function.LongConsumer;

/// An answer that says how far it has come.
///
/// **Ownership**: closes the answer.
final class WatchedResult implements SqlResult {
    private static final long TOLD_ROWS = 1 << 12;

    private final SqlResult result;
    private final LongConsumer progress;
    private long rows;

    WatchedResult(SqlResult result, LongConsumer progress) {
        this.result = result;
        this.progress = progress;
    }

    @Override
    public List<SqlColumn> columns() {
        return result.columns();
    }

    @Override
    public boolean next() {
        if (++rows % TOLD_ROWS == 0) {
            progress.accept(rows);
        }
        return result.next();
    }

    @Override
    public Object get(int column) {
        return result.get(column);
    }

    @Override
    public void close() {
        result.close();
    }
}
