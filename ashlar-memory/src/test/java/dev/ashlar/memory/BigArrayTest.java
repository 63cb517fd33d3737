// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BigArrayTest {
    private static final int CHUNK_BYTES = 1 << 26;
    private static final int LENGTH = 3 * Pools.CHUNK + 5;

    private static ChunkPool pool(boolean contiguous) throws IOException {
        return contiguous ? Pools.small(80) : Pools.scattered(80);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWorkOnLongs(boolean contiguous) throws IOException {
        try (ChunkPool pool = pool(contiguous)) {
            BigLongArray a = BigLongArray.acquire(pool, LENGTH);
            BigLongArray b = BigLongArray.acquire(pool, LENGTH);
            BigLongArray c = BigLongArray.acquire(pool, LENGTH);
            assertEquals(contiguous, a.memory().isContiguous());
            for (long i = 0; i < LENGTH; i++) {
                a.set(i, i);
            }
            b.fill(2);
            b.fill(10, 20, 3);
            c.mix(a, b, (x, y) -> x * y);
            assertEquals(2L * (LENGTH - 1), c.get(LENGTH - 1));
            assertEquals(45, c.get(15));
            assertEquals(LENGTH * (LENGTH - 1L) / 2, a.sum());
            assertEquals(LENGTH - 1, a.reduce(0, LENGTH, Long.MIN_VALUE, Math::max));
            a.map(5, LENGTH, x -> -x);
            assertEquals(4, a.get(4));
            assertEquals(-5, a.get(5));
            a.copyTo(0, a, 1, LENGTH - 1);
            assertEquals(-5, a.get(6));
            assertEquals(0, a.mismatch(b));
            long[] copy = new long[7];
            c.copyTo(12, copy, 1, 6);
            assertArrayEquals(new long[] {0, 36, 39, 42, 45, 48, 51}, copy);
            c.copyFrom(copy, 1, LENGTH - 6, 6);
            assertEquals(51, c.get(LENGTH - 1));
            c.grow(LENGTH + 600);
            assertEquals(LENGTH + 600, c.length());
            c.set(LENGTH + 599, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWorkOnTheOtherTypes(boolean contiguous) throws IOException {
        try (ChunkPool pool = pool(contiguous)) {
            BigIntArray ints = BigIntArray.acquire(pool, LENGTH);
            ints.fill(Integer.MAX_VALUE);
            assertEquals((long) LENGTH * Integer.MAX_VALUE, ints.sum());
            ints.map(0, LENGTH, x -> x + 1);
            ints.mix(ints, ints, Integer::min);
            assertEquals(Integer.MIN_VALUE, ints.get(LENGTH - 1));
            ints.close();
            BigByteArray bytes = BigByteArray.acquire(pool, LENGTH);
            bytes.fill((byte) -1);
            assertEquals(-LENGTH, bytes.sum());
            bytes.map(1, 2, x -> x + 257);
            bytes.mix(bytes, bytes, (x, y) -> x + y);
            assertEquals(0, bytes.get(1));
            assertEquals(-2, bytes.get(2));
            assertEquals(-2, bytes.reduce(0, LENGTH, 0, Math::min));
            bytes.close();
            BigFloatArray floats = BigFloatArray.acquire(pool, LENGTH);
            floats.fill(0.1f);
            floats.mix(floats, floats, (x, y) -> x + y);
            assertEquals(0.1f + 0.1f, floats.get(LENGTH - 1));
            assertEquals(LENGTH * (double) 0.2f, floats.sum(), 1e-6 * LENGTH);
            floats.close();
            BigDoubleArray doubles = BigDoubleArray.acquire(pool, LENGTH);
            doubles.fill(0.5);
            doubles.map(0, 1, x -> x * 3);
            assertEquals(LENGTH * 0.5 + 1, doubles.sum());
            doubles.set(LENGTH - 1, -3);
            assertEquals(-3, doubles.reduce(0, LENGTH, 0, Math::min));
            double[] copy = new double[2];
            doubles.copyTo(LENGTH - 2, copy, 0, 2);
            assertArrayEquals(new double[] {0.5, -3}, copy);
            assertTrue(doubles.toString().startsWith("BigDoubleArray[length=12293, "), doubles::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseWrongIndexes(boolean contiguous) throws IOException {
        try (ChunkPool pool = pool(contiguous)) {
            BigLongArray array = BigLongArray.acquire(pool, LENGTH);
            for (long index : new long[] {-1, LENGTH, 1L << 32, 1L << 60, 1L << 61, (1L << 61) + 1, 1L << 62,
                Long.MIN_VALUE, Long.MAX_VALUE}) {
                assertThrows(IndexOutOfBoundsException.class, () -> array.get(index));
                assertThrows(IndexOutOfBoundsException.class, () -> array.set(index, 1));
                assertThrows(IndexOutOfBoundsException.class, () -> array.fill(index, index + 1, 1));
                assertThrows(IndexOutOfBoundsException.class, () -> array.copyTo(index, array, 0, 1));
                assertThrows(IndexOutOfBoundsException.class, () -> array.copyTo(0, array, index, 1));
                assertThrows(IndexOutOfBoundsException.class, () -> array.copyTo(index, new long[1], 0, 1));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> array.map(3, 2, x -> x));
            assertThrows(IndexOutOfBoundsException.class, () -> array.reduce(0, LENGTH + 1L, 0, Long::sum));
            assertThrows(IndexOutOfBoundsException.class, () -> array.copyTo(0, new long[1], 1, 1));
            BigLongArray shorter = BigLongArray.acquire(pool, 1);
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> array.mix(array, shorter, Long::sum));
            assertEquals("lengths differ: length=12293, a.length=12293, b.length=1 (anonymous memory)", e.getMessage());
            for (long length : new long[] {-1, 1L << 60, Long.MAX_VALUE}) {
                assertThrows(IllegalArgumentException.class, () -> BigLongArray.acquire(pool, length));
            }
            assertThrows(PoolFullException.class, () -> BigLongArray.acquire(pool, Long.MAX_VALUE >> 3));
            array.close();
            assertThrows(IllegalStateException.class, () -> array.get(0));
            assertThrows(IllegalStateException.class, () -> array.set(0, 1));
            assertThrows(IllegalStateException.class, array::sum);
            assertEquals(0, array.length());
            array.reopen(3);
            array.set(2, 4);
            assertEquals(4, array.get(2));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSeeSlicesThatBeginAnywhere(boolean contiguous) throws IOException {
        try (ChunkPool pool = pool(contiguous)) {
            SegmentedMemory memory = pool.acquire(4 * Pools.CHUNK);
            BigLongArray odd = BigLongArray.over(memory.slice(3, 3 * Pools.CHUNK + 6));
            assertEquals(3 * Pools.CHUNK / 8, odd.length());
            for (long i = 0; i < odd.length(); i++) {
                odd.set(i, ~i);
            }
            for (long i = 0; i < odd.length(); i++) {
                assertEquals(~i, odd.get(i));
                assertEquals(~i, memory.getLong(3 + 8 * i));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> odd.get(odd.length()));
        }
    }

    /// 20 billion doubles, 160 GB of a sparse file. What was never written is read once only: each such read makes the
    /// system read ahead megabytes of nothing.
    @Test
    void shouldHoldTwentyBillionDoubles(@TempDir Path folder) throws IOException {
        long length = 20_000_000_000L;
        long bytes = length * Double.BYTES;
        int samples = 5_000;
        PoolOptions options = PoolOptions.bounded(bytes + CHUNK_BYTES, CHUNK_BYTES).sparse();
        try (ChunkPool pool = ChunkPool.inFiles(folder, options);
                BigDoubleArray array = BigDoubleArray.acquire(pool, length)) {
            assertEquals(length, array.length());
            SplittableRandom indexes = new SplittableRandom(20);
            double written = 0;
            for (int i = 0; i < samples; i++) {
                long index = indexes.nextLong(length);
                written += i;
                array.set(index, i);
            }
            array.set(length - 1, 0.5);
            indexes = new SplittableRandom(20);
            double read = array.get(length - 1);
            for (int i = 0; i < samples; i++) {
                read += array.get(indexes.nextLong(length));
            }
            assertEquals(written + 0.5, read);
            assertEquals(0, array.get(indexes.nextLong(length)));
            assertThrows(IndexOutOfBoundsException.class, () -> array.get(length));
        }
    }
}
