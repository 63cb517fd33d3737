// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.io.IOException;
import java.util.List;

/// One pass over a file, by batches of rows.
///
/// **Threading**: one thread calls [#next] and [#close]; the values of a batch may be read by several until the next
/// call.
public interface BatchReader extends AutoCloseable {
    /// Maximum number of rows that [#capacity] returns.
    int MAX_ROWS = 8_192;
    /// Minimum number of rows that [#capacity] returns, for many columns.
    int MIN_ROWS = 128;
    /// Maximum number of values in a batch, unless [#MIN_ROWS] rows have more.
    int MAX_VALUES = 1 << 17;

    /// Maximum number of rows in a batch of this many columns, unless a format sets its own: few enough for the caches
    /// of a processor.
    static int capacity(int columns) {
        return Math.clamp(MAX_VALUES / Math.max(1, columns), MIN_ROWS, MAX_ROWS);
    }

    /// Reads the next rows.
    ///
    /// @return whether there are more rows
    /// @throws ImportException if the file is damaged there
    boolean next() throws IOException;

    /// Rows of the batch.
    int rows();

    /// The values of a column in the batch; valid for columns that are wanted.
    ColumnValues values(int column);

    /// Where a row is, for messages: file, and line or row.
    ///
    /// @param row of the batch
    String place(int row);

    /// Whether the [ImportProgress] stopped the pass.
    boolean isStopped();

    /// Notes for the user once the pass has ended, one line each.
    default List<String> notes() {
        return List.of();
    }

    @Override
    void close() throws IOException;
}
