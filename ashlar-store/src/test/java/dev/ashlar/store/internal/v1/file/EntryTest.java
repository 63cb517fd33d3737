// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.internal.v1.file.Entry.Identity;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class EntryTest {
    private static final Identity USE = new Identity(1, 0, 0, 4096, 1, 0, 0, 0, 0);

    /// A journal would take frames for its own that the lost use left in the chunk.
    @Test
    void shouldHaveAnotherEpochThanAUseThatWasLost() {
        MemorySegment memory = Arena.ofAuto().allocate(StoreLayout.ENTRY_BYTES, Long.BYTES);
        Entry entry = new Entry(memory, 0);
        long generation = 2;
        entry.use(USE, generation);
        for (int life = 0; life < 10; life++) {
            MemorySegment durable = Arena.ofAuto().allocate(StoreLayout.ENTRY_BYTES, Long.BYTES).copyFrom(memory);
            // Recovery gives up a chunk whose rows are gone, and makes that durable with the rest of what it found.
            entry.clear();
            entry.use(USE, ++generation);
            long lost = entry.epoch();
            memory.copyFrom(durable);
            entry.clear();
            entry.use(USE, ++generation);
            assertNotEquals(lost, entry.epoch(), "life=" + life);
        }
    }

    @Test
    void shouldGrowItsEpochWithEachUse() {
        Entry entry = new Entry(Arena.ofAuto().allocate(StoreLayout.ENTRY_BYTES, Long.BYTES), 0);
        long last = 0;
        for (int use = 0; use < 10; use++) {
            entry.use(USE, 1);
            assertTrue(entry.epoch() > last, "use=" + use);
            last = entry.epoch();
            entry.clear();
            assertTrue(entry.isUnused());
        }
    }
}
