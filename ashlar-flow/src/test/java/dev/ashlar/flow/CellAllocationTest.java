// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.memory.Wrappable;
import dev.ashlar.testkit.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/// Writing and reading take no byte of the heap.
class CellAllocationTest {
    private static final int OPERATIONS = 20_000;
    private static final int LENGTH = 40;

    private final MemorySegment value = Values.of(LENGTH, 1);
    private long sum;

    @Test
    void shouldAllocateNothingByWritingAndReadingVersionedCells() {
        VersionedCell cell = new VersionedCell(LENGTH, 4);
        Syncs syncs = new Syncs(0);
        VersionedCellWriter durable = VersionedCellWriter.durable(cell, syncs);
        VersionedCellWriter plain = VersionedCellWriter.inMemory(cell);
        check(cell, (memory) -> durable.write(memory, 8, value, 0));
        check(cell, (memory) -> {
            syncs.complete(syncs.begin());
            long at = durable.claim(memory, 8);
            memory.set(ValueLayout.JAVA_LONG, at, sum);
            durable.commit();
        });
        check(cell, (memory) -> plain.write(memory, 8, value, 0));
        check(cell, (memory) -> durable.recover(memory, 8));
    }

    @Test
    void shouldAllocateNothingByWritingAndReadingSeqlockCells() {
        SeqlockCell cell = new SeqlockCell(LENGTH);
        check(cell, (memory) -> cell.write(memory, 8, value, 0));
        check(cell, (memory) -> cell.tryWrite(memory, 8, value, 0, 3));
    }

    private interface Write {
        void to(MemorySegment memory);
    }

    private void check(Cell cell, Write write) {
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize() + 8, 8);
        MemorySegment target = Arena.ofAuto().allocate(LENGTH);
        Wrappable reader = (where, at) -> sum += where.get(ValueLayout.JAVA_LONG, at);
        CellReader keeping = new CellReader(cell, memory, 8);
        long bytes = Allocation.leastBytes(OPERATIONS, () -> {
            write.to(memory);
            sum += keeping.read(3);
            if (keeping.read(3) > 0) {
                keeping.wrap(reader);
            }
            sum += cell.read(memory, 8, target, 0, 3);
            sum += cell.read(memory, 8, reader, 3);
            long ticket = cell.beginRead(memory, 8);
            if (ticket > 0) {
                sum += memory.get(ValueLayout.JAVA_LONG, cell.valueOffset(8, ticket));
                sum += cell.validate(memory, 8, ticket) ? 1 : 0;
            }
        });
        assertEquals(0, bytes);
        assertTrue(sum != 0);
    }
}
