// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import dev.ashlar.flow.SeqlockCell;
import java.lang.foreign.MemorySegment;

/// A seqlock cell with two fields, new for every race.
class SeqlockState {
    final SeqlockCell cell = new SeqlockCell(CellState.BYTES);
    final MemorySegment memory = MemorySegment.ofArray(new long[(int) cell.byteSize() / Long.BYTES]);

    static MemorySegment value(long number) {
        return MemorySegment.ofArray(new long[] {number, number});
    }
}
