// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import java.io.IOException;

/// What rows are appended to: ours or a peer's, in a folder of its own.
///
/// Rows follow from their numbers ([TradeRow], [Quotes]), so that nothing has to be kept to check what is read back.
///
/// **Threading**: one thread appends; who calls [#sync] is said by [#syncing].
interface RowLog extends AutoCloseable {
    enum Syncing {
        /// It does so itself, as its promise wants.
        ITSELF,
        /// Any thread may call [RowLog#sync].
        BESIDE,
        /// The thread that appends has to.
        WRITER
    }

    /// @param first number of the first of them, which is how many there are so far
    void append(long first, int rows) throws IOException;

    /// Waits until all that was appended outlives the process; nothing to do where it is with the system already.
    default void settle() throws IOException {
    }

    /// Makes all that was appended durable.
    void sync() throws IOException;

    default Syncing syncing() {
        return Syncing.ITSELF;
    }

    /// @return [Work#digest] of them
    long readBack(long rows) throws IOException;

    @Override
    void close() throws IOException;
}
