// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.memory.internal.Disk;
import dev.ashlar.memory.internal.Extent;
import dev.ashlar.memory.internal.ExtentSource;
import dev.ashlar.memory.internal.FileExtents;
import dev.ashlar.memory.internal.FreeChunks;
import dev.ashlar.memory.internal.Os;
import dev.ashlar.testkit.SmallDisk;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Any call fails, at any time: the pool is as it was, and works again when the fault is gone.
class ChunkPoolFaultTest {
    private static final int CHUNK = Pools.CHUNK;
    private static final Os PLAIN = new Os() { };

    @TempDir
    Path folder;

    @Test
    void shouldBeWholeAfterEveryFailingUseOfTheDisk() throws IOException {
        for (boolean reserve : new boolean[] {true, false}) {
            boolean passed = false;
            for (int failAt = 1; !passed; failAt++) {
                assertTrue(failAt < 100);
                FailingDisk disk = new FailingDisk(failAt);
                PoolOptions options = PoolOptions.bounded(64L * CHUNK, CHUNK).withExtentBytes(8 * CHUNK);
                try (ChunkPool pool = new ChunkPool(options, new FileExtents(folder, PLAIN, disk, reserve), PLAIN,
                        new FreeChunks())) {
                    useInSpiteOfFaults(pool);
                }
                passed = !disk.hasFailed();
                assertEquals(List.of(), TestFiles.names(folder), "failAt=" + failAt);
            }
        }
    }

    /// A source that fails at its n-th extent.
    private record FailingSource(ExtentSource real, int[] left) implements ExtentSource {
        @Override
        public Extent create(long bytes) throws NoSpaceException {
            if (--left[0] == 0) {
                throw new NoSpaceException(bytes, "a test", new IOException("nothing left"));
            }
            return real.create(bytes);
        }

        @Override
        public String name() {
            return real.name();
        }
    }

    @Test
    void shouldBeWholeAfterEveryFailingExtent() throws IOException {
        for (int failAt = 1; failAt < 12; failAt++) {
            PoolOptions options = PoolOptions.bounded(64L * CHUNK, CHUNK).withExtentBytes(8 * CHUNK);
            ExtentSource source = new FailingSource(new FileExtents(folder, PLAIN, new Disk(), true),
                    new int[] {failAt});
            try (ChunkPool pool = new ChunkPool(options, source, PLAIN, new FreeChunks())) {
                useInSpiteOfFaults(pool);
            }
        }
    }

    /// Acquires, grows, and checks after each fault that nothing was lost.
    private static void useInSpiteOfFaults(ChunkPool pool) throws IOException {
        List<SegmentedMemory> open = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            PoolStatistics before = pool.statistics();
            long bytes = (long) i * 2 * CHUNK;
            try {
                open.add(pool.acquire(bytes));
            } catch (NoSpaceException e) {
                assertTrue(e.getMessage().startsWith("no space for an extent: extentBytes="), e::getMessage);
                assertEquals(before.totalChunks(), pool.statistics().totalChunks());
                assertEquals(before.freeChunks(), pool.statistics().freeChunks());
                assertEquals(before.containers(), pool.statistics().containers());
                open.add(pool.acquire(bytes));
            }
        }
        SegmentedMemory first = open.getFirst();
        first.putLong(8, 8);
        try {
            first.grow(20 * CHUNK);
        } catch (NoSpaceException e) {
            assertEquals(2 * CHUNK, first.byteSize());
            assertEquals(8, first.getLong(8));
            first.grow(20 * CHUNK);
        }
        first.putLong(20 * CHUNK - 8, 9);
        assertEquals(8, first.getLong(8));
        assertThrows(PoolFullException.class, () -> pool.acquire(20 * CHUNK));
        open.forEach(SegmentedMemory::close);
        assertEquals(pool.statistics().totalChunks(), pool.statistics().freeChunks());
        SegmentedMemory all = pool.acquire(64L * CHUNK);
        all.fill(0, all.byteSize(), (byte) 1);
        all.close();
    }

    /// A tmpfs that is really full.
    @Test
    void shouldSayThatTheTmpfsIsFull() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, 2_048);
                ChunkPool pool = ChunkPool.inFiles(disk.folder(), PoolOptions.bounded(64 << 20)
                        .withExtentBytes(1 << 20))) {
            SegmentedMemory five = pool.acquire(5 << 20);
            five.fill(0, five.byteSize(), (byte) 5);
            NoSpaceException full = assertThrows(NoSpaceException.class, () -> pool.acquire(5 << 20));
            assertTrue(full.getMessage().contains("No space left on device"), full::getMessage);
            assertTrue(full.getMessage().contains("extentBytes=5242880"), full::getMessage);
            assertEquals(5, five.getByte(five.byteSize() - 1));
            try (SegmentedMemory two = pool.acquire(2 << 20)) {
                two.fill(0, two.byteSize(), (byte) 2);
            }
            assertEquals(7, pool.statistics().totalChunks());
        }
    }

    @Test
    void shouldRefuseAFolderThatMayNotBeWritten() throws IOException {
        Path closed = Files.createDirectory(folder.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        assumeTrue(!Files.isWritable(closed), "this user may write everywhere");
        try (ChunkPool pool = ChunkPool.inFiles(closed, PoolOptions.bounded(64 << 20))) {
            NoSpaceException refused = assertThrows(NoSpaceException.class, () -> pool.acquire(1));
            assertTrue(refused.getMessage().contains(closed.toString()), refused::getMessage);
        }
    }

    /// More than the memory of the machine.
    @Test
    void shouldSayThatAnonymousMemoryIsFull() throws IOException {
        try (ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(1L << 40))) {
            SegmentedMemory one = pool.acquire(1);
            NoSpaceException full = assertThrows(NoSpaceException.class, () -> pool.acquire(1L << 39));
            assertTrue(full.getMessage().endsWith("(anonymous memory)"), full::getMessage);
            one.putByte(0, (byte) 1);
            pool.acquire(1).close();
        }
    }
}
