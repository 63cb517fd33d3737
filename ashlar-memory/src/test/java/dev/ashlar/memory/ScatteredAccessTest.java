// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.testkit.Allocation;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which way accesses to a scattered container go, and that none of them ever meets a byte that is not the container's.
@Timeout(600)
class ScatteredAccessTest {
    private static final int CHUNK = Pools.CHUNK;
    private static final long OTHERS = 0x5A5A_5A5A_5A5A_5A5AL;
    private static final int CHUNKS = 6;
    private static final int LENGTH = CHUNKS * CHUNK >> 3;

    /// Every byte of the pool that is not the container's is marked.
    private static void markFree(ChunkPool pool) throws AllocationException {
        List<SegmentedMemory> rest = new ArrayList<>();
        while (pool.statistics().freeChunks() > 0) {
            SegmentedMemory other = pool.acquire(CHUNK);
            other.fill(0, CHUNK, (byte) OTHERS);
            rest.add(other);
        }
        rest.forEach(SegmentedMemory::close);
    }

    private static void fill(SegmentedMemory memory) {
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.putByte(i, valueAt(i));
        }
    }

    private static byte valueAt(long offset) {
        return (byte) (offset * 7 >> 3 & 0x3F);
    }

    private static void check(SegmentedMemory memory) {
        for (long i = 0; i < memory.byteSize(); i++) {
            assertEquals(valueAt(i), memory.getByte(i));
        }
        for (long i = 0; i + 8 <= memory.byteSize(); i += 3) {
            for (int b = 0; b < 8; b++) {
                assertEquals(valueAt(i + b), (byte) (memory.getLong(i) >>> 8 * bit(b)));
            }
        }
    }

    private static int bit(int index) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? index : 7 - index;
    }

    @Test
    void shouldGoByTheExtentWhereItHasAllChunks() throws IOException {
        try (ChunkPool scattered = Pools.scattered(8);
                ChunkPool contiguous = Pools.small(8);
                ChunkPool extents = Pools.inExtents(8, 2)) {
            SegmentedMemory one = scattered.acquire(3 * CHUNK);
            assertFalse(one.isContiguous());
            assertNotNull(one.extent);
            assertNotNull(one.slice(8, CHUNK).extent);
            assertNull(one.slice(4, CHUNK).extent);
            SegmentedMemory row = contiguous.acquire(3 * CHUNK);
            assertNotNull(row.contiguous);
            assertNull(row.extent);
            SegmentedMemory many = extents.acquire(3 * CHUNK);
            assertFalse(many.isContiguous());
            assertNull(many.extent);
            for (SegmentedMemory memory : List.of(one, row, many)) {
                fill(memory);
                check(memory);
                memory.close();
                assertNull(memory.contiguous);
                assertNull(memory.extent);
            }
        }
    }

    @Test
    void shouldNotReachTheRestOfTheLastChunk() throws IOException {
        for (boolean oneExtent : new boolean[] {true, false}) {
            try (ChunkPool pool = oneExtent ? Pools.scattered(8) : Pools.inExtents(4, 2)) {
                SegmentedMemory memory = pool.acquire(3 * CHUNK - 1000);
                assertEquals(oneExtent, memory.extent != null);
                BigLongArray array = BigLongArray.over(memory);
                SegmentedMemory slice = memory.slice(CHUNK + 8, CHUNK);
                BigLongArray part = BigLongArray.over(slice);
                for (long beyond : new long[] {1, 100, 125, 1L << 20, (1L << 32) * CHUNK / 8, 1L << 60, 1L << 61}) {
                    for (BigLongArray face : List.of(array, part)) {
                        long index = face.length() - 1 + beyond;
                        assertThrows(IndexOutOfBoundsException.class, () -> face.get(index));
                        assertThrows(IndexOutOfBoundsException.class, () -> face.set(index, OTHERS));
                        assertThrows(IndexOutOfBoundsException.class, () -> face.get(-beyond));
                        assertThrows(IndexOutOfBoundsException.class, () -> face.set(-beyond, OTHERS));
                    }
                    for (SegmentedMemory face : List.of(memory, slice)) {
                        long offset = face.byteSize() - 8 + beyond;
                        assertThrows(IndexOutOfBoundsException.class, () -> face.getLong(offset));
                        assertThrows(IndexOutOfBoundsException.class, () -> face.putLong(offset, OTHERS));
                        assertThrows(IndexOutOfBoundsException.class, () -> face.getLong(-beyond));
                        assertThrows(IndexOutOfBoundsException.class, () -> face.putLong(-beyond, OTHERS));
                    }
                }
                memory.grow(3 * CHUNK);
                for (long offset = 0; offset < memory.byteSize(); offset++) {
                    assertEquals(0, memory.getByte(offset));
                }
            }
        }
    }

    @Test
    void shouldRefuseInAllThreadsAfterClose() throws Exception {
        for (boolean oneExtent : new boolean[] {true, false}) {
            try (ChunkPool pool = oneExtent ? Pools.scattered(8) : Pools.inExtents(4, 2)) {
                SegmentedMemory memory = pool.acquire(3 * CHUNK);
                SegmentedMemory slice = memory.slice(CHUNK, CHUNK);
                memory.close();
                markFree(pool);
                AtomicReference<Throwable> failure = new AtomicReference<>();
                Thread thread = new Thread(() -> {
                    for (SegmentedMemory closed : List.of(memory, slice)) {
                        BigDoubleArray array = BigDoubleArray.over(closed);
                        for (long at = 0; at < 2 * CHUNK; at += 1000) {
                            long offset = at;
                            assertThrows(IllegalStateException.class, () -> closed.getByte(offset));
                            assertThrows(IllegalStateException.class, () -> closed.getInt(offset));
                            assertThrows(IllegalStateException.class, () -> closed.putLong(offset, 1));
                            assertThrows(IllegalStateException.class, () -> array.get(offset >> 3));
                            assertThrows(IllegalStateException.class, () -> array.set(offset >> 3, 1));
                        }
                    }
                });
                thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
                thread.start();
                thread.join();
                assertNull(failure.get());
            }
        }
    }

    /// Where the chunks were before, others have marked them.
    @Test
    void shouldForgetItsChunksWhenOpenedAnew() throws IOException {
        try (ChunkPool pool = Pools.inExtents(12, 2)) {
            SegmentedMemory memory = pool.acquire(9 * CHUNK);
            fill(memory);
            memory.close();
            SegmentedMemory inTheWay = pool.acquire(5 * CHUNK);
            inTheWay.fill(0, inTheWay.byteSize(), (byte) OTHERS);
            memory.reopen(2 * CHUNK);
            markFree(pool);
            memory.grow(4 * CHUNK + 5);
            fill(memory);
            memory.grow(7 * CHUNK);
            fill(memory);
            check(memory);
            for (long offset = 0; offset < inTheWay.byteSize(); offset += 8) {
                assertEquals(OTHERS, inTheWay.getLong(offset));
            }
        }
    }

    @Test
    void shouldGoByAnotherExtentWhenOpenedAnewThere() throws IOException {
        try (ChunkPool pool = Pools.scattered(4, 4)) {
            SegmentedMemory memory = pool.acquire(2 * CHUNK);
            assertNotNull(memory.extent);
            memory.close();
            SegmentedMemory inTheWay = pool.acquire(2 * CHUNK);
            fill(inTheWay);
            memory.reopen(2 * CHUNK);
            assertNotNull(memory.extent);
            assertNotEquals(inTheWay.extent, memory.extent);
            memory.fill(0, 2 * CHUNK, (byte) OTHERS);
            fill(memory);
            check(memory);
            check(inTheWay);
        }
    }

    /// From one chunk to chunks of one extent, or of several, while another thread reads what it was told of, and tries
    /// to read what it was not told of: that is refused, not yet written, or right.
    @Test
    void shouldServeReadersWhileItGrows() throws Exception {
        for (int round = 0; round < 200; round++) {
            try (ChunkPool pool = Pools.scattered(CHUNKS, round % 2 == 0 ? 2 * CHUNKS : 4)) {
                SegmentedMemory memory = pool.acquire(CHUNK);
                BigLongArray array = BigLongArray.over(memory);
                AtomicLong told = new AtomicLong();
                AtomicReference<Throwable> failure = new AtomicReference<>();
                Thread reader = new Thread(() -> {
                    for (long known = 0; known < LENGTH; known = told.get()) {
                        for (long i = 0; i < known; i++) {
                            assertEquals(i, array.get(i));
                            assertEquals(i, memory.getLong(8 * i));
                        }
                        tryRest(array, known);
                    }
                });
                reader.setUncaughtExceptionHandler((thread, e) -> failure.set(e));
                reader.start();
                for (long i = 0; i < LENGTH; i++) {
                    if (i >= array.length()) {
                        memory.grow(memory.byteSize() + CHUNK);
                    }
                    array.set(i, i);
                    told.set(i + 1);
                }
                reader.join();
                assertNull(failure.get());
                assertEquals(round % 2 == 0, memory.extent != null);
            }
        }
    }

    private static void tryRest(BigLongArray array, long from) {
        for (long i = from; i < LENGTH; i++) {
            try {
                long found = array.get(i);
                if (found != 0) {
                    assertEquals(i, found);
                }
            } catch (IndexOutOfBoundsException e) {
                return;
            }
        }
    }

    @Test
    void shouldAllocateNothing() throws IOException {
        for (boolean oneExtent : new boolean[] {true, false}) {
            try (ChunkPool pool = oneExtent ? Pools.scattered(8) : Pools.inExtents(4, 2)) {
                SegmentedMemory memory = pool.acquire(4 * CHUNK);
                BigDoubleArray array = BigDoubleArray.over(memory);
                assertEquals(0, Allocation.leastBytes(20, () -> {
                    for (long offset = 0; offset + 8 < memory.byteSize(); offset += 1021) {
                        memory.putDouble(offset, memory.getDouble(offset) + 1);
                        array.set(offset >> 3, array.get(offset >> 3) + 1);
                    }
                    memory.putLong(CHUNK - 3, memory.getLong(2 * CHUNK - 5));
                    memory.close();
                    try {
                        memory.reopen(4 * CHUNK);
                    } catch (AllocationException e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
        }
    }
}
