// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import java.io.IOException;

/// A log for rows: Ashlar's or a peer's, in its own folder.
///
/// Rows are computed from their numbers ([TradeRow], [Quotes]), so that rows that are read back can be checked without
/// storing them elsewhere.
///
/// **Threading**: one thread appends; [#syncing] determines which thread calls [#sync].
interface RowLog extends AutoCloseable {
    enum Syncing {
        /// The log syncs itself, as its durability requires.
        ITSELF,
        /// Any thread may call [RowLog#sync].
        BESIDE,
        /// The appending thread must call it.
        WRITER
    }

    /// @param first number of the first row, which is the number of rows so far
    void append(long first, int rows) throws IOException;

    /// Waits until all appended rows survive a crash of the process; does nothing if they are written already.
    default void settle() throws IOException {
    }

    /// Makes all appended rows durable.
    void sync() throws IOException;

    default Syncing syncing() {
        return Syncing.ITSELF;
    }

    /// @return [Work#digest] of them
    long readBack(long rows) throws IOException;

    @Override
    void close() throws IOException;
}
