// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SeqlockCellTest extends CellContract {
    private static final int WRITES = 20_000;

    @Override
    Cell cell(int valueLength) {
        return new SeqlockCell(valueLength);
    }

    @Override
    CellWrite writer(Cell cell) {
        return ((SeqlockCell) cell)::write;
    }

    /// As a writer leaves it that dies in the middle.
    @Test
    void shouldMakeReadersAndOthersWaitForAWriterThatDiedUntilTheNextWrite() {
        SeqlockCell cell = new SeqlockCell(16);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
        cell.write(memory, 0, Values.of(16, 1), 0);
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        MemorySegment target = Arena.ofAuto().allocate(16);
        assertEquals(Cell.CONTENDED, cell.read(memory, 0, target, 0, 255));
        assertEquals(Cell.CONTENDED, cell.tryWrite(memory, 0, target, 0, 255));
        assertEquals(1, cell.latest(memory, 0));
        assertEquals(2, cell.write(memory, 0, Values.of(16, 2), 0));
        assertEquals(2, Cell.version(cell.read(memory, 0, target, 0, 1)));
        assertTrue(Values.matches(target, 0, 16, 2));
    }

    @Test
    void shouldKeepTheValueThatIsBeingReplaced() {
        SeqlockCell cell = new SeqlockCell(16);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
        cell.write(memory, 0, Values.of(16, 1), 0);
        CellReader reader = new CellReader(cell, memory, 0);
        assertEquals(1, Cell.version(reader.read(1)));
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        memory.set(ValueLayout.JAVA_BYTE, 9, (byte) 77);
        assertEquals(1, Cell.version(reader.read(1)));
        assertTrue(Values.matches(reader.value(), 0, 16, 1));
        assertEquals(Cell.CONTENDED, new CellReader(cell, memory, 0).read(9));
        cell.write(memory, 0, Values.of(16, 2), 0);
        assertEquals(2, Cell.version(reader.read(1)));
        assertTrue(Values.matches(reader.value(), 0, 16, 2));
    }

    @Test
    void shouldKeepTheValueWhereTheSourceOfOneOfSeveralIsRefused() {
        SeqlockCell cell = new SeqlockCell(16);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
        assertThrows(IndexOutOfBoundsException.class, () -> cell.tryWrite(memory, 0, Values.of(15, 1), 0, 1));
        assertThrows(IllegalArgumentException.class, () -> cell.tryWrite(memory, 0, Values.of(16, 1), 0, 0));
        assertEquals(Cell.EMPTY, cell.beginRead(memory, 0));
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 2);
        assertEquals(Cell.CORRUPT, cell.tryWrite(memory, 0, Values.of(16, 1), 0, 1));
    }

    /// Versions are given by the cell: a write that is lost would be missed at the end.
    @Test
    void shouldCountTheWritesOfSeveral() throws Exception {
        SeqlockCell cell = new SeqlockCell(16);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 64);
        long written = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            List<Future<Long>> writers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                long writer = i;
                writers.add(threads.submit(() -> {
                    MemorySegment value = Arena.ofAuto().allocate(16);
                    long count = 0;
                    for (long n = 0; n < WRITES; n++) {
                        value.set(ValueLayout.JAVA_LONG, 0, n * 4 + writer);
                        value.set(ValueLayout.JAVA_LONG, 8, -(n * 4 + writer));
                        long result = cell.tryWrite(memory, 0, value, 0, 255);
                        assertTrue(result > 0 || result == Cell.CONTENDED);
                        count += result > 0 ? 1 : 0;
                        if (cell.read(memory, 0, value, 0, 255) > 0) {
                            assertEquals(0, value.get(ValueLayout.JAVA_LONG, 0) + value.get(ValueLayout.JAVA_LONG, 8));
                        }
                    }
                    return count;
                }));
            }
            for (Future<Long> writer : writers) {
                written += writer.get();
            }
        }
        assertEquals(written, cell.latest(memory, 0));
    }
}
