// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.Syncs;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.flow.VersionedCellWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A versioned cell with four slots, new for every race. The value has two fields, both equal to its version; version 1
/// is written.
class CellState {
    static final int BYTES = 2 * Long.BYTES;
    private static final long FIRST = 0;
    private static final long SECOND = Long.BYTES;
    /// The result of a reader without a valid attempt.
    static final int INVALID = -1;

    final VersionedCell cell = new VersionedCell(BYTES, VersionedCell.MIN_SLOTS);
    final MemorySegment memory = MemorySegment.ofArray(new long[(int) cell.byteSize() / Long.BYTES]);
    final Syncs syncs = new Syncs(0);
    final VersionedCellWriter writer = VersionedCellWriter.durable(cell, syncs);

    CellState() {
        write();
    }

    final void write() {
        long next = Math.max(0, cell.latest(memory, 0)) + 1;
        long at = writer.claim(memory, 0);
        memory.set(ValueLayout.JAVA_LONG, at + FIRST, next);
        memory.set(ValueLayout.JAVA_LONG, at + SECOND, next);
        writer.commit();
    }

    static int first(MemorySegment memory, Cell cell, long ticket) {
        return (int) memory.get(ValueLayout.JAVA_LONG, cell.valueOffset(0, ticket) + FIRST);
    }

    static int second(MemorySegment memory, Cell cell, long ticket) {
        return (int) memory.get(ValueLayout.JAVA_LONG, cell.valueOffset(0, ticket) + SECOND);
    }
}
