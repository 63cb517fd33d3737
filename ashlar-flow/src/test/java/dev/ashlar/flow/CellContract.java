// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every kind of cell does, for those who read it.
abstract class CellContract {
    private static final int[] LENGTHS = {1, 7, 8, 40, 63, 64, 65, 1200};
    private static final long THREADS_NS = TimeUnit.MILLISECONDS.toNanos(300);

    @TempDir
    Path folder;

    abstract Cell cell(int valueLength);

    /// Writes a cell of this layout; called by one thread.
    abstract CellWrite writer(Cell cell);

    /// As a writer does it.
    interface CellWrite {
        long write(MemorySegment memory, long offset, MemorySegment source, long sourceOffset);
    }

    @Test
    void shouldBeEmptyWhereMemoryIsZero() {
        Cell cell = cell(40);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
        MemorySegment target = Arena.ofAuto().allocate(40);
        assertEquals(Cell.EMPTY, cell.read(memory, 0, target, 0, 3));
        assertEquals(Cell.EMPTY, cell.read(memory, 0, (_, _) -> { }, 3));
        assertEquals(Cell.EMPTY, cell.beginRead(memory, 0));
        assertEquals(Cell.EMPTY, cell.latest(memory, 0));
    }

    @Test
    void shouldReadWhatWasWrittenLast() {
        for (int length : LENGTHS) {
            Cell cell = cell(length);
            CellWrite writer = writer(cell);
            MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
            for (long version = 1; version <= 20; version++) {
                assertEquals(version, writer.write(memory, 0, Values.of(length, version), 0));
                check(cell, memory, 0, version);
            }
        }
    }

    private static void check(Cell cell, MemorySegment memory, long offset, long version) {
        int length = cell.valueLength();
        MemorySegment target = Arena.ofAuto().allocate(length + 3);
        long result = cell.read(memory, offset, target, 3, 1);
        assertEquals(version, Cell.version(result));
        assertEquals(1, Cell.attempts(result));
        assertTrue(Values.matches(target, 3, length, version));

        boolean[] whole = new boolean[1];
        result = cell.read(memory, offset, (where, at) -> whole[0] = Values.matches(where, at, length, version), 1);
        assertEquals(version, Cell.version(result));
        assertTrue(whole[0]);

        long ticket = cell.beginRead(memory, offset);
        assertEquals(version, Cell.version(ticket));
        assertTrue(Values.matches(memory, cell.valueOffset(offset, ticket), length, version));
        assertTrue(cell.validate(memory, offset, ticket));
        assertEquals(version, cell.latest(memory, offset));
    }

    @Test
    void shouldKeepAValueUntilItChanges() {
        for (int length : LENGTHS) {
            Cell cell = cell(length);
            CellWrite writer = writer(cell);
            MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize() + 8, 8);
            CellReader reader = new CellReader(cell, memory, 8);
            assertEquals(Cell.EMPTY, reader.read(1));
            assertThrows(IllegalStateException.class, reader::value);
            for (long version = 1; version <= 20; version++) {
                writer.write(memory, 8, Values.of(length, version), 0);
                long result = reader.read(1);
                assertEquals(version, Cell.version(result));
                assertEquals(1, Cell.attempts(result));
                assertTrue(Values.matches(reader.value(), 0, length, version));
                long again = reader.read(1);
                assertEquals(version, Cell.version(again));
                assertEquals(0, Cell.attempts(again), "copied again");
                boolean[] whole = new boolean[1];
                long now = version;
                reader.wrap((where, at) -> whole[0] = Values.matches(where, at, length, now));
                assertTrue(whole[0]);
            }
            // Damage: the value is still that of the last read.
            memory.set(ValueLayout.JAVA_LONG, 8, -1);
            assertEquals(Cell.CORRUPT, reader.read(1));
            assertTrue(Values.matches(reader.value(), 0, length, 20));
            assertThrows(IndexOutOfBoundsException.class, () -> new CellReader(cell, memory, 16));
            assertThrows(IllegalArgumentException.class, () -> new CellReader(cell, memory, 4));
        }
    }

    @Test
    void shouldSayWhenWhatWasReadIsOfTheWrongMoment() {
        Cell cell = cell(40);
        CellWrite writer = writer(cell);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
        writer.write(memory, 0, Values.of(40, 1), 0);
        long ticket = cell.beginRead(memory, 0);
        long valueOffset = cell.valueOffset(0, ticket);
        boolean valid = true;
        for (long version = 2; version <= 40; version++) {
            writer.write(memory, 0, Values.of(40, version), 0);
            valid &= cell.validate(memory, 0, ticket);
            assertEquals(valid, cell.validate(memory, 0, ticket), "valid again");
            assertTrue(!valid || Values.matches(memory, valueOffset, 40, 1));
            assertEquals(version - 1, cell.latest(memory, 0) - Cell.version(ticket));
        }
        assertFalse(valid);
    }

    @Test
    void shouldMakeNoMoreAttemptsThanItMay() {
        Cell cell = cell(8);
        CellWrite writer = writer(cell);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
        writer.write(memory, 0, Values.of(8, 1), 0);
        int[] calls = new int[1];
        long version = 1;
        MemorySegment value = Values.of(8, 2);
        long result = cell.read(memory, 0, (_, _) -> {
            calls[0]++;
            for (int i = 0; i < 40; i++) {
                writer.write(memory, 0, value, 0);
            }
        }, 7);
        assertEquals(Cell.CONTENDED, result);
        assertEquals(7, calls[0]);
        assertEquals(version + 7 * 40, cell.latest(memory, 0));

        result = cell.read(memory, 0, (_, _) -> {
            for (int i = 0; i < 40 && calls[0] < 9; i++) {
                writer.write(memory, 0, value, 0);
            }
            calls[0]++;
        }, 7);
        assertEquals(3, Cell.attempts(result));
        assertEquals(cell.latest(memory, 0), Cell.version(result));
    }

    @Test
    void shouldLieInAnyMemory() throws IOException {
        Cell cell = cell(40);
        CellWrite writer = writer(cell);
        long far = 3L << 30;
        MemorySegment array = MemorySegment.ofArray(new long[(int) cell.byteSize() / 8 + 2]);
        try (Arena arena = Arena.ofConfined(); FileChannel file = FileChannel.open(folder.resolve("sparse"),
                StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment mapped = file.map(MapMode.READ_WRITE, 0, far + cell.byteSize(), arena);
            List<MemorySegment> memories = List.of(array, mapped, mapped.asSlice(8), array.asSlice(8));
            for (MemorySegment memory : memories) {
                long offset = memory.byteSize() - cell.byteSize();
                long before = Math.max(0, cell.latest(memory, offset));
                writer.write(memory, offset, Values.of(40, before + 1), 0);
                check(cell, memory, offset, before + 1);
                check(cell, memory.asReadOnly(), offset, before + 1);
                assertThrows(IllegalArgumentException.class,
                        () -> writer.write(memory.asReadOnly(), offset, Values.of(40, 9), 0));
                check(cell, memory, offset, before + 1);
            }
        }
    }

    @Test
    void shouldRefuseWhatIsNoPlaceForIt() {
        Cell cell = cell(40);
        CellWrite writer = writer(cell);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize() + 8, 8);
        MemorySegment value = Values.of(40, 1);
        writer.write(memory, 0, value, 0);
        writer.write(memory, 0, value, 0);
        for (long offset : new long[] {-8, memory.byteSize(), Long.MAX_VALUE - 7}) {
            assertThrows(IndexOutOfBoundsException.class, () -> writer.write(memory, offset, value, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> cell.read(memory, offset, value, 0, 1));
        }
        MemorySegment small = Arena.ofAuto().allocate(cell.byteSize() - 8, 8);
        assertThrows(IndexOutOfBoundsException.class, () -> writer.write(small, 0, value, 0));
        assertEquals(Cell.EMPTY, cell.beginRead(small, 0));
        assertThrows(IllegalArgumentException.class, () -> writer.write(memory, 4, value, 0));
        assertThrows(IllegalArgumentException.class, () -> cell.read(memory, 4, value, 0, 1));
        assertThrows(IllegalArgumentException.class,
                () -> cell.read(MemorySegment.ofArray(new byte[999]), 0, value, 0, 1));
        for (int attempts : new int[] {0, -1, Cell.MAX_ATTEMPTS + 1}) {
            assertThrows(IllegalArgumentException.class, () -> cell.read(memory, 0, value, 0, attempts));
            assertThrows(IllegalArgumentException.class, () -> cell.read(memory, 0, (_, _) -> { }, attempts));
        }
        assertThrows(IllegalArgumentException.class, () -> cell(0));
        assertThrows(IllegalArgumentException.class, () -> cell(Cell.MAX_VALUE_LENGTH + 1));
        assertEquals(Cell.MAX_VALUE_LENGTH, cell(Cell.MAX_VALUE_LENGTH).valueLength());
    }

    /// What a caller gets wrong must not leave the cell unreadable.
    @Test
    void shouldKeepTheValueWhereTheSourceIsRefused() {
        Cell cell = cell(40);
        CellWrite writer = writer(cell);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
        writer.write(memory, 0, Values.of(40, 1), 0);
        assertThrows(IndexOutOfBoundsException.class, () -> writer.write(memory, 0, Values.of(40, 2), 1));
        assertThrows(IndexOutOfBoundsException.class, () -> writer.write(memory, 0, Values.of(40, 2), -1));
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(40);
        }
        assertThrows(IllegalStateException.class, () -> writer.write(memory, 0, closed, 0));
        check(cell, memory, 0, 1);
        writer.write(memory, 0, Values.of(40, 2), 0);
        check(cell, memory, 0, 2);
    }

    @Test
    void shouldKeepOffItsNeighbours() {
        for (int length : LENGTHS) {
            Cell cell = cell(length);
            CellWrite writer = writer(cell);
            long size = cell.byteSize();
            assertEquals(0, size % 8);
            MemorySegment memory = Arena.ofAuto().allocate(3 * size, 8);
            memory.asSlice(0, size).fill((byte) 0x55);
            memory.asSlice(2 * size, size).fill((byte) 0x55);
            for (int i = 0; i < 40; i++) {
                writer.write(memory, size, Values.of(length, i), 0);
            }
            byte[] expected = new byte[(int) size];
            java.util.Arrays.fill(expected, (byte) 0x55);
            assertArrayEquals(expected, memory.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(expected, memory.asSlice(2 * size, size).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    /// Whatever the bytes are, there is an answer, and nothing outside is touched.
    @Test
    void shouldAnswerWhateverTheBytesAre() {
        SplittableRandom random = Seed.random(getClass().getSimpleName());
        Cell cell = cell(24);
        CellWrite writer = writer(cell);
        MemorySegment value = Values.of(24, 1);
        MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 8);
        int corrupt = 0;
        for (int round = 0; round < 20_000; round++) {
            memory.fill((byte) 0);
            for (int i = random.nextInt(4); i > 0; i--) {
                writer.write(memory, 0, value, 0);
            }
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                long word = random.nextBoolean() ? random.nextLong() : random.nextInt(0x10000);
                memory.set(ValueLayout.JAVA_LONG, random.nextLong(memory.byteSize() / 8) * 8, word);
            }
            long result = cell.read(memory, 0, value, 0, 3);
            assertTrue(result > 0xff || result >= Cell.CORRUPT && result < 0, () -> "result=" + result);
            corrupt += result == Cell.CORRUPT ? 1 : 0;
            long written = writer.write(memory, 0, value, 0);
            assertTrue(written > 0 || written == Cell.CORRUPT, () -> "written=" + written);
        }
        assertTrue(corrupt > 1000, "corrupt=" + corrupt);
    }

    @Test
    void shouldNeverShowAMixToThreads() throws Exception {
        for (int length : new int[] {16, 1200}) {
            Cell cell = cell(length);
            MemorySegment memory = Arena.ofAuto().allocate(cell.byteSize(), 64);
            AtomicBoolean stop = new AtomicBoolean();
            try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
                CountDownLatch seen = new CountDownLatch(2);
                List<Future<?>> readers = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    readers.add(threads.submit(reader(cell, memory, stop, seen, i == 0)));
                }
                CellWrite writer = writer(cell);
                MemorySegment value = Values.of(length, 0);
                long end = System.nanoTime() + THREADS_NS;
                // However late the readers start, each reads something.
                for (long version = 1; System.nanoTime() < end || seen.getCount() > 0 && running(readers); version++) {
                    Values.fill(value, 0, length, version);
                    assertEquals(version, writer.write(memory, 0, value, 0));
                }
                stop.set(true);
                for (Future<?> reader : readers) {
                    reader.get();
                }
                assertEquals(0, seen.getCount(), "somebody read nothing");
            }
        }
    }

    private static boolean running(List<Future<?>> readers) {
        return readers.stream().noneMatch(Future::isDone);
    }

    private static Callable<Long> reader(Cell cell, MemorySegment memory, AtomicBoolean stop, CountDownLatch seen,
            boolean inPlace) {
        return () -> {
            int length = cell.valueLength();
            CellReader keeping = new CellReader(cell, memory, 0);
            long last = 0;
            long[] found = new long[2];
            while (!stop.get()) {
                long result;
                if (inPlace) {
                    result = cell.read(memory, 0, (where, at) -> {
                        found[0] = where.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
                        found[1] = where.get(ValueLayout.JAVA_LONG_UNALIGNED, at + length - 8);
                    }, 50);
                } else {
                    result = keeping.read(50);
                }
                if (result > 0) {
                    if (last == 0) {
                        seen.countDown();
                    }
                    long version = Cell.version(result);
                    if (inPlace) {
                        MemorySegment value = Values.of(length, version);
                        assertEquals(value.get(ValueLayout.JAVA_LONG, 0), found[0]);
                        assertEquals(value.get(ValueLayout.JAVA_LONG_UNALIGNED, length - 8), found[1]);
                    } else {
                        assertTrue(Values.matches(keeping.value(), 0, length, version), () -> "a mix, version=" + version);
                    }
                    assertTrue(version >= last, "went back");
                    last = version;
                } else {
                    assertTrue(result != Cell.CORRUPT && (result != Cell.EMPTY || last == 0), "result=" + result);
                }
            }
            return last;
        };
    }
}
