// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import dev.ashlar.memory.ReapReport;
import java.util.ArrayList;
import java.util.List;

/// Releases what dead processes owned.
///
/// The caller holds the locks of their slots, so no other reaper works on them. If the reaper itself dies, its work so
/// far stands and the next reaper does the rest: the slots are marked first and freed last.
///
/// | of the dead                           | becomes                                             |
/// |---------------------------------------|-----------------------------------------------------|
/// | chunks of their own                   | free                                                |
/// | a container they had not yet published, or were freeing | free, with its chunks             |
/// | a container they had published        | stays: data outlives the process that made it       |
/// | leases                                | void; a retired container with no other lease: free |
///
/// **Threading**: one thread at a time.
record Reaper(PoolGeometry geometry, Slots slots, Entries entries, PoolCatalog catalog, PoolSteps steps) {
    /// How often an entry of the dead may change under the eyes of the reaper. Only one who was thought dead and is not
    /// changes it, and that one notices at its next step.
    private static final int MAX_CHANGES = 8;

    /// Gives back what the processes of these slots had.
    ///
    /// @param dead a bit for each slot
    /// @param own  a slot that works for itself, on its word; for containers that are freed now
    List<ReapReport.Dead> reap(long dead, int own) {
        long taken = 0;
        for (int slot = 0; slot < PoolLayout.MAX_PROCESSES; slot++) {
            if (isIn(dead, slot)) {
                taken |= slots.isTaken(slot) ? 1L << slot : 0;
                // A free one, too: what this process holds should it die on the way is found by that.
                slots.mark(slot);
            }
        }
        steps.at(PoolStep.DEAD_MARKED);
        long[] doomed = new long[PoolLayout.MAX_CONTAINERS];
        int[] unfinished = new int[PoolLayout.MAX_PROCESSES];
        for (int record = 0; record < doomed.length; record++) {
            long word = catalog.word(record);
            if (isHeld(word) && isIn(dead, AtomicWord.owner(word))) {
                doomed[record] = word;
                unfinished[AtomicWord.owner(word)]++;
            }
        }
        int[] chunks = new int[PoolLayout.MAX_PROCESSES];
        for (int index = 0; index < geometry.maxChunks(); index++) {
            reap(index, dead, doomed, chunks);
        }
        for (int record = 0; record < doomed.length; record++) {
            if (doomed[record] != 0) {
                catalog.free(record, doomed[record]);
            } else {
                freeUnused(record, own);
            }
        }
        List<ReapReport.Dead> report = new ArrayList<>();
        for (int slot = 0; slot < PoolLayout.MAX_PROCESSES; slot++) {
            if (isIn(dead, slot)) {
                if (isIn(taken, slot)) {
                    report.add(new ReapReport.Dead(slots.pid(slot), chunks[slot], unfinished[slot]));
                }
                slots.clear(slot);
                steps.at(PoolStep.SLOT_FREED);
            }
        }
        return report;
    }

    /// Frees a container that is retired and has no leases.
    void freeUnused(int record, int own) {
        if (catalog.holdUnused(record, own)) {
            long held = catalog.word(record);
            for (int index = 0; index < geometry.maxChunks(); index++) {
                long word = entries.word(index);
                if (AtomicWord.state(word) == Entries.CONTAINED && AtomicWord.owner(word) == record
                        && entries.free(index, word)) {
                    steps.at(PoolStep.CHUNK_FREED);
                }
            }
            catalog.free(record, held);
        }
    }

    private void reap(int index, long dead, long[] doomed, int[] chunks) {
        for (int i = 0; i < MAX_CHANGES; i++) {
            long word = entries.word(index);
            int owner = AtomicWord.owner(word);
            boolean ofDead = switch (AtomicWord.state(word)) {
                case Entries.OWNED -> isIn(dead, owner);
                // Or of a record that was freed since: left by one who was thought dead. The word is read before the
                // record's, so a chunk that a new owner of the record has by now has another word.
                case Entries.CONTAINED -> owner < doomed.length
                        && (doomed[owner] != 0 || AtomicWord.state(catalog.word(owner)) == PoolCatalog.FREE);
                default -> false;
            };
            if (!ofDead) {
                return;
            }
            if (entries.free(index, word)) {
                if (AtomicWord.state(word) == Entries.OWNED) {
                    chunks[owner]++;
                } else if (doomed[owner] != 0) {
                    chunks[AtomicWord.owner(doomed[owner])]++;
                }
                steps.at(PoolStep.CHUNK_FREED);
                return;
            }
        }
    }

    private static boolean isHeld(long word) {
        return AtomicWord.state(word) == PoolCatalog.HELD || AtomicWord.state(word) == PoolCatalog.ANNOUNCED;
    }

    private static boolean isIn(long slots, int slot) {
        return slot < PoolLayout.MAX_PROCESSES && (slots >>> slot & 1) != 0;
    }
}
