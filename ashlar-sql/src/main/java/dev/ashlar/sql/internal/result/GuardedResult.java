// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.query.ColumnScan;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import java.util.List;
import java.util.function.Function;

/// A result that converts failures to [SqlException]s and ends after the first.
public final class GuardedResult implements SqlResult {
    private final SqlResult result;
    private final Function<Throwable, SqlException> problems;
    private boolean ended;

    public GuardedResult(SqlResult result, Function<Throwable, SqlException> problems) {
        this.result = result;
        this.problems = problems;
    }

    @Override
    public List<SqlColumn> columns() {
        return result.columns();
    }

    @Override
    public boolean next() {
        if (ended) {
            return false;
        }
        try {
            ended = !result.next();
            return !ended;
        } catch (Throwable e) {
            ended = true;
            throw problems.apply(e);
        }
    }

    @Override
    public Object get(int column) {
        if (ended) {
            throw new IllegalStateException("result has no current row");
        }
        try {
            return result.get(column);
        } catch (Throwable e) {
            ended = true;
            throw problems.apply(e);
        }
    }

    @Override
    public boolean isColumnar() {
        return !ended && result.isColumnar();
    }

    @Override
    public ColumnScan batches() {
        ended = true;
        try {
            return new GuardedScan(result.batches(), problems);
        } catch (Throwable e) {
            throw problems.apply(e);
        }
    }

    @Override
    public void close() {
        ended = true;
        result.close();
    }
}
