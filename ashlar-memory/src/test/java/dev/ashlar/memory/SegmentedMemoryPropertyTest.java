// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Containers do what a plain array of bytes does, whatever is done to them in whatever order.
class SegmentedMemoryPropertyTest {
    private final SplittableRandom random = Seed.random("SegmentedMemoryPropertyTest");

    @Test
    void shouldBehaveAsAnArrayOfBytes() throws IOException {
        for (int round = 0; round < 60; round++) {
            try (ChunkPool pool = switch (round % 3) {
                case 0 -> Pools.small(40);
                case 1 -> Pools.scattered(20);
                default -> Pools.inExtents(20, 2);
            }) {
                int taken = taken(pool);
                Pair one = new Pair(pool, random.nextInt(8 * Pools.CHUNK));
                Pair two = new Pair(pool, random.nextInt(8 * Pools.CHUNK));
                for (int step = 0; step < 400; step++) {
                    Pair a = random.nextBoolean() ? one : two;
                    Pair b = random.nextBoolean() ? one : two;
                    step(a, b);
                }
                one.check();
                two.check();
                one.memory.close();
                two.memory.close();
                assertEquals(taken, taken(pool));
            }
        }
    }

    private static int taken(ChunkPool pool) {
        PoolStatistics statistics = pool.statistics();
        return statistics.totalChunks() - statistics.freeChunks();
    }

    private void step(Pair a, Pair b) throws IOException {
        int length = random.nextInt(random.nextInt(3 * Pools.CHUNK) + 1);
        length = Math.min(length, Math.min(a.model.length, b.model.length));
        int from = random.nextInt(a.model.length - length + 1);
        int to = random.nextInt(b.model.length - length + 1);
        MemorySegment heapA = MemorySegment.ofArray(a.model);
        MemorySegment heapB = MemorySegment.ofArray(b.model);
        switch (random.nextInt(10)) {
            case 0 -> {
                byte value = (byte) random.nextInt();
                a.memory.fill(from, length, value);
                Arrays.fill(a.model, from, from + length, value);
            }
            case 1 -> {
                a.memory.copyTo(from, b.memory, to, length);
                System.arraycopy(a.model, from, b.model, to, length);
            }
            case 2 -> {
                byte[] bytes = new byte[length + 3];
                random.nextBytes(bytes);
                a.memory.copyFrom(MemorySegment.ofArray(bytes), 3, from, length);
                System.arraycopy(bytes, 3, a.model, from, length);
            }
            case 3 -> {
                byte[] bytes = new byte[length + 3];
                a.memory.copyTo(from, MemorySegment.ofArray(bytes), 3, length);
                assertEquals(-1, MemorySegment.mismatch(MemorySegment.ofArray(bytes), 3, length + 3, heapA, from,
                        from + length));
            }
            case 4 -> {
                assertEquals(MemorySegment.mismatch(heapA, from, from + length, heapB, to, to + length),
                        a.memory.mismatch(from, b.memory, to, length));
                assertEquals(
                        Integer.signum(Arrays.compareUnsigned(a.model, from, from + length, b.model, to,
                                b.model.length)),
                        Integer.signum(a.memory.compare(from, length, b.memory, to, b.model.length - to)));
            }
            case 5 -> {
                if (a.model.length < 10 * Pools.CHUNK) {
                    int more = random.nextInt(100);
                    a.memory.grow(a.model.length + more);
                    a.model = Arrays.copyOf(a.model, a.model.length + more);
                }
            }
            case 6 -> {
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                a.memory.readFrom(Channels.newChannel(new ByteArrayInputStream(bytes)), from, length);
                System.arraycopy(bytes, 0, a.model, from, length);
            }
            case 7 -> {
                SegmentedMemory slice = a.memory.slice(from, length);
                if (length >= 8) {
                    long bits = random.nextLong();
                    slice.putLong(length - 8, bits);
                    heapA.set(ValueLayout.JAVA_LONG_UNALIGNED, from + length - 8, bits);
                    elements(slice, heapA.asSlice(from, length));
                }
                slice.close();
            }
            default -> {
                if (length >= 8) {
                    value(a, heapA, from);
                }
            }
        }
    }

    private void value(Pair a, MemorySegment model, int offset) {
        long bits = random.nextLong();
        switch (random.nextInt(8)) {
            case 0 -> {
                a.memory.putLong(offset, bits);
                model.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, bits);
            }
            case 1 -> {
                a.memory.putInt(offset, (int) bits);
                model.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) bits);
            }
            case 2 -> {
                a.memory.putShort(offset, (short) bits);
                model.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, (short) bits);
            }
            case 3 -> {
                a.memory.putDouble(offset, bits);
                model.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, bits);
            }
            case 4 -> {
                a.memory.putFloat(offset, bits);
                model.set(ValueLayout.JAVA_FLOAT_UNALIGNED, offset, bits);
            }
            case 5 -> {
                assertEquals(model.get(ValueLayout.JAVA_INT_UNALIGNED, offset), a.memory.getInt(offset));
                assertEquals(model.get(ValueLayout.JAVA_BYTE, offset), a.memory.getByte(offset));
            }
            case 6 -> assertEquals(model.get(ValueLayout.JAVA_LONG_UNALIGNED, offset), a.memory.getLong(offset));
            default -> assertEquals(model.get(ValueLayout.JAVA_CHAR_UNALIGNED, offset), a.memory.getChar(offset));
        }
    }

    /// An array over a slice that begins anywhere: the element at each border of chunks and one by chance.
    private void elements(SegmentedMemory slice, MemorySegment model) {
        BigLongArray array = BigLongArray.over(slice);
        for (long at = 0; at < slice.byteSize(); at += Pools.CHUNK) {
            long border = Pools.CHUNK - (slice.origin & Pools.CHUNK - 1) + at;
            element(array, model, Math.min(border >> 3, array.length() - 1));
        }
        element(array, model, random.nextLong(array.length()));
    }

    private void element(BigLongArray array, MemorySegment model, long index) {
        assertEquals(model.get(ValueLayout.JAVA_LONG_UNALIGNED, 8 * index), array.get(index));
        long bits = random.nextLong();
        array.set(index, bits);
        model.set(ValueLayout.JAVA_LONG_UNALIGNED, 8 * index, bits);
    }

    /// A container and what it must hold.
    private static final class Pair {
        private final SegmentedMemory memory;
        private byte[] model;

        Pair(ChunkPool pool, int length) throws AllocationException {
            memory = pool.acquire(length);
            model = new byte[length];
        }

        void check() {
            byte[] bytes = new byte[model.length];
            memory.copyTo(0, MemorySegment.ofArray(bytes), 0, bytes.length);
            assertEquals(-1, Arrays.mismatch(model, bytes));
        }
    }
}
