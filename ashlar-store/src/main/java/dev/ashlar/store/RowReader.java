// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Looks up rows in an index, for one thread.
///
/// **Threading**: one thread at a time; never waits. Allocates only when the table or the index has grown.
///
/// **Ownership**: like an open cursor, it keeps the rows that existed when it was opened or last refreshed from being
/// overwritten, and finds them even if they are retired. Close it, or refresh it from time to time.
public interface RowReader extends AutoCloseable {
    /// There is no row with this key.
    long ABSENT = -1;

    /// Receives rows from [#visit].
    @FunctionalInterface
    interface Visitor {
        /// @param at     index of the row in `rows`
        /// @param row    its number
        /// @param memory memory with its block
        /// @param offset of the block
        /// @param layout of the row
        void visit(int at, long row, MemorySegment memory, long offset, RowLayout layout);
    }

    /// Calls `visitor` with those of `rows` that are not [#ABSENT]. Works in groups: the rows of a group are loaded
    /// first and visited then, so that their cache misses overlap.
    ///
    /// @throws IndexOutOfBoundsException if one of them was never in the table, or is retired
    void visit(long[] rows, int from, int n, Visitor visitor);

    /// Reads an integer field of each of `rows` into `values`, at the same places.
    ///
    /// @param otherwise the value for [#ABSENT] rows, and where the field is absent or null
    /// @throws IndexOutOfBoundsException if one of them was never in the table, or is retired
    void read(long[] rows, int from, int n, IntegerField field, long[] values, long otherwise);

    /// Releases rows that were retired since.
    void refresh();

    @Override
    void close();
}
