// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.testkit.Allocation;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The steady state takes nothing: no byte on the heap, no new mapping.
class ChunkPoolAllocationTest {
    private static final int CHUNK = 1 << 20;
    /// Enough for the JIT to do away with what is no object at all once it is compiled.
    private static final int OPERATIONS = 2_000;
    private static final Path MAPS = Path.of("/proc/self/maps");

    @TempDir
    Path folder;

    /// The worked example of the article, over and over, with containers that are opened again.
    @Test
    void shouldAllocateNothingInTheSteadyState() throws IOException {
        for (Zeroing zeroing : new Zeroing[] {Zeroing.NEVER, Zeroing.ON_RELEASE}) {
            PoolOptions options = PoolOptions.bounded(10 * CHUNK).withZeroing(zeroing);
            try (ChunkPool pool = ChunkPool.inFiles(folder, options)) {
                SegmentedMemory a = pool.acquire(1);
                SegmentedMemory b = pool.acquire(1);
                SegmentedMemory c = pool.acquire(1);
                a.close();
                b.close();
                c.close();
                long[] maps = new long[1];
                long bytes = Allocation.leastBytes(OPERATIONS, () -> {
                    a.reopen(CHUNK * 5L / 2);
                    b.reopen(CHUNK * 6L);
                    use(a);
                    use(b);
                    a.close();
                    c.reopen(CHUNK * 31L / 10);
                    use(c);
                    c.close();
                    b.close();
                });
                assertEquals(0, bytes);
                assertEquals(1, pool.statistics().extents());
                maps[0] = mappings();
                for (int i = 0; i < 100; i++) {
                    a.reopen(CHUNK * 3L);
                    a.close();
                }
                assertEquals(maps[0], mappings());
            }
        }
    }

    @Test
    void shouldAllocateNothingInTheSteadyStateOfASharedPool() throws IOException {
        try (SharedPool pool = SharedPool.open(folder, PoolOptions.bounded(10 * CHUNK))) {
            SegmentedMemory a = pool.acquire(1);
            SegmentedMemory b = pool.acquire(1);
            a.close();
            b.close();
            assertEquals(0, Allocation.leastBytes(OPERATIONS, () -> {
                a.reopen(CHUNK * 5L / 2);
                b.reopen(CHUNK * 6L);
                use(a);
                use(b);
                a.close();
                b.close();
            }));
            assertEquals(10, pool.statistics().freeChunks());
        }
    }

    @Test
    void shouldAllocateNothingInBulkWork() throws IOException {
        try (ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(16 * CHUNK))) {
            BigDoubleArray a = BigDoubleArray.acquire(pool, CHUNK / 4);
            BigDoubleArray b = BigDoubleArray.acquire(pool, CHUNK / 4);
            double[] heap = new double[1000];
            MemorySegment heapMemory = MemorySegment.ofArray(heap);
            StructArray structs = StructArray.acquire(pool, 42, 1000);
            long[] sum = new long[1];
            Wrappable flyweight = (memory, offset) -> sum[0] += offset;
            assertEquals(0, Allocation.leastBytes(20, () -> {
                a.fill(1);
                a.copyTo(0, b, 0, 100);
                a.mix(b, b, Double::sum);
                a.map(0, 100, Math::sqrt);
                heap[0] = a.sum() + a.reduce(0, 10, 0, Double::sum) + a.mismatch(b);
                a.memory().copyTo(0, heapMemory, 0, 8000);
                structs.wrap(500, flyweight);
            }));
        }
    }

    private static void use(SegmentedMemory memory) {
        memory.putLong(0, 1);
        memory.fill(CHUNK - 10, 20, (byte) 1);
        memory.putLong(memory.byteSize() - 8, memory.getLong(CHUNK - 4));
        Access.LONG.setRelease(memory, 8L, 1L);
    }

    private static long mappings() throws IOException {
        return Files.exists(MAPS) ? Files.readAllLines(MAPS).stream().filter(line -> line.contains("extent-")).count()
                : 0;
    }
}
