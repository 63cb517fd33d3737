// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.RowReader;
import dev.ashlar.store.SortedIndex;
import dev.ashlar.store.SortedRange;
import dev.ashlar.store.SortedReader;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.index.SortedRun;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.index.TableSortedIndex;
import dev.ashlar.testkit.Allocation;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortedIndexTest {
    private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
    private static final int ROWS = 100_000;

    @TempDir
    Path folder;

    @Test
    void shouldBeKeptUpBesideReaders() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withChunkBytes(1 << 16));
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Table table = writer.define(Things.definition(LITTLE, 0));
            Appender appender = writer.appender(Things.NAME);
            AtomicLong committed = new AtomicLong();
            try (SortedIndex index = SortedIndex.build(table, "u64")) {
                writer.keepUp(index);
                List<Future<Long>> readers = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    SplittableRandom random = new SplittableRandom(i);
                    readers.add(threads.submit(() -> read(index, committed, random)));
                }
                for (long row = 0; row < ROWS; row++) {
                    Things.append(appender, LITTLE, false, key(row), "x");
                    committed.setRelease(row + 1);
                }
                for (Future<Long> reader : readers) {
                    assertTrue(reader.get() > 0);
                }
                assertEquals(ROWS, index.entryCount());
                assertEquals(List.of(), index.verify().findings());
            }
        }
    }

    /// Each row has another, in no order.
    private static long key(long row) {
        return row * 0x9e37_79b9_7f4a_7c15L;
    }

    private static long read(SortedIndex index, AtomicLong committed, SplittableRandom random) {
        long[] keys = new long[50];
        long[] wanted = new long[50];
        long[] rows = new long[50];
        long seen = 0;
        try (SortedReader reader = index.reader()) {
            for (long there = 0; there < ROWS;) {
                there = committed.getAcquire();
                for (int i = 0; i < keys.length; i++) {
                    wanted[i] = random.nextLong(Math.max(1, there));
                    keys[i] = key(wanted[i]);
                }
                reader.lookup(keys, 0, keys.length, rows);
                for (int i = 0; i < keys.length && there > 0; i++) {
                    assertEquals(wanted[i], rows[i]);
                    assertEquals(wanted[i], reader.floor(keys[i]));
                    seen++;
                }
            }
        }
        return seen;
    }

    @Test
    void shouldSayThatARangeIsOver() throws Exception {
        try (StoreWriter writer = Ticks.writer(folder, 1000)) {
            Table table = writer.table(Ticks.NAME);
            try (SortedIndex index = SortedIndex.build(table, "time"); SortedReader reader = index.reader()) {
                writer.keepUp(index);
                SortedRange range = reader.range(Ticks.time(500), Ticks.time(600));
                assertEquals(500, range.next());
                Ticks.append(writer.appender(Ticks.NAME), 1000);
                assertEquals(501, range.next());
                assertEquals(1999, reader.floor(Long.MAX_VALUE));
                assertThrows(IllegalStateException.class, range::next);
                assertEquals(RowReader.ABSENT, reader.range(5, 4).next());
                assertEquals(1500, reader.ceiling(Ticks.time(1500) - 1));
            }
        }
    }

    @Test
    void shouldHaveFewRunsAndFreeThoseThatWereMerged() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Ticks.DEFINITION);
            try (SortedIndex index = SortedIndex.build(table, "price"); SortedReader reader = index.reader()) {
                writer.keepUp(index);
                TableSortedIndex runs = (TableSortedIndex) index;
                for (int i = 0; i < 300; i++) {
                    SortedRun[] before = runs.runs().runs();
                    Ticks.append(writer.appender(Ticks.NAME), 100);
                    assertTrue(runs.runs().runs().length <= 4);
                    assertEquals(table.endRow() - 1, reader.floor(Long.MAX_VALUE));
                    for (SortedRun run : before) {
                        boolean there = List.of(runs.runs().runs()).contains(run);
                        assertEquals(there, run.tryHold());
                        if (there) {
                            run.release();
                        }
                    }
                }
            }
        }
    }

    @Test
    void shouldRefuseWhatCannotBe() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Things.definition(LITTLE, 0));
            assertThrows(IllegalArgumentException.class, () -> SortedIndex.build(table, "ratio"));
            SortedIndex index = SortedIndex.build(table, "code");
            SortedReader reader = index.reader();
            MemorySegment bytes = MemorySegment.ofArray(new byte[20]);
            assertEquals(RowReader.ABSENT, reader.find(bytes, 0));
            assertEquals(RowReader.ABSENT, reader.prefix(bytes, 0, 0).next());
            assertThrows(IllegalStateException.class, () -> reader.find(1));
            assertThrows(IllegalStateException.class, () -> reader.floor(1));
            assertThrows(IllegalArgumentException.class, () -> reader.prefix(bytes, 0, 12));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.prefix(bytes, 15, 6));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.find(bytes, 15));
            index.close();
            assertThrows(IllegalStateException.class, () -> reader.find(bytes, 0));
            reader.close();
        }
    }

    @Test
    void shouldSayWhatIsWrongWithAnIndex() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Things.definition(LITTLE, 0));
            for (int row = 0; row < 100; row++) {
                Things.append(writer.appender(Things.NAME), LITTLE, false, row, "x");
            }
            try (SortedIndex index = SortedIndex.build(table, "i64")) {
                assertTrue(index.verify().isWhole());
                table.forEachRun(50, 51, (memory, offset, _, _, _, _) ->
                        memory.set(StoreLayout.PACKED_LONG, offset + 8, 1_000_000));
                assertEquals(List.of("entry leads to a row with another key: row=50"), index.verify().findings());
                table.forEachRun(50, 51, (memory, offset, _, _, _, _) ->
                        memory.set(StoreLayout.PACKED_LONG, offset + 8, Long.MIN_VALUE));
                assertEquals(2, index.verify().findings().size());
            }
        }
    }

    @Test
    void shouldLookUpWithoutAllocating() throws Exception {
        StoreOptions options = StoreOptions.defaults().withChunkBytes(1 << 22).withDurability(Durability.NONE);
        try (StoreWriter writer = StoreWriter.open(folder, options)) {
            Table table = writer.define(Things.definition(LITTLE, 0));
            for (int row = 0; row < 20_000; row++) {
                Things.append(writer.appender(Things.NAME), LITTLE, false, key(row), "k" + row);
            }
            long[] keys = new long[256];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = key(i * 100L);
            }
            long[] rows = new long[256];
            long[] values = new long[256];
            long[] sum = {0};
            IntegerField field = IntegerField.of(table, "i32");
            MemorySegment code = MemorySegment.ofArray(Things.code("k777"));
            try (SortedIndex index = SortedIndex.build(table, "u64"); SortedReader reader = index.reader();
                    SortedIndex texts = SortedIndex.build(table, "code"); SortedReader byText = texts.reader()) {
                assertEquals(0, Allocation.leastBytes(1000, () -> sum[0] += reader.find(keys[7])), "find");
                assertEquals(0, Allocation.leastBytes(1000, () -> sum[0] += reader.floor(8)), "floor");
                assertEquals(0, Allocation.leastBytes(1000, () -> sum[0] += byText.find(code, 0)), "find of bytes");
                assertEquals(0, Allocation.leastBytes(100, () -> {
                    sum[0] += reader.lookup(keys, 0, 256, rows);
                    reader.read(rows, 0, 256, field, values, 0);
                }), "lookup");
            }
        }
    }
}
