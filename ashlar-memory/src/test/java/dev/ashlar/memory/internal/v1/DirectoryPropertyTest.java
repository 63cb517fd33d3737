// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A directory does what a few maps do, whoever claims, publishes, opens, deletes, dies at any step, is reaped, or
/// comes back from the dead with words it no longer has a right to.
class DirectoryPropertyTest {
    private static final PoolGeometry GEOMETRY = new PoolGeometry(4096, 20, 6);
    private static final int PROCESSES = 4;

    /// Thrown at a step, where a process dies.
    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// A container of the model.
    private static final class Named {
        final List<Integer> chunks;
        final List<Integer> openBy = new ArrayList<>();
        boolean retired;

        Named(List<Integer> chunks) {
            this.chunks = chunks;
        }
    }

    private final SplittableRandom random = Seed.random("DirectoryPropertyTest");
    private int stepsToLive = Integer.MAX_VALUE;
    private final TestDirectory directory = TestDirectory.of(GEOMETRY, this::step);
    private final Entries entries = directory.entries();
    private final PoolCatalog catalog = directory.catalog();
    private final long[] slots = new long[PROCESSES];
    /// Chunk to word, per process.
    private final List<Map<Integer, Long>> owned = new ArrayList<>();
    private final List<Map<Integer, Long>> ofZombies = new ArrayList<>();
    /// Record to container.
    private final Map<Integer, Named> named = new TreeMap<>();
    private final Map<Integer, String> names = new HashMap<>();

    private void step(PoolStep step) {
        if (--stepsToLive == 0) {
            throw new Death();
        }
    }

    @Test
    void shouldBehaveLikeTheModel() {
        for (int process = 0; process < PROCESSES; process++) {
            slots[process] = directory.slots().take(process);
            owned.add(new TreeMap<>());
        }
        for (int i = 0; i < 60_000; i++) {
            int process = random.nextInt(PROCESSES);
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> claim(process);
                case 3 -> release(process);
                case 4 -> publish(process);
                case 5 -> open(process);
                case 6 -> closeOne(process);
                case 7 -> unpublish(process);
                case 8 -> zombie();
                default -> die(process);
            }
            check();
        }
        directory.close();
    }

    private void claim(int process) {
        int index = random.nextInt(GEOMETRY.maxChunks());
        boolean free = entries.isFree(index);
        long word = entries.claim(index, process);
        assertEquals(free, word != Entries.LOST);
        if (free) {
            assertFalse(owned.stream().anyMatch(chunks -> chunks.containsKey(index)));
            assertFalse(named.values().stream().anyMatch(container -> container.chunks.contains(index)));
            owned.get(process).put(index, word);
        }
    }

    private void release(int process) {
        owned.get(process).entrySet().removeIf(chunk -> {
            boolean now = random.nextInt(3) == 0;
            if (now) {
                assertTrue(entries.release(chunk.getKey(), chunk.getValue()));
            }
            return now;
        });
    }

    private void publish(int process) {
        String name = "n" + random.nextInt(3);
        boolean taken = names.containsValue(name);
        List<Integer> chunks = new ArrayList<>(owned.get(process).keySet());
        int record = catalog.hold(process);
        long held = catalog.word(record);
        boolean announced = catalog.announce(record, name, 4096L * chunks.size(), chunks.size(), process);
        assertEquals(!taken, announced);
        if (taken) {
            catalog.free(record, held);
            return;
        }
        for (int i = 0; i < chunks.size(); i++) {
            long word = owned.get(process).get(chunks.get(i));
            assertNotEquals(Entries.LOST, entries.contain(chunks.get(i), word, record, i));
        }
        catalog.setLease(record, slots[process]);
        assertTrue(catalog.publish(record));
        owned.get(process).clear();
        Named container = new Named(chunks);
        container.openBy.add(process);
        named.put(record, container);
        names.put(record, name);
    }

    private void open(int process) {
        String name = "n" + random.nextInt(3);
        int record = catalog.find(name);
        assertEquals(names.containsValue(name), record != PoolCatalog.NONE);
        if (record != PoolCatalog.NONE && !named.get(record).openBy.contains(process)) {
            assertTrue(catalog.lease(record, name, slots[process]));
            named.get(record).openBy.add(process);
        }
    }

    private void closeOne(int process) {
        for (int record : List.copyOf(named.keySet())) {
            if (named.get(record).openBy.remove((Integer) process)) {
                catalog.endLease(record, slots[process]);
                directory.reaper().freeUnused(record, process);
                forgetUnused();
                return;
            }
        }
    }

    private void unpublish(int process) {
        String name = "n" + random.nextInt(3);
        int record = catalog.find(name);
        assertEquals(names.containsValue(name), record != PoolCatalog.NONE);
        if (record != PoolCatalog.NONE) {
            assertTrue(catalog.retire(record, name));
            directory.reaper().freeUnused(record, process);
            names.remove(record);
            named.get(record).retired = true;
            forgetUnused();
        }
    }

    /// A process dies somewhere in a publication, an unpublication or a claim; the next one in the slot comes after it
    /// was reaped, by a reaper that may die, too.
    private void die(int process) {
        ofZombies.add(new TreeMap<>(owned.get(process)));
        Map<Integer, Long> had = owned.get(process);
        Map<Integer, Named> namedBefore = new TreeMap<>(named);
        Map<Integer, String> namesBefore = new HashMap<>(names);
        stepsToLive = 1 + random.nextInt(12);
        try {
            switch (random.nextInt(3)) {
                case 0 -> claim(process);
                case 1 -> publish(process);
                default -> unpublish(process);
            }
        } catch (Death e) {
            recover(process, namedBefore, namesBefore);
        }
        while (true) {
            stepsToLive = 1 + random.nextInt(30);
            try {
                directory.reaper().reap(1L << process, (process + 1) % PROCESSES);
                break;
            } catch (Death e) {
                stepsToLive = Integer.MAX_VALUE;
                // Where the reaper died on the way to free a retired container, that one is its own.
                directory.reaper().reap(1L << (process + 1) % PROCESSES | 1L << process, PROCESSES);
                kill((process + 1) % PROCESSES);
                break;
            }
        }
        stepsToLive = Integer.MAX_VALUE;
        had.clear();
        kill(process);
        forgetUnused();
    }

    private void kill(int process) {
        owned.get(process).clear();
        named.values().forEach(container -> container.openBy.remove((Integer) process));
        slots[process] = directory.slots().take(process);
    }

    /// What the one who died had done: told by the directory alone, of one word that is the commit point.
    private void recover(int process, Map<Integer, Named> namedBefore, Map<Integer, String> namesBefore) {
        stepsToLive = Integer.MAX_VALUE;
        for (int record = 0; record < PoolLayout.MAX_CONTAINERS; record++) {
            int state = AtomicWord.state(catalog.word(record));
            if (state == PoolCatalog.PUBLISHED && !namedBefore.containsKey(record)) {
                named.put(record, new Named(new ArrayList<>(owned.get(process).keySet())));
                names.put(record, catalog.name(record));
            } else if (state != PoolCatalog.PUBLISHED && namesBefore.containsKey(record)) {
                named.get(record).retired = true;
                names.remove(record);
            }
        }
    }

    /// One who was reaped and does not know it does with old words what it did with them before.
    private void zombie() {
        if (!ofZombies.isEmpty()) {
            Map<Integer, Long> words = ofZombies.remove(random.nextInt(ofZombies.size()));
            words.forEach((index, word) -> {
                assertFalse(entries.release(index, word), "released what was given away");
                assertEquals(Entries.LOST, entries.contain(index, word, 0, 0));
            });
        }
    }

    private void forgetUnused() {
        named.values().removeIf(container -> container.retired && container.openBy.isEmpty());
    }

    private void check() {
        int[] owner = new int[GEOMETRY.maxChunks()];
        for (int process = 0; process < PROCESSES; process++) {
            for (int index : owned.get(process).keySet()) {
                assertEquals(0, owner[index], "two owners: index=" + index);
                owner[index] = 1 + process;
                assertEquals(owned.get(process).get(index), entries.word(index));
            }
        }
        named.forEach((record, container) -> {
            for (int i = 0; i < container.chunks.size(); i++) {
                int index = container.chunks.get(i);
                assertEquals(0, owner[index], "two owners: index=" + index);
                owner[index] = 100 + record;
                assertEquals(Entries.CONTAINED, AtomicWord.state(entries.word(index)));
                assertEquals(record, AtomicWord.owner(entries.word(index)));
                assertEquals(i, entries.ordinal(index));
            }
            assertEquals(container.openBy.size(), catalog.leases(record));
        });
        for (int index = 0; index < owner.length; index++) {
            assertEquals(owner[index] == 0, entries.isFree(index), "index=" + index);
        }
    }
}
