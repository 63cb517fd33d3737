// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Receives runs of rows that lie one after the other at equal distances.
@FunctionalInterface
public interface RowRunVisitor {
    /// @param memory   valid during the call only
    /// @param offset   offset of the first row's block; its prefix precedes it
    /// @param stride   bytes from row to row
    /// @param rows     how many there are, at least 1
    /// @param firstRow number of the first
    /// @param layout   of all of them
    void visit(MemorySegment memory, long offset, int stride, long rows, long firstRow, RowLayout layout);
}
