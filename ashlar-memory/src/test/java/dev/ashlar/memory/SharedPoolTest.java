// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.memory.internal.Disk;
import dev.ashlar.memory.internal.v1.Entries;
import dev.ashlar.memory.internal.v1.PoolStep;
import dev.ashlar.memory.internal.v1.PoolSteps;
import dev.ashlar.memory.internal.v1.TestDirectory;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// A shared pool as one process sees it; what several do to each other is in [SharedPoolIT].
class SharedPoolTest {
    private static final int CHUNK = Pools.CHUNK;
    private static final PoolOptions OPTIONS = PoolOptions.bounded(10L * CHUNK, CHUNK).withExtentBytes(4 * CHUNK);

    @TempDir
    Path folder;

    @Test
    void shouldBehaveLikeAnyPool() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            SegmentedMemory five = pool.acquire(5 * CHUNK);
            assertFalse(five.isContiguous(), "extents have four chunks");
            SegmentedMemory four = pool.acquire(4 * CHUNK);
            five.fill(0, five.byteSize(), (byte) 5);
            four.fill(0, four.byteSize(), (byte) 4);
            PoolFullException full = assertThrows(PoolFullException.class, () -> pool.acquire(2 * CHUNK));
            assertEquals(CHUNK, full.availableBytes());
            assertEquals(10, pool.statistics().totalChunks(), "the last extent is shorter");
            assertEquals(1, pool.statistics().freeChunks());
            assertEquals(9, pool.statistics().processes().getFirst().chunks());
            assertEquals(5, five.getByte(5 * CHUNK - 1));
            assertEquals(4, four.getByte(0));
            five.close();
            four.close();
            assertEquals(10, pool.statistics().freeChunks());
            try (BigLongArray longs = BigLongArray.acquire(pool.chunks(), CHUNK)) {
                longs.fill(7);
                assertEquals(7, longs.get(CHUNK - 1));
            }
        }
    }

    @Test
    void shouldPreferChunksInARowAndTheLatest() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            SegmentedMemory one = pool.acquire(CHUNK);
            SegmentedMemory three = pool.acquire(3 * CHUNK);
            assertTrue(three.isContiguous());
            three.putLong(0, 42);
            three.close();
            try (SegmentedMemory again = pool.acquire(3 * CHUNK)) {
                assertTrue(again.isContiguous());
                assertEquals(42, again.getLong(0), "the same chunks");
                again.grow(5 * CHUNK);
                assertEquals(42, again.getLong(0));
            }
            one.close();
            assertEquals(8, pool.statistics().freeChunks());
        }
    }

    @Test
    void shouldClearWhatAnybodyUsedIfAsked() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            try (SegmentedMemory memory = pool.acquire(10 * CHUNK)) {
                memory.fill(0, memory.byteSize(), (byte) -1);
            }
        }
        try (SharedPool pool = SharedPool.open(folder, OPTIONS.withZeroing(Zeroing.ON_ACQUIRE));
                SegmentedMemory memory = pool.acquire(10 * CHUNK)) {
            for (long offset = 0; offset < memory.byteSize(); offset += 8) {
                assertEquals(0, memory.getLong(offset));
            }
        }
        assertThrows(IllegalArgumentException.class,
                () -> SharedPool.open(folder, OPTIONS.withZeroing(Zeroing.ON_RELEASE)));
    }

    @Test
    void shouldNotWriteScatteredContainersThatAreOpenedReadOnly() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            SegmentedMemory[] singles = new SegmentedMemory[4];
            for (int i = 0; i < singles.length; i++) {
                singles[i] = pool.acquire(CHUNK);
            }
            for (int i = 0; i < singles.length; i += 2) {
                singles[i].close();
            }
            SegmentedMemory memory = pool.acquire(2 * CHUNK);
            assertFalse(memory.isContiguous());
            BigLongArray.over(memory).set(CHUNK / 8, 5);
            assertTrue(pool.publish("prices", memory));
            SegmentedMemory found = pool.openReadOnly("prices").orElseThrow();
            BigLongArray array = BigLongArray.over(found);
            assertNotNull(found.extent);
            for (long index : new long[] {0, CHUNK / 8}) {
                assertEquals(index == 0 ? 0 : 5, array.get(index));
                assertThrows(IllegalArgumentException.class, () -> array.set(index, 1));
                assertThrows(IllegalArgumentException.class, () -> found.putLong(8 * index, 1));
                SegmentedMemory slice = found.slice(8, 8 * index + 8);
                assertThrows(IllegalArgumentException.class, () -> slice.putLong(8 * index, 1));
            }
            assertThrows(IllegalArgumentException.class, () -> found.putLong(CHUNK - 3, 1));
        }
    }

    @Test
    void shouldKeepNamedContainersWhenAllProcessesAreGone() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            SegmentedMemory taken = pool.acquire(CHUNK);
            SegmentedMemory memory = pool.acquire(5 * CHUNK + 3);
            taken.close();
            for (long i = 0; i + 8 <= memory.byteSize(); i += 8) {
                memory.putLong(i, ~i);
            }
            assertTrue(pool.publish("prices", memory));
            assertThrows(IllegalStateException.class, () -> pool.publish("again", memory));
            assertThrows(UnsupportedOperationException.class, () -> memory.grow(9 * CHUNK));
            pool.acquire(2 * CHUNK);
        }
        try (SharedPool pool = SharedPool.open(folder)) {
            assertEquals(List.of(), pool.found().dead(), "closed in peace");
            assertEquals(Optional.empty(), pool.openReadOnly("volumes"));
            SegmentedMemory memory = pool.openReadOnly("prices").orElseThrow();
            assertEquals(5 * CHUNK + 3, memory.byteSize());
            for (long i = 0; i + 8 <= memory.byteSize(); i += 8) {
                assertEquals(~i, memory.getLong(i));
            }
            assertThrows(IllegalArgumentException.class, () -> memory.putLong(0, 1));
            SharedPoolStatistics.NamedContainer named = pool.statistics().containers().getFirst();
            assertEquals(new SharedPoolStatistics.NamedContainer("prices", 5 * CHUNK + 3, 6, 1, true,
                    ProcessHandle.current().pid()), named);
            SegmentedMemory writable = pool.openReadWrite("prices").orElseThrow();
            writable.putLong(0, 99);
            assertEquals(99, memory.getLong(0));
            writable.close();
            assertTrue(pool.unpublish("prices"));
            assertFalse(pool.unpublish("prices"));
            assertEquals(Optional.empty(), pool.openReadOnly("prices"));
            assertEquals(99, memory.getLong(0), "open still");
            int before = pool.statistics().freeChunks();
            memory.close();
            assertEquals(before + 6, pool.statistics().freeChunks());
            assertEquals(List.of(), pool.statistics().containers());
            assertThrows(IllegalStateException.class, () -> memory.getLong(0));
            memory.reopen(CHUNK).putLong(0, 1);
        }
    }

    @Test
    void shouldGiveANameOnce() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            assertTrue(pool.publish("a", pool.acquire(CHUNK)));
            SegmentedMemory second = pool.acquire(CHUNK);
            assertFalse(pool.publish("a", second));
            second.putLong(0, 5);
            second.grow(2 * CHUNK);
            assertTrue(pool.publish("b", second));
            SegmentedMemory empty = pool.acquire(0);
            assertTrue(pool.publish("empty", empty));
            assertEquals(0, pool.openReadOnly("empty").orElseThrow().byteSize());
            IllegalArgumentException tooLong = assertThrows(IllegalArgumentException.class,
                    () -> pool.publish("ü".repeat(33), second));
            assertTrue(tooLong.getMessage().contains("nameBytes=66, maxNameBytes=64"), tooLong::getMessage);
            assertThrows(IllegalArgumentException.class, () -> pool.openReadOnly(""));
            assertThrows(IllegalStateException.class, () -> pool.publish("c", second.slice(0, 8)));
        }
    }

    @Test
    void shouldServeManyThreads() throws Exception {
        long seed = Seed.of("SharedPoolTest");
        try (SharedPool pool = SharedPool.open(folder, OPTIONS);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                SplittableRandom random = new SplittableRandom(seed + thread);
                ends.add(threads.submit(() -> {
                    for (int i = 0; i < 3_000; i++) {
                        useOnce(pool, random);
                    }
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
            for (int i = 0; i < 3; i++) {
                pool.unpublish("n" + i);
            }
            assertEquals(pool.statistics().totalChunks(), pool.statistics().freeChunks());
            assertEquals(List.of(), pool.statistics().containers());
        }
    }

    private static void useOnce(SharedPool pool, SplittableRandom random) throws IOException {
        String name = "n" + random.nextInt(3);
        try (SegmentedMemory memory = pool.acquire(8 + (random.nextInt(2 * CHUNK) & -8))) {
            SharedPoolProgram.write(memory, random.nextLong());
            if (random.nextBoolean()) {
                pool.publish(name, memory);
            }
            SharedPoolProgram.check(memory, memory.getLong(0));
        } catch (PoolFullException e) {
            pool.unpublish(name);
        }
        Optional<SegmentedMemory> found = pool.openReadOnly(name);
        if (found.isPresent()) {
            if (random.nextInt(4) == 0) {
                pool.unpublish(name);
            }
            SharedPoolProgram.check(found.get(), found.get().getLong(0));
            found.get().close();
        }
        if (random.nextInt(50) == 0) {
            pool.reap();
            pool.statistics();
        }
    }

    @Test
    void shouldBoundTheNames() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            for (int i = 0; i < 256; i++) {
                assertTrue(pool.publish("n" + i, pool.acquire(0)));
            }
            SegmentedMemory oneMore = pool.acquire(1);
            PoolFullException full = assertThrows(PoolFullException.class, () -> pool.publish("n256", oneMore));
            assertTrue(full.getMessage().contains("maxContainers=256"), full::getMessage);
            oneMore.putByte(0, (byte) 1);
        }
    }

    @Test
    void shouldBeOpenOnceInAProcess() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, OPTIONS)) {
            IllegalStateException twice = assertThrows(IllegalStateException.class, () -> SharedPool.open(folder));
            assertTrue(twice.getMessage().contains(folder.toString()), twice::getMessage);
            pool.acquire(1);
        }
        SharedPool pool = SharedPool.open(folder);
        SegmentedMemory memory = pool.acquire(1);
        pool.close();
        pool.close();
        assertThrows(IllegalStateException.class, () -> pool.acquire(1));
        assertThrows(IllegalStateException.class, () -> pool.publish("a", memory));
        assertThrows(IllegalStateException.class, pool::statistics);
    }

    /// Another process is quicker in the middle of a row: what was taken of the row is given back.
    @Test
    void shouldGiveBackWhatItTookInVain() throws IOException {
        boolean[] quicker = {false};
        PoolSteps steps = step -> {
            if (step == PoolStep.CHUNK_CLAIMED && !quicker[0]) {
                quicker[0] = true;
                try (TestDirectory directory = TestDirectory.map(folder)) {
                    assertTrue(directory.entries().claim(1, 9) != Entries.LOST);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        try (SharedPool pool = SharedPool.open(folder, OPTIONS, new Disk(), steps)) {
            SegmentedMemory three = pool.acquire(3 * CHUNK);
            assertEquals(3, pool.statistics().processes().getFirst().chunks());
            assertEquals(new SharedPoolStatistics.ProcessShare(9, 0, 1, false),
                    pool.statistics().processes().getLast());
            assertEquals(pool.statistics().totalChunks() - 4, pool.statistics().freeChunks());
            three.fill(0, three.byteSize(), (byte) 3);
        }
    }

    /// What drops the lock is a channel of the lock file that another part of the process closes. Nothing can be done
    /// about it; here, the process itself plays the other that thinks it dead.
    @Test
    void shouldNoticeThatOthersThinkItDead() throws IOException {
        SharedPool pool = SharedPool.open(folder, OPTIONS);
        SegmentedMemory memory = pool.acquire(2 * CHUNK);
        SegmentedMemory published = pool.acquire(CHUNK);
        assertTrue(pool.publish("p", published));
        try (TestDirectory directory = TestDirectory.map(folder)) {
            directory.reapAll(1, 1);
        }
        List<Executable> uses = new ArrayList<>();
        uses.add(() -> memory.fill(0, 8, (byte) 1));
        uses.add(() -> published.fill(0, 8, (byte) 1));
        uses.add(() -> memory.forEachRun(0, 8, (run, base, length, offset) -> { }));
        uses.add(() -> memory.grow(3 * CHUNK));
        uses.add(() -> pool.acquire(CHUNK));
        uses.add(() -> pool.publish("q", memory));
        uses.add(() -> pool.openReadOnly("p"));
        uses.add(pool::reap);
        uses.add(memory::close);
        for (Executable use : uses) {
            ReapedException noticed = assertThrows(ReapedException.class, use);
            assertTrue(noticed.getMessage().contains(folder.toRealPath().toString()), noticed::getMessage);
        }
        pool.close();
        try (SharedPool anew = SharedPool.open(folder, OPTIONS)) {
            assertEquals(3, anew.statistics().freeChunks());
            assertEquals(1, anew.openReadOnly("p").orElseThrow().chunkCount);
        }
    }
}
