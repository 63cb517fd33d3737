// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StructArrayTest {
    /// The window that generated decoders are, with one field.
    private static final class Window implements Wrappable {
        private MemorySegment memory;
        private long offset;

        @Override
        public void wrap(MemorySegment memory, long offset) {
            this.memory = memory;
            this.offset = offset;
        }

        void id(long id) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, id);
        }

        long id() {
            return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 9, 42, 2047, 2048, 2049, 4095, 4096})
    void shouldKeepEveryStructureInOneChunk(long stride) throws IOException {
        for (boolean contiguous : new boolean[] {true, false}) {
            try (ChunkPool pool = contiguous ? Pools.small(40) : Pools.scattered(40)) {
                long count = 40 * (Pools.CHUNK / stride);
                StructArray array = StructArray.acquire(pool, stride, count);
                assertEquals(contiguous, array.memory().isContiguous());
                Window window = new Window();
                for (long i = 0; i < count; i++) {
                    array.wrap(i, window);
                    assertTrue(window.offset % Pools.CHUNK + stride <= Pools.CHUNK);
                    window.id(i * i);
                }
                for (long i = count - 1; i >= 0; i--) {
                    array.wrap(i, window);
                    assertEquals(i * i, window.id());
                }
                long[] sum = new long[2];
                array.forEach(3, count - 1, window, () -> {
                    sum[0] += window.id();
                    sum[1]++;
                });
                long expected = 0;
                for (long i = 3; i < count - 1; i++) {
                    expected += i * i;
                }
                assertEquals(expected, sum[0]);
                assertEquals(Math.max(count - 4, 0), sum[1]);
            }
        }
    }

    @Test
    void shouldRefuseWrongIndexesAndSizes() throws IOException {
        try (ChunkPool pool = Pools.small(8)) {
            for (long stride : new long[] {0, -1, Pools.CHUNK + 1, Long.MAX_VALUE}) {
                assertThrows(IllegalArgumentException.class, () -> StructArray.acquire(pool, stride, 1));
            }
            for (long count : new long[] {-1, Long.MAX_VALUE}) {
                assertThrows(IllegalArgumentException.class, () -> StructArray.acquire(pool, 4096, count));
            }
            StructArray array = StructArray.acquire(pool, 42, 100);
            Window window = new Window();
            for (long index : new long[] {-1, 100, Long.MIN_VALUE, Long.MAX_VALUE}) {
                assertThrows(IndexOutOfBoundsException.class, () -> array.wrap(index, window));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> array.forEach(0, 101, window, () -> { }));
            array.grow(300);
            array.wrap(299, window);
            window.id(5);
            array.close();
            assertThrows(IllegalStateException.class, () -> array.wrap(0, window));
            assertEquals(0, array.count());
            array.reopen(1);
            assertThrows(IndexOutOfBoundsException.class, () -> array.wrap(1, window));
        }
    }

    /// The reciprocal by which indexes are divided is exact, up to the last one that it is used for and beyond.
    @Test
    void shouldFindTheStructureOfHugeIndexes() throws IOException {
        for (int perChunk : new int[] {1, 2, 3, 97, 24966, 1 << 20}) {
            int stride = (1 << 20) / perChunk;
            int real = (1 << 20) / stride;
            try (ChunkPool pool = ChunkPool.anonymous(PoolOptions.bounded(1 << 21))) {
                StructArray array = StructArray.acquire(pool, stride, 1);
                assertEquals(real, array.structuresPerChunk());
                for (long chunk : new long[] {1, 2, 1000, (1L << 30) - 1}) {
                    for (long index = Math.max(chunk * real - 2, 0); index <= chunk * real + 2; index++) {
                        assertEquals(index / real, array.chunkOf(index));
                    }
                }
            }
        }
    }
}
