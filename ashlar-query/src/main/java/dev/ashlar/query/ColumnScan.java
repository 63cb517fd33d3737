// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// The rows of a query as batches of columns, for programs that read many rows: several threads read at once, and no
/// value becomes an object.
///
/// ```java
/// try (ColumnScan scan = table.scan().plan().scanColumns(options)) {
///     ColumnScan.Reader reader = scan.reader();       // one for each thread, up to scan.readers()
///     while (reader.next()) {
///         write(reader.part(), reader.batch());
///     }
/// }
/// ```
///
/// Rows are divided into parts, numbered in row order. Each part goes to the next reader that calls [Reader#next]. A
/// part has one batch, or none if none of its rows matches. A caller that needs the rows in order sorts the parts by
/// number.
///
/// **Threading**: any thread; each reader by one thread at a time. **Ownership**: until it is closed, the scan may keep
/// rows of the store from being overwritten; close it when no reader is reading. **Failure**: as [Result].
public interface ColumnScan extends AutoCloseable {
    /// The maximum number of readers.
    int readers();

    /// Returns a new reader.
    ///
    /// @throws IllegalStateException if there are already [#readers] readers
    Reader reader();

    /// Stops the scan soon: readers on other threads throw a [QueryException].
    void stop();

    @Override
    void close();

    /// Reads parts, for one thread at a time.
    interface Reader {
        /// Moves to the next part that no reader has read.
        ///
        /// @return whether there is one
        /// @throws QueryException if the rows of the part cannot be read
        boolean next();

        /// Number of the part, from 0.
        int part();

        /// Rows of the part; null if it has none. Each part has a new batch.
        ColumnBatch batch();
    }
}
