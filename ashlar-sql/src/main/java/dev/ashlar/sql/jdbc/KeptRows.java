// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.SqlResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Keeps the rows of another result, so that they can be read again. Reads no further than necessary.
///
/// **Ownership**: owns the other result. **Failure**: a [SqlException] with [Reason#MEMORY] if the rows exceed the
/// memory limit of the statement; rows kept before stay readable.
final class KeptRows implements SqlResult {
    private final SqlResult source;
    private final long maxRows;
    private final long memoryBytes;
    private final List<Object[]> rows = new ArrayList<>();
    private int at = -1;
    private long keptBytes;
    private boolean ended;
    private Optional<RuntimeException> failure = Optional.empty();

    /// @param maxRows maximum number of rows; 0 for all
    KeptRows(SqlResult source, long maxRows, long memoryBytes) {
        this.source = source;
        this.maxRows = maxRows;
        this.memoryBytes = memoryBytes;
    }

    @Override
    public List<SqlColumn> columns() {
        return source.columns();
    }

    /// Whether there is a row with this index, from 0. Once reading has failed, this method fails for all later rows.
    boolean has(long index) {
        while (rows.size() <= index && !ended) {
            read();
        }
        if (index >= rows.size() && failure.isPresent()) {
            throw failure.get();
        }
        return index < rows.size();
    }

    private void read() {
        try {
            ended = maxRows > 0 && rows.size() == maxRows || !source.next();
            if (!ended) {
                keep();
            }
        } catch (RuntimeException e) {
            ended = true;
            failure = Optional.of(e);
        }
    }

    private void keep() {
        Object[] row = new Object[columns().size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = source.get(i);
        }
        keptBytes += MemoryEstimate.rowBytes(row);
        if (keptBytes > memoryBytes) {
            throw new SqlException(Reason.MEMORY, "scrollable result needs too much memory: rows=" + (rows.size() + 1)
                    + ", bytes=" + keptBytes + ", memoryBytes=" + memoryBytes + "; allow more (limitMemory), select "
                    + "fewer rows, or read them forward", null);
        }
        rows.add(row);
    }

    /// Number of all rows; reads them all.
    int count() {
        has(Integer.MAX_VALUE);
        return rows.size();
    }

    /// Moves to a row for which [#has] is true.
    void select(int index) {
        at = index;
    }

    @Override
    public boolean next() {
        at++;
        return has(at);
    }

    @Override
    public Object get(int column) {
        return rows.get(at)[column];
    }

    @Override
    public void close() {
        ended = true;
        rows.clear();
        source.close();
    }
}
