// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// The rows of a query as batches of columns, for programs that take many: several threads read at once, and no value
/// becomes an object.
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
/// Rows are divided into parts, numbered in their order. Each part goes to the first reader that asks. It has one
/// batch, or none if none of its rows matches. A caller that needs the rows in order puts the parts in order.
///
/// **Threading**: any thread; each reader one at a time. **Ownership**: may keep rows of the store from being
/// overwritten until it is closed; close it when no reader reads. **Failure**: as [Result].
public interface ColumnScan extends AutoCloseable {
    /// How many readers can work at once.
    int readers();

    /// Another reader.
    ///
    /// @throws IllegalStateException if there are [#readers] already
    Reader reader();

    /// Ends its work soon: readers on other threads throw a [QueryException].
    void stop();

    @Override
    void close();

    /// Reads parts, for one thread at a time.
    interface Reader {
        /// Goes on to the next part that nobody has read.
        ///
        /// @return whether there is one
        /// @throws QueryException if its rows cannot be read
        boolean next();

        /// Number of the part, from 0.
        int part();

        /// Its rows; null if it has none. New for each part.
        ColumnBatch batch();
    }
}
