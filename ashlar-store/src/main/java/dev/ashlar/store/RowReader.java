// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Looks up rows in an index, for one thread.
///
/// **Threading**: one thread at a time; waits for nobody. Nothing is allocated but when the table or the index has
/// grown.
///
/// **Ownership**: as an open cursor, it keeps rows that were there when it was opened or last refreshed from being
/// overwritten, and finds them though they be retired. Close it, or refresh it now and then.
public interface RowReader extends AutoCloseable {
    /// There is no row with this key.
    long ABSENT = -1;

    /// Told of rows by [#visit].
    @FunctionalInterface
    interface Visitor {
        /// @param at     which of the rows it is
        /// @param row    its number
        /// @param memory with its block
        /// @param offset of the block
        /// @param layout of the row
        void visit(int at, long row, MemorySegment memory, long offset, RowLayout layout);
    }

    /// Calls `visitor` with those of `rows` that are not [#ABSENT]. All are loaded first and visited then, group by
    /// group, so that they are waited for together.
    ///
    /// @throws IndexOutOfBoundsException if one of them was never in the table, or is retired
    void visit(long[] rows, int from, int n, Visitor visitor);

    /// Reads an integer field of each of `rows` into `values`, at the same places.
    ///
    /// @param otherwise for [#ABSENT] rows, and where the field is absent or null
    /// @throws IndexOutOfBoundsException if one of them was never in the table, or is retired
    void read(long[] rows, int from, int n, IntegerField field, long[] values, long otherwise);

    /// Lets go of rows that were retired since.
    void refresh();

    @Override
    void close();
}
