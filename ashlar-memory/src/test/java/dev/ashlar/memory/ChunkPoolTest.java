// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkPoolTest {
    private static final int CHUNK = 1 << 20;

    @TempDir
    Path folder;

    /// The worked example of the article: a pool of 10 chunks, containers of 2.5 and 6, the first released, then 3.1.
    @Test
    void shouldServeTheWorkedExample() throws IOException {
        try (ChunkPool pool = ChunkPool.inFiles(folder, PoolOptions.bounded(10 * CHUNK))) {
            SegmentedMemory a = pool.acquire(CHUNK * 5L / 2);
            SegmentedMemory b = pool.acquire(CHUNK * 6L);
            assertEquals(1, pool.statistics().freeChunks());
            assertEquals(List.of(6, 3), pool.containers().stream().map(ContainerInfo::chunks).toList());
            b.fill(0, b.byteSize(), (byte) 7);
            int[] ofA = Arrays.copyOf(a.chunks, 3);
            a.close();
            assertEquals(4, pool.statistics().freeChunks());
            try (SegmentedMemory c = pool.acquire(CHUNK * 31L / 10)) {
                assertEquals(0, pool.statistics().freeChunks());
                assertFalse(c.isContiguous());
                // What was released last is taken first, and the chunk that was never used completes it.
                assertEquals(Arrays.stream(ofA).boxed().toList(), Arrays.stream(c.chunks, 0, 3).boxed().toList());
                c.fill(0, c.byteSize(), (byte) 9);
                assertEquals(7, b.getByte(0));
                assertEquals(7, b.getByte(b.byteSize() - 1));
                assertEquals(9, c.getByte(c.byteSize() - 1));
                PoolFullException full = assertThrows(PoolFullException.class, () -> pool.acquire(1));
                assertEquals("pool is full: requestedBytes=1, availableBytes=0, maxBytes=10485760 (" + folder + ")",
                        full.getMessage());
            }
            assertEquals(4, pool.statistics().freeChunks());
        }
    }

    @Test
    void shouldReuseTheChunksReleasedLast() throws IOException {
        try (ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(16 * CHUNK))) {
            SegmentedMemory a = pool.acquire(3 * CHUNK);
            SegmentedMemory b = pool.acquire(3 * CHUNK);
            int[] ofA = a.chunks.clone();
            int[] ofB = b.chunks.clone();
            b.close();
            a.close();
            try (SegmentedMemory c = pool.acquire(3 * CHUNK); SegmentedMemory d = pool.acquire(2 * CHUNK)) {
                assertTrue(Arrays.equals(ofA, c.chunks));
                assertEquals(ofB[0], d.chunks[0]);
                assertTrue(c.isContiguous() && d.isContiguous());
            }
        }
    }

    @Test
    void shouldPreferChunksInARow() throws IOException {
        try (ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(16 * CHUNK))) {
            List<SegmentedMemory> singles = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                singles.add(pool.acquire(CHUNK));
            }
            for (int i : new int[] {9, 3, 8, 1, 10, 11}) {
                singles.get(i).close();
            }
            try (SegmentedMemory four = pool.acquire(4 * CHUNK); SegmentedMemory two = pool.acquire(2 * CHUNK)) {
                assertTrue(four.isContiguous());
                assertEquals(8, four.chunks[0] - singles.getFirst().chunks[0]);
                assertFalse(two.isContiguous());
            }
        }
    }

    @Test
    void shouldGrowByExtents() throws IOException {
        PoolOptions options = PoolOptions.bounded(10 * CHUNK).withExtentBytes(4 * CHUNK);
        try (ChunkPool pool = ChunkPool.inFiles(folder, options)) {
            assertEquals(0, pool.statistics().extents());
            SegmentedMemory a = pool.acquire(3 * CHUNK);
            assertEquals(4, pool.statistics().totalChunks());
            SegmentedMemory b = pool.acquire(5 * CHUNK);
            assertEquals(new PoolStatistics(10 * CHUNK, CHUNK, 2, 9, 1, 2, 2), pool.statistics());
            assertTrue(a.isContiguous() && b.isContiguous());
            // Two extents are never one row, even if they should lie side by side.
            SegmentedMemory c = pool.acquire(2 * CHUNK);
            assertFalse(c.isContiguous());
            c.putLong(CHUNK - 4, 42);
            assertEquals(42, c.getLong(CHUNK - 4));
            assertThrows(PoolFullException.class, () -> pool.acquire(1));
            assertThrows(PoolFullException.class, () -> a.grow(4 * CHUNK));
        }
    }

    @Test
    void shouldReserveAhead() throws IOException {
        try (ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(8 * CHUNK).withExtentBytes(CHUNK))) {
            pool.reserve(5 * CHUNK - 1);
            assertEquals(5, pool.statistics().freeChunks());
            pool.reserve(2 * CHUNK);
            assertEquals(1, pool.statistics().extents());
            assertThrows(PoolFullException.class, () -> pool.reserve(9 * CHUNK));
            assertEquals(5 * CHUNK, pool.statistics().freeBytes());
        }
    }

    @Test
    void shouldClearAsThePolicySays() throws IOException {
        for (Zeroing zeroing : Zeroing.values()) {
            try (ChunkPool pool =
                    ChunkPool.anonymous(PoolOptions.bounded(4 * CHUNK).withZeroing(zeroing).withExtentBytes(CHUNK))) {
                SegmentedMemory a = pool.acquire(2 * CHUNK);
                assertEquals(0, a.getByte(CHUNK));
                a.fill(0, a.byteSize(), (byte) 5);
                a.close();
                try (SegmentedMemory b = pool.acquire(2 * CHUNK)) {
                    assertEquals(zeroing == Zeroing.NEVER ? 5 : 0, b.getByte(CHUNK + 1), zeroing::toString);
                }
            }
        }
    }

    @Test
    void shouldLeaveNoFileBehind() throws IOException {
        try (ChunkPool pool = ChunkPool.inFiles(folder, PoolOptions.bounded(4 * CHUNK))) {
            pool.reserve(CHUNK);
        }
        assertEquals(List.of(), TestFiles.names(folder));
    }

    @Test
    void shouldReportLeaksWithTheirPlace() throws IOException {
        List<ContainerInfo> leaks = new ArrayList<>();
        SegmentedMemory leaked;
        try (ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(4 * CHUNK).withLeakListener(leaks::add))) {
            leaked = pool.acquire(CHUNK + 1);
            pool.acquire(1).close();
        }
        assertEquals(1, leaks.size());
        assertEquals(CHUNK + 1, leaks.getFirst().byteSize());
        assertTrue(leaks.getFirst().toString().contains("ChunkPoolTest.shouldReportLeaksWithTheirPlace("),
                leaks.getFirst()::toString);
        assertThrows(IllegalStateException.class, () -> leaked.getByte(0));
        leaked.close();
    }

    @Test
    void shouldRefuseUseAfterClose() throws IOException {
        ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(4 * CHUNK));
        SegmentedMemory closed = pool.acquire(1);
        closed.close();
        SegmentedMemory open = pool.acquire(8);
        pool.close();
        pool.close();
        assertThrows(IllegalStateException.class, () -> pool.acquire(1));
        assertThrows(IllegalStateException.class, () -> pool.reserve(1));
        assertThrows(IllegalStateException.class, pool::residence);
        assertThrows(IllegalStateException.class, () -> closed.reopen(1));
        assertThrows(IllegalStateException.class, () -> open.getLong(0));
        assertThrows(IllegalStateException.class, () -> open.fill(0, 1, (byte) 0));
        assertThrows(IllegalStateException.class, () -> open.grow(9));
        assertThrows(IllegalStateException.class, open::retain);
        open.close();
    }

    @Test
    void shouldRefuseWrongSizes() throws IOException {
        for (int chunkBytes : new int[] {0, -1, 1, 2048, 3 << 12, Integer.MIN_VALUE}) {
            assertThrows(IllegalArgumentException.class,
                    () -> PoolOptions.bounded(1 << 30, chunkBytes));
        }
        for (long maxBytes : new long[] {0, -1, CHUNK - 1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> PoolOptions.bounded(maxBytes));
        }
        for (long extentBytes : new long[] {0, -CHUNK, CHUNK + 1, CHUNK - 1}) {
            assertThrows(IllegalArgumentException.class,
                    () -> PoolOptions.bounded(1 << 30).withExtentBytes(extentBytes));
        }
        try (ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(4 * CHUNK))) {
            for (long bytes : new long[] {-1, Long.MIN_VALUE}) {
                assertThrows(IllegalArgumentException.class, () -> pool.acquire(bytes));
                assertThrows(IllegalArgumentException.class, () -> pool.reserve(bytes));
            }
            for (long bytes : new long[] {4 * CHUNK + 1, 1L << 40, Long.MAX_VALUE}) {
                assertThrows(PoolFullException.class, () -> pool.acquire(bytes));
                assertThrows(PoolFullException.class, () -> pool.reserve(bytes));
            }
            assertEquals(0, pool.statistics().containers());
        }
    }

    @Test
    void shouldRefuseFoldersThatAreNone() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThrows(NotDirectoryException.class, () -> ChunkPool.inFiles(file, PoolOptions.bounded(CHUNK)));
        Path gone = Files.createDirectory(folder.resolve("gone"));
        try (ChunkPool pool = ChunkPool.inFiles(gone, PoolOptions.bounded(CHUNK))) {
            Files.delete(gone);
            NoSpaceException refused = assertThrows(NoSpaceException.class, () -> pool.acquire(1));
            assertEquals(CHUNK, refused.extentBytes());
            assertTrue(refused.getMessage().contains("extentBytes=1048576"), refused::getMessage);
            assertTrue(refused.getMessage().contains(gone.toString()), refused::getMessage);
            Files.createDirectory(gone);
            pool.acquire(1).close();
        }
    }
}
