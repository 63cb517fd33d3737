// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.table;

import dev.ashlar.store.RowLayout;
import java.lang.foreign.MemorySegment;

/// Told of rows by the writer, just after they were published. It must not throw: they are there.
@FunctionalInterface
public interface RowFollower {
    /// @param offset   of the first row's block
    /// @param rows     that lie one after the other
    /// @param firstRow number of the first
    void committed(MemorySegment memory, long offset, long rows, long firstRow, RowLayout layout);
}
