// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.ArrayList;
import java.util.List;

/// Rows that come one by one as batches of columns: for results that are not made by kernels.
///
/// **Threading**: one reader. **Ownership**: of the rows.
public final class RowColumns implements ColumnScan, ColumnScan.Reader {
    private static final int BATCH_ROWS = 1 << 15;
    private static final long BATCH_BYTES = 16L << 20;

    /// Where rows come from.
    public interface Rows extends AutoCloseable {
        /// Adds the values of the next row to the columns.
        ///
        /// @return whether there is one
        boolean next(List<ColumnAppender> columns);

        @Override
        void close();
    }

    private final List<ColumnAppender> columns;
    private final Rows rows;
    private boolean taken;
    private boolean ended;
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
            throw new IllegalStateException("more readers than there can be: readers=1");
        }
        taken = true;
        return this;
    }

    @Override
    public boolean next() {
        batch = null;
        int count = 0;
        while (!ended && count < BATCH_ROWS && bytes() < BATCH_BYTES) {
            ended = !rows.next(columns);
            count += ended ? 0 : 1;
        }
        if (count == 0) {
            return false;
        }
        part++;
        List<ColumnVector> vectors = new ArrayList<>();
        for (ColumnAppender column : columns) {
            vectors.add(column.take());
        }
        batch = new ColumnBatch(count, vectors);
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

    /// Its one reader is the caller's own.
    @Override
    public void stop() {
        ended = true;
    }

    @Override
    public void close() {
        ended = true;
        rows.close();
    }
}
