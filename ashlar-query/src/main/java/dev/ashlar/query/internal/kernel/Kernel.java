// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.internal.execution.ReadAhead;
import java.lang.foreign.MemorySegment;

/// One loop over rows at equal distances, compiled for one query and one layout of rows.
///
/// **Threading**: any thread, each with its own [KernelState]. Does not allocate per row.
public abstract class Kernel {
    /// Rows of a call that is long enough for what it costs, and short enough that the next one soon finds what the JIT
    /// has made meanwhile.
    private static final int STRIP_ROWS = 4096;
    /// The JIT counts calls: many short ones make it compile a kernel soon, while rows of long ones would be
    /// interpreted by the ten thousands.
    private static final int SHORT_ROWS = 16;
    private static final int SHORT_CALLS = 2048;

    /// The JIT leaves out what it never saw happen, and has to compile again when that happens after all. Every few
    /// short calls it is shown a group that is new.
    private static final int SHOW_CALLS = 64;

    private final ReadAhead readAhead = new ReadAhead();

    /// How often it was called, about: threads may overwrite what others count.
    private int calls;

    /// Whether to show it what seldom happens, now.
    public final boolean isToBeShown() {
        return calls < SHORT_CALLS && calls % SHOW_CALLS == 0;
    }

    /// How many rows to give it next, at most.
    public final int strip() {
        if (calls >= SHORT_CALLS) {
            return STRIP_ROWS;
        }
        calls++;
        return SHORT_ROWS;
    }

    /// Whether its rows are read before it works through them.
    public final ReadAhead readAhead() {
        return readAhead;
    }

    /// Works through rows until these are done, the state has no room for another result, or a row needs a parent that
    /// is not at hand, or its group has no place.
    ///
    /// @param offset   of the first row's block
    /// @param firstRow number of the first row
    /// @return rows that are done
    /// @throws KernelBailoutException if a row is for the interpreter; then the state is of no use
    public abstract int run(MemorySegment memory, long offset, int rows, long firstRow, KernelState state);
}
