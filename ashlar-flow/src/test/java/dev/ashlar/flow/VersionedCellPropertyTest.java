// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Versioned cells do what a list of all values ever written does, whatever happens in whatever order: writes, claims
/// that do not end, syncs, other writers; each ticket is valid exactly as long as nobody fills its slot, and what
/// the disk needs is kept.
class VersionedCellPropertyTest {
    private final SplittableRandom random = Seed.random("VersionedCellPropertyTest");

    /// What a reader has of a version.
    private record Held(long ticket, long valueOffset) { }

    private final class Run {
        final int length = random.nextInt(1, 100);
        final VersionedCell cell = new VersionedCell(length, random.nextInt(4, 7));
        final long offset = random.nextInt(5) * 8L;
        final MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize() + offset + 8, 8);
        final List<Held> valid = new ArrayList<>();
        Syncs syncs = new Syncs(random.nextInt(1000));
        VersionedCellWriter writer = VersionedCellWriter.durable(cell, syncs);
        long version;
        /// What was current when the last completed sync began, and the one that is under way; 0: nothing to keep.
        long saved;
        long saving;
        /// Where the value lies that is being filled in; 0: none.
        long claimed;
        /// Where the last claim was that did not end: no other slot may get the same version; 0: none.
        long left;

        void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3, 4 -> write();
                case 5 -> claim();
                case 6 -> end();
                case 7, 8 -> sync();
                case 9 -> hold();
                case 10 -> {
                    if (random.nextInt(10) == 0) {
                        succeed();
                    }
                }
                default -> read();
            }
            check();
        }

        void write() {
            if (claimed != 0) {
                end();
                return;
            }
            taken(writer.claim(memory, offset));
            writer.abort();
            assertEquals(++version, writer.write(memory, offset, Values.of(length, version), 0));
            left = 0;
        }

        void claim() {
            claimed = writer.claim(memory, offset);
            taken(claimed);
            Values.fill(memory, claimed, random.nextInt(length + 1), version + 1);
        }

        /// From here on the slot may be filled, so nothing that lay there is valid any longer.
        void taken(long valueOffset) {
            assertTrue(left == 0 || left == valueOffset, "another slot than that of the claim that did not end");
            left = valueOffset;
            for (Held held : valid) {
                if (held.valueOffset == valueOffset) {
                    assertTrue(Cell.version(held.ticket) != version, "the current slot is filled");
                    assertTrue(Cell.version(held.ticket) != saved, "the slot of the last sync is filled");
                    assertTrue(Cell.version(held.ticket) != saving, "the slot of a sync is filled");
                }
            }
            valid.removeIf(held -> held.valueOffset == valueOffset);
        }

        void end() {
            if (claimed == 0) {
                return;
            }
            if (random.nextBoolean()) {
                Values.fill(memory, claimed, length, version + 1);
                assertEquals(++version, writer.commit());
                left = 0;
            } else {
                writer.abort();
            }
            claimed = 0;
        }

        void sync() {
            if (syncs.begun() == syncs.completed()) {
                syncs.begin();
                saving = version;
            } else {
                syncs.complete(syncs.begun());
                saved = saving;
                saving = 0;
            }
        }

        /// Another process continues; the sync that was under way is repeated.
        void succeed() {
            claimed = 0;
            boolean underWay = syncs.begun() != syncs.completed();
            syncs = new Syncs(syncs.completed());
            writer = VersionedCellWriter.durable(cell, syncs);
            syncs.begin();
            if (!underWay) {
                saving = version;
            }
        }

        /// All values that are valid are held, so that none is missed.
        void hold() {
            if (version != 0 && valid.stream().noneMatch(held -> Cell.version(held.ticket) == version)) {
                long ticket = cell.beginRead(memory, offset);
                valid.add(new Held(ticket, cell.valueOffset(offset, ticket)));
            }
        }

        void read() {
            MemorySegment target = Arena.ofAuto().allocate(length);
            long result = cell.read(memory, offset, target, 0, 1);
            if (version == 0) {
                assertEquals(Cell.EMPTY, result);
            } else {
                assertEquals(version, Cell.version(result));
                assertTrue(Values.matches(target, 0, length, version));
            }
        }

        void check() {
            hold();
            for (Held held : valid) {
                assertTrue(cell.validate(memory, offset, held.ticket));
                assertTrue(Values.matches(memory, held.valueOffset, length, Cell.version(held.ticket)));
            }
            for (long needed : new long[] {saved, saving}) {
                assertTrue(needed == 0 || valid.stream().anyMatch(held -> Cell.version(held.ticket) == needed),
                        () -> "a sync needs version " + needed);
            }
        }
    }

    @Test
    void shouldDoWhatAListOfAllValuesDoes() {
        for (int round = 0; round < 400; round++) {
            Run run = new Run();
            for (int step = 0; step < 300; step++) {
                run.step();
            }
            assertTrue(run.version > 20);
        }
    }
}
