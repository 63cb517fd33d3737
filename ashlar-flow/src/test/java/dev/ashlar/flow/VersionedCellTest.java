// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.internal.v1.CellLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class VersionedCellTest extends CellContract {
    @Override
    Cell cell(int valueLength) {
        return new VersionedCell(valueLength, 4);
    }

    @Override
    CellWrite writer(Cell cell) {
        return VersionedCellWriter.inMemory((VersionedCell) cell)::write;
    }

    private final VersionedCell cell = new VersionedCell(40, 4);
    private final MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
    private final Syncs syncs = new Syncs(0);
    private final VersionedCellWriter writer = VersionedCellWriter.durable(cell, syncs);

    private void write(int times) {
        for (int i = 0; i < times; i++) {
            long version = Math.max(0, cell.latest(memory, 0)) + 1;
            assertEquals(version, writer.write(memory, 0, Values.of(40, version), 0));
        }
    }

    /// How many times a cell is written, and claimed once more, before a ticket is no longer valid.
    private int writesSurvived() {
        long ticket = cell.beginRead(memory, 0);
        int writes = 0;
        while (writer.claim(memory, 0) > 0 && cell.validate(memory, 0, ticket) && writes < 100) {
            write(1);
            writes++;
        }
        return writes;
    }

    @Test
    void shouldKeepWhatIsReadForAllOtherSlots() {
        for (int slots = VersionedCell.MIN_SLOTS; slots <= VersionedCell.MAX_SLOTS; slots++) {
            VersionedCell ring = new VersionedCell(8, slots);
            VersionedCellWriter one = VersionedCellWriter.inMemory(ring);
            MemorySegment place = Arena.ofAuto().allocate(ring.byteSize(), 8);
            one.write(place, 0, Values.of(8, 1), 0);
            long ticket = ring.beginRead(place, 0);
            for (int writes = 1; writes < slots; writes++) {
                assertTrue(ring.validate(place, 0, ticket), "slots=" + slots + ", writes=" + writes);
                one.write(place, 0, Values.of(8, 1), 0);
            }
            one.claim(place, 0);
            assertFalse(ring.validate(place, 0, ticket), "slots=" + slots);
        }
        assertThrows(IllegalArgumentException.class, () -> new VersionedCell(8, 3));
        assertThrows(IllegalArgumentException.class, () -> new VersionedCell(8, 17));
    }

    @Test
    void shouldTakeOneSlotLessForEachThatIsPinned() {
        write(1);
        assertEquals(3, writesSurvived());
        syncs.begin();
        write(1);
        assertEquals(2, writesSurvived());
        syncs.complete(1);
        assertEquals(2, writesSurvived());
        syncs.begin();
        write(1);
        assertEquals(1, writesSurvived());
        syncs.complete(2);
        assertEquals(2, writesSurvived());
    }

    /// The slot of the last completed sync stays until a later one is completed, however often the cell is written.
    @Test
    void shouldKeepWhatWasSaved() {
        write(3);
        long saved = cell.beginRead(memory, 0);
        syncs.complete(syncs.begin());
        write(50);
        assertTrue(cell.validate(memory, 0, saved));
        long saving = cell.beginRead(memory, 0);
        long sync = syncs.begin();
        write(50);
        assertTrue(cell.validate(memory, 0, saved));
        assertTrue(cell.validate(memory, 0, saving));
        syncs.complete(sync);
        write(50);
        assertFalse(cell.validate(memory, 0, saved));
        assertTrue(cell.validate(memory, 0, saving));
    }

    @Test
    void shouldKeepWhatWasSavedByManySyncsWithoutAWrite() {
        write(3);
        long saved = cell.beginRead(memory, 0);
        for (int i = 0; i < 5; i++) {
            syncs.complete(syncs.begin());
        }
        long sync = syncs.begin();
        write(50);
        assertTrue(cell.validate(memory, 0, saved));
        syncs.complete(sync);
        write(50);
        assertTrue(cell.validate(memory, 0, saved));
        syncs.begin();
        write(50);
        assertTrue(cell.validate(memory, 0, saved));
    }

    @Test
    void shouldSaveTheValueBeforeWhereASyncBeginsWithinAClaim() {
        write(3);
        long saving = cell.beginRead(memory, 0);
        long at = writer.claim(memory, 0);
        Values.fill(memory, at, 20, 4);
        syncs.begin();
        Values.fill(memory, at, 40, 4);
        assertEquals(4, writer.commit());
        write(50);
        assertTrue(cell.validate(memory, 0, saving));
    }

    /// A process has died while a sync was under way; the next one makes that sync again.
    @Test
    void shouldKeepWhatWasSavedInTheNextProcess() {
        write(3);
        long saved = cell.beginRead(memory, 0);
        syncs.complete(syncs.begin());
        write(1);
        syncs.begin();
        write(50);
        Syncs next = new Syncs(1);
        VersionedCellWriter heir = VersionedCellWriter.durable(cell, next);
        assertEquals(Cell.CORRUPT, heir.write(memory, 0, Values.of(40, 1), 0), "wrote before it began that sync");
        long sync = next.begin();
        for (long version = 55; version < 100; version++) {
            assertEquals(version, heir.write(memory, 0, Values.of(40, version), 0));
        }
        assertTrue(cell.validate(memory, 0, saved));
        next.complete(sync);
        for (long version = 100; version < 150; version++) {
            assertEquals(version, heir.write(memory, 0, Values.of(40, version), 0));
        }
        assertFalse(cell.validate(memory, 0, saved));
    }

    @Test
    void shouldFillTheSameSlotAfterAClaimThatDidNotEnd() {
        write(2);
        long at = writer.claim(memory, 0);
        memory.asSlice(at, 40).fill((byte) 1);
        assertEquals(at, VersionedCellWriter.durable(cell, syncs).claim(memory, 0));
        assertEquals(at, writer.claim(memory, 0));
        writer.abort();
        assertThrows(IllegalStateException.class, writer::commit);
        write(1);
        assertEquals(3, cell.latest(memory, 0));
        assertEquals(at, cell.valueOffset(0, cell.beginRead(memory, 0)));
        assertThrows(IllegalStateException.class, writer::commit);
    }

    @Test
    void shouldTellAWordWithoutItsSlot() {
        write(2);
        long stamp = cell.stampOffset(0, (int) cell.beginRead(memory, 0) & 0xff);
        CellLayout.setOpaque(memory, stamp, 0);
        assertEquals(Cell.CORRUPT, cell.read(memory, 0, Values.of(40, 1), 0, 5));
        assertThrows(IllegalArgumentException.class, () -> cell.valueOffset(0, 0x105));
        assertThrows(IllegalArgumentException.class, () -> cell.valueOffset(0, Cell.CORRUPT));
        assertThrows(IllegalArgumentException.class, () -> cell.valueOffset(0, 1));
    }

    @Test
    void shouldRecoverNothingFromNothing() {
        assertEquals(Cell.EMPTY, writer.recover(memory, 0));
        assertEquals(Cell.EMPTY, cell.beginRead(memory, 0));
        memory.fill((byte) 7);
        assertEquals(VersionedCellWriter.TORN, writer.recover(memory, 0));
        assertEquals(Cell.EMPTY, cell.beginRead(memory, 0));
        assertEquals(Cell.EMPTY, writer.recover(memory, 0));
        write(5);
        VersionedCellWriter plain = VersionedCellWriter.inMemory(cell);
        assertThrows(IllegalStateException.class, () -> plain.recover(memory, 0));
        plain.write(memory, 0, Values.of(40, 6), 0);
        assertEquals(5, writer.recover(memory, 0), "the value without a checksum counts for nothing");
    }

    @Test
    void shouldRecoverWhatIsThereAndGoOn() {
        write(7);
        assertEquals(7, writer.recover(memory, 0));
        assertEquals(7, writer.recover(memory, 0));
        MemorySegment target = Arena.ofAuto().allocate(40);
        assertEquals(7, Cell.version(cell.read(memory, 0, target, 0, 1)));
        assertTrue(Values.matches(target, 0, 40, 7));
        long recovered = cell.beginRead(memory, 0);
        write(50);
        assertTrue(cell.validate(memory, 0, recovered), "what is on the disk was not kept");
    }
}
