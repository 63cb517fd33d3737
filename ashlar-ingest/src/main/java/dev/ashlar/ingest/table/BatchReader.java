// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.io.IOException;
import java.util.List;

/// One pass over a file, by batches of rows.
///
/// **Threading**: one thread calls [#next] and [#close]; the values of a batch may be read by several until the next
/// call.
public interface BatchReader extends AutoCloseable {
    /// Rows that [#capacity] allows, at most.
    int MAX_ROWS = 8_192;
    /// Rows of a batch of many columns.
    int MIN_ROWS = 128;
    /// Values of a batch, at most, but for many columns.
    int MAX_VALUES = 1 << 17;

    /// Rows of a batch of this many columns, at most, where a format sets no others: few enough for the caches of a
    /// processor.
    static int capacity(int columns) {
        return Math.clamp(MAX_VALUES / Math.max(1, columns), MIN_ROWS, MAX_ROWS);
    }

    /// Reads the next rows.
    ///
    /// @return whether there are any
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

    /// Whether the progress wanted the pass to end.
    boolean isStopped();

    /// What a user should know once the pass has ended, a line each.
    default List<String> notes() {
        return List.of();
    }

    @Override
    void close() throws IOException;
}
