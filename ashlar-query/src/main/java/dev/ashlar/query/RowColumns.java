// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.List;

/// Collects rows that arrive one by one into batches of columns, for results that kernels do not produce.
///
/// **Threading**: one reader. **Ownership**: owns the rows.
public final class RowColumns implements ColumnScan, ColumnScan.Reader {
    private static final int BATCH_ROWS = 1 << 15;
    private static final long BATCH_BYTES = 16L << 20;

    /// The source of the rows.
    public interface Rows extends AutoCloseable {
        /// Adds the values of the next row to the columns.
        ///
        /// @return whether there was a next row
        boolean next(List<ColumnAppender> columns);

        @Override
        void close();
    }

    private final List<ColumnAppender> columns;
    private final Rows rows;
    private boolean taken;
    private boolean ended;
    private volatile boolean stopped;
    private int part = -1;
    private ColumnBatch batch;

    public RowColumns(List<ColumnAppender.Form> forms, Rows rows) {
        columns = forms.stream().map(ColumnAppender::new).toList();
        this.rows = rows;
    }

    @Override
    public int readers() {
        return 1;
    }

    @Override
    public Reader reader() {
        if (taken) {
            throw new IllegalStateException("too many readers: readers=1");
        }
        taken = true;
        return this;
    }

    @Override
    public boolean next() {
        batch = null;
        int count = 0;
        while (!ended && count < BATCH_ROWS && bytes() < BATCH_BYTES) {
            if (stopped) {
                throw QueryException.cancelled();
            }
            ended = !rows.next(columns);
            count += ended ? 0 : 1;
        }
        if (count == 0) {
            return false;
        }
        part++;
        batch = new ColumnBatch(count, columns.stream().map(ColumnAppender::take).toList());
        return true;
    }

    private long bytes() {
        long bytes = 0;
        for (ColumnAppender column : columns) {
            bytes += column.bytes();
        }
        return bytes;
    }

    @Override
    public int part() {
        return part;
    }

    @Override
    public ColumnBatch batch() {
        return batch;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public void close() {
        ended = true;
        rows.close();
    }
}
