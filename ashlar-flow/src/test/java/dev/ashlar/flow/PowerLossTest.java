// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Power is lost: each sector of the disk holds what it held at some moment since the last completed sync began. What
/// is recovered is a value that was written, no older than the one that this sync saved.
class PowerLossTest {
    private static final int SECTOR = 512;
    private static final int SLOTS = 4;
    private static final int MAX_WRITES = 9;
    private static final int RANDOM_ROUNDS = 300;
    private static final int MIXES = 40;

    private final SplittableRandom random = Seed.random("PowerLossTest");

    /// A cell within whole sectors, and all that they held since the last completed sync began.
    private static final class Disk {
        final VersionedCell cell;
        final long offset;
        final MemorySegment memory;
        final List<byte[]> moments = new ArrayList<>();
        final Syncs syncs;
        /// Later versions have other values than those of the same number that were lost; -1: nothing was lost yet.
        final long recovered;
        VersionedCellWriter writer;
        long version;
        /// What the last completed sync saved.
        long saved;
        /// What the sync saves that is under way, and the moment at which it began.
        long saving;
        int began;

        Disk(int valueLength, long offset) {
            this(valueLength, offset, 0, -1);
        }

        Disk(int valueLength, long offset, long completed, long recovered) {
            syncs = new Syncs(completed);
            this.recovered = recovered;
            version = Math.max(recovered, 0);
            saved = version;
            cell = new VersionedCell(valueLength, SLOTS);
            this.offset = offset;
            long sectors = (offset + cell.byteSize() + SECTOR - 1) / SECTOR;
            memory = Arena.ofAuto().allocate(sectors * SECTOR, 8);
            writer = VersionedCellWriter.durable(cell, syncs);
            moment();
        }

        int sectors() {
            return (int) memory.byteSize() / SECTOR;
        }

        void moment() {
            moments.add(memory.toArray(ValueLayout.JAVA_BYTE));
        }

        long number(long ofVersion) {
            return ofVersion > recovered ? ofVersion - (recovered + 1 << 32) : ofVersion;
        }

        /// Writes a value in pieces, with a moment after each.
        void write(int pieces) {
            int length = cell.valueLength();
            long at = writer.claim(memory, offset);
            MemorySegment value = Values.of(length, number(version + 1));
            moment();
            for (int i = 1; i <= pieces; i++) {
                int from = length * (i - 1) / pieces;
                MemorySegment.copy(value, from, memory, at + from, length * i / pieces - from);
                moment();
            }
            assertEquals(++version, writer.commit());
            moment();
        }

        void begin() {
            syncs.begin();
            saving = version;
            began = moments.size() - 1;
        }

        /// All that was there when it began is on the disk, or what came later.
        void complete() {
            syncs.complete(syncs.begun());
            saved = saving;
            moments.subList(0, began).clear();
        }

        /// The disk with each sector from the moment that is named for it.
        MemorySegment image(int[] sectorMoments) {
            MemorySegment image = Arena.ofAuto().allocate(memory.byteSize(), 8);
            for (int sector = 0; sector < sectorMoments.length; sector++) {
                MemorySegment moment = MemorySegment.ofArray(moments.get(sectorMoments[sector]));
                MemorySegment.copy(moment, (long) sector * SECTOR, image, (long) sector * SECTOR, SECTOR);
            }
            return image;
        }

        /// @return the version that survived, or a negative result
        long checkRecovery(MemorySegment image, String where) {
            VersionedCellWriter next = VersionedCellWriter.durable(cell, new Syncs(syncs.completed()));
            MemorySegment before = Arena.ofAuto().allocate(image.byteSize(), 8).copyFrom(image);
            long survived = next.recover(image, offset);
            checkRepeated(before, image, Math.max(survived, 0), where);
            if (saved != 0 || survived > 0) {
                assertTrue(survived >= Math.max(saved, 1) && survived <= version,
                        () -> where + ": survived=" + survived + ", saved=" + saved + ", written=" + version);
                long ticket = cell.beginRead(image, offset);
                assertEquals(survived, Cell.version(ticket), where);
                assertTrue(Values.matches(image, cell.valueOffset(offset, ticket), cell.valueLength(),
                        number(survived)), where);
            } else {
                assertEquals(Cell.EMPTY, cell.beginRead(image, offset), where);
            }
            return survived;
        }

        /// Power is lost before what was recovered is on the disk.
        private void checkRepeated(MemorySegment before, MemorySegment after, long survived, String where) {
            for (int sector = 0; sector < sectors(); sector++) {
                MemorySegment image = Arena.ofAuto().allocate(after.byteSize(), 8).copyFrom(after);
                long at = (long) sector * SECTOR;
                MemorySegment.copy(before, at, image, at, SECTOR);
                VersionedCellWriter next = VersionedCellWriter.durable(cell, new Syncs(syncs.completed()));
                assertEquals(survived, Math.max(0, next.recover(image, offset)), where);
            }
        }
    }

    /// Every way to have some sectors as the last sync saved them and the others as they are now.
    private static void trySubsets(Disk disk, int before, int now, String where) {
        int[] moments = new int[disk.sectors()];
        for (int subset = 0; subset < 1 << moments.length; subset++) {
            for (int sector = 0; sector < moments.length; sector++) {
                moments[sector] = (subset >> sector & 1) != 0 ? now : before;
            }
            disk.checkRecovery(disk.image(moments), where + ", subset=" + subset);
        }
    }

    private static void tryAllSubsets(int valueLength, long offset) {
        for (int syncedAfter = 0; syncedAfter < MAX_WRITES; syncedAfter++) {
            Disk disk = new Disk(valueLength, offset);
            for (int write = 0; write < MAX_WRITES; write++) {
                if (write == syncedAfter) {
                    disk.begin();
                    disk.complete();
                }
                disk.write(2);
                String where = "length=" + valueLength + ", syncedAfter=" + syncedAfter + ", write=" + write;
                for (int now = disk.moments.size() - 4; now < disk.moments.size(); now++) {
                    trySubsets(disk, 0, now, where);
                }
            }
        }
    }

    /// The whole cell in a sector, or across a border of two.
    @Test
    void shouldSurviveEveryMixOfSectorsWhereSlotsAreSmaller() {
        tryAllSubsets(40, 0);
        for (long offset = SECTOR - 240; offset < SECTOR; offset += 24) {
            tryAllSubsets(40, offset);
        }
        tryAllSubsets(200, 96);
    }

    @Test
    void shouldSurviveEveryMixOfSectorsWhereSlotsAreLarger() {
        tryAllSubsets(520, 8);
        tryAllSubsets(700, 72);
    }

    /// Sectors of any moments, syncs under way, writers that die, and power that is lost again after it was recovered.
    @Test
    void shouldSurviveAnyHistory() {
        int torn = 0;
        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            Disk disk = new Disk(random.nextInt(1, 900), random.nextInt(SECTOR / 8) * 8L);
            for (int step = random.nextInt(40); step > 0; step--) {
                switch (random.nextInt(6)) {
                    case 0 -> {
                        if (disk.syncs.begun() == disk.syncs.completed()) {
                            disk.begin();
                        } else {
                            disk.complete();
                        }
                    }
                    case 1 -> {
                        long at = disk.writer.claim(disk.memory, disk.offset);
                        Values.fill(disk.memory, at, random.nextInt(disk.cell.valueLength()), disk.version + 1);
                        disk.moment();
                        disk.writer = VersionedCellWriter.durable(disk.cell, disk.syncs);
                    }
                    default -> disk.write(random.nextInt(1, 4));
                }
            }
            long seen = disk.version;
            for (int mix = 0; mix < MIXES; mix++) {
                int[] moments = random.ints(disk.sectors(), 0, disk.moments.size()).toArray();
                MemorySegment image = disk.image(moments);
                long survived = disk.checkRecovery(image, "round=" + round);
                torn += survived < seen ? 1 : 0;
                if (mix == MIXES - 1) {
                    goOn(disk, image, Math.max(survived, 0));
                }
            }
        }
        assertTrue(torn > RANDOM_ROUNDS, "nothing was ever lost: torn=" + torn);
    }

    /// What was recovered is forced, written on, and power is lost once more: nothing comes back that was lost before.
    private void goOn(Disk lost, MemorySegment image, long survived) {
        Disk disk = new Disk(lost.cell.valueLength(), lost.offset, lost.syncs.completed(), survived);
        disk.memory.copyFrom(image);
        disk.moments.clear();
        disk.moment();
        for (int write = random.nextInt(1, 8); write > 0; write--) {
            disk.write(2);
        }
        for (int mix = 0; mix < MIXES; mix++) {
            disk.checkRecovery(disk.image(random.ints(disk.sectors(), 0, disk.moments.size()).toArray()), "again");
        }
    }
}
