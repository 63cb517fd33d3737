// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import java.lang.foreign.MemorySegment;

/// One loop over rows that lie at equal distances, made for one question and one set of columns that the rows have.
///
/// **Threading**: has no state; any thread, with a [KernelState] of its own. Allocates nothing for a row.
abstract class Kernel {
    /// Works through rows until these are done, the state has no room for another result, or a row needs a parent that
    /// is not at hand.
    ///
    /// @param offset   of the first row's block
    /// @param stride   bytes from row to row
    /// @param firstRow number of the first row
    /// @return rows that are done
    /// @throws GiveUpException if a row is for the interpreter; then the state is of no use
    abstract int run(MemorySegment memory, long offset, int stride, int rows, long firstRow, KernelState state);
}
