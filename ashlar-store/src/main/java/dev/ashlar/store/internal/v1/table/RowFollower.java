// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.table;

import dev.ashlar.store.RowLayout;
import java.lang.foreign.MemorySegment;

/// Receives rows from the writer just after they were published. Implementations must not throw, since the rows are
/// already visible.
@FunctionalInterface
public interface RowFollower {
    /// @param offset   of the first row's block
    /// @param rows     that lie one after the other
    /// @param firstRow number of the first
    void committed(MemorySegment memory, long offset, long rows, long firstRow, RowLayout layout);
}
