// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.Appender;
import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.index.Buckets;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.index.TableHashIndex;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashIndexTest {
    private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
    private static final long ABSENT = HashReader.ABSENT;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindIntegersOfAllWidths(boolean big) throws Exception {
        ByteOrder order = big ? ByteOrder.BIG_ENDIAN : LITTLE;
        long[] numbers = {0, 1, -1, 127, 128, 255, 256, -128, Short.MAX_VALUE, 65_535, Integer.MIN_VALUE + 1L,
            Integer.MAX_VALUE, 1L << 32, Long.MIN_VALUE + 1, Long.MAX_VALUE, -2};
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Things.definition(order, 0));
            Appender appender = writer.appender(Things.NAME);
            for (long number : numbers) {
                Things.append(appender, order, false, number, "x");
            }
            for (String field : List.of("u64", "i64", "u32", "i32", "u16", "i16", "u8", "time")) {
                int unused = 64 - 8 * Things.bytes(field);
                boolean signed = field.startsWith("i");
                try (HashIndex index = HashIndex.build(table, IndexDefinition.unique(field));
                        HashReader reader = index.reader()) {
                    assertTrue(index.isInteger());
                    for (int row = 0; row < numbers.length; row++) {
                        long value = signed ? numbers[row] << unused >> unused : numbers[row] << unused >>> unused;
                        int last = row;
                        for (int later = row + 1; later < numbers.length; later++) {
                            last = numbers[later] << unused == numbers[row] << unused ? later : last;
                        }
                        assertEquals(last, reader.find(value), field + "=" + value);
                    }
                    assertEquals(ABSENT, reader.find(77));
                    assertEquals(List.of(), index.verify().findings());
                }
            }
        }
    }

    @Test
    void shouldLeaveOutNullAndAbsent() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            writer.define(Things.definition(LITTLE, 0));
            Things.append(writer.appender(Things.NAME), LITTLE, false, Long.MIN_VALUE, "");
            Things.append(writer.appender(Things.NAME), LITTLE, false, Integer.MIN_VALUE, "a");
            Table table = writer.define(Things.definition(LITTLE, 1));
            Things.append(writer.appender(Things.NAME), LITTLE, true, 5, "b");
            Things.append(writer.appender(Things.NAME), LITTLE, true, -1, "c");
            assertKeys(table, "i64", new long[] {Long.MIN_VALUE, Integer.MIN_VALUE, 5, -1},
                    new long[] {ABSENT, 1, 2, 3});
            assertKeys(table, "i32", new long[] {0, Integer.MIN_VALUE, 5, -1}, new long[] {0, ABSENT, 2, 3});
            // Blocks of version 0 do not have it, and of the last row the null value is in it.
            assertKeys(table, "late", new long[] {0, Long.MIN_VALUE, 5, -1}, new long[] {ABSENT, ABSENT, 2, ABSENT});
            try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("code"));
                    HashReader reader = index.reader()) {
                assertEquals(3, index.entryCount());
                assertEquals(ABSENT, reader.find(MemorySegment.ofArray(Things.code("")), 0));
                assertEquals(1, reader.find(MemorySegment.ofArray(Things.code("a")), 0));
                assertEquals(3, reader.find(MemorySegment.ofArray(Things.code("c")), 0));
            }
        }
    }

    private static void assertKeys(Table table, String field, long[] keys, long[] expected)
            throws AllocationException {
        try (HashIndex index = HashIndex.build(table, IndexDefinition.multi(field));
                HashReader reader = index.reader()) {
            long[] rows = new long[keys.length];
            reader.lookup(keys, 0, keys.length, rows);
            assertArrayEquals(expected, rows, field);
            assertEquals(List.of(), index.verify().findings());
        }
    }

    @Test
    void shouldFindKeysOfSeveralFields() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Things.definition(LITTLE, 0));
            Appender appender = writer.appender(Things.NAME);
            for (int row = 0; row < 1000; row++) {
                Things.append(appender, LITTLE, false, row, "code" + row % 7);
            }
            try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("code", "u16", "pair"));
                    HashReader reader = index.reader()) {
                assertFalse(index.isInteger());
                assertEquals(11 + 2 + 6, index.keyLength());
                MemorySegment keys = MemorySegment.ofArray(new byte[1000 * 19]);
                for (int row = 0; row < 1000; row++) {
                    long at = row * 19L;
                    MemorySegment.copy(MemorySegment.ofArray(Things.code("code" + row % 7)), 0, keys, at, 11);
                    Things.put(keys, at + 11, 2, LITTLE, row);
                    Things.put(keys, at + 13, 2, LITTLE, row >> 8);
                    Things.put(keys, at + 15, 4, LITTLE, row);
                    assertEquals(row, reader.find(keys, at));
                }
                long[] rows = new long[1000];
                assertEquals(1000, reader.lookup(keys, 0, 1000, rows));
                assertEquals(999, rows[999]);
                Things.put(keys, 12, 1, LITTLE, 1);
                assertEquals(999, reader.lookup(keys, 0, 1000, rows));
                assertEquals(ABSENT, rows[0]);
            }
        }
    }

    @Test
    void shouldLeadFromRowToRowWithTheSameKey() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Things.definition(LITTLE, 0));
            Appender appender = writer.appender(Things.NAME);
            try (HashIndex index = HashIndex.build(table, IndexDefinition.multi("u8"));
                    HashReader reader = index.reader()) {
                writer.keepUp(index);
                for (int row = 0; row < 5000; row++) {
                    Things.append(appender, LITTLE, false, row % 11, "x");
                }
                for (int key = 0; key < 11; key++) {
                    List<Long> found = new ArrayList<>();
                    for (long row = reader.find(key); row != ABSENT; row = reader.previous(row)) {
                        found.add(row);
                    }
                    List<Long> expected = new ArrayList<>();
                    for (long row = 4999; row >= 0; row--) {
                        if (row % 11 == key) {
                            expected.add(row);
                        }
                    }
                    assertEquals(expected, found);
                }
                assertEquals(11, index.entryCount());
                assertTrue(index.verify().isWhole());
                assertEquals(5000, index.verify().rows());
            }
        }
    }

    @Test
    void shouldReadFieldsOfWhatItFinds() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            writer.define(Things.definition(LITTLE, 0));
            for (int row = 0; row < 300; row++) {
                Things.append(writer.appender(Things.NAME), LITTLE, false, row, "x" + row);
            }
            Table table = writer.define(Things.definition(LITTLE, 1));
            for (int row = 300; row < 600; row++) {
                Things.append(writer.appender(Things.NAME), LITTLE, true, row, "x" + row);
            }
            try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("u64"));
                    HashReader reader = index.reader()) {
                long[] keys = new long[700];
                for (int i = 0; i < keys.length; i++) {
                    keys[i] = (i * 373L) % 700;
                }
                long[] rows = new long[700];
                long[] values = new long[700];
                assertEquals(600, reader.lookupAndRead(keys, 0, 700, rows, IntegerField.of(table, "late"), values, -7));
                for (int i = 0; i < 700; i++) {
                    assertEquals(keys[i] >= 300 && keys[i] < 600 ? keys[i] : -7, values[i]);
                }
                long[] seen = {0};
                reader.lookupAndVisit(keys, 0, 700, rows, (at, row, memory, offset, layout) -> {
                    assertEquals(keys[at], row);
                    assertEquals(row, memory.get(StoreLayout.PACKED_LONG, offset));
                    assertEquals(row < 300 ? 0 : 1, layout.schemaVersion());
                    seen[0]++;
                });
                assertEquals(600, seen[0]);
                // Rows that come later, in a chunk that the reader has not seen yet.
                for (int row = 600; row < 700; row++) {
                    Things.append(writer.appender(Things.NAME), LITTLE, true, row, "x" + row);
                }
                index.update();
                assertEquals(700, reader.lookupAndRead(keys, 0, 700, rows, IntegerField.of(table, "u16"), values, -7));
                assertArrayEquals(keys, values);
                assertThrows(IndexOutOfBoundsException.class,
                        () -> reader.visit(new long[] {700}, 0, 1, (_, _, _, _, _) -> { }));
            }
        }
    }

    @Test
    void shouldForgetRetiredRows() throws Exception {
        for (String field : List.of("u64", "code")) {
            try (StoreWriter writer = StoreWriter.open(folder.resolve(field), Ticks.SMALL.withMaxBytes(64 * 4096))) {
                Table table = writer.define(Things.definition(LITTLE, 0));
                Appender appender = writer.appender(Things.NAME);
                try (HashIndex unique = HashIndex.build(table, IndexDefinition.unique(field));
                        HashIndex multi = HashIndex.build(table, IndexDefinition.multi(field));
                        HashReader old = unique.reader()) {
                    writer.keepUp(unique);
                    writer.keepUp(multi);
                    long bytes = 0;
                    for (int row = 0; row < 40_000; row++) {
                        Things.append(appender, LITTLE, false, row / 2, "k" + row / 2);
                        if (row % 500 == 499) {
                            old.refresh();
                            writer.retire(Things.NAME, row - 900);
                        }
                        if (row == 10_000) {
                            bytes = unique.memoryBytes() + multi.memoryBytes();
                        }
                    }
                    assertEquals(bytes, unique.memoryBytes() + multi.memoryBytes(), bytes / 4.0);
                    try (HashReader reader = unique.reader(); HashReader all = multi.reader()) {
                        for (long row = 0; row < 40_000; row++) {
                            boolean there = row >= table.firstRow();
                            MemorySegment code = MemorySegment.ofArray(Things.code("k" + row / 2));
                            long found = field.equals("code") ? reader.find(code, 0) : reader.find(row / 2);
                            long last = row / 2 * 2 + 1;
                            assertEquals(last >= table.firstRow() ? last : ABSENT, found);
                            if (there && row == last) {
                                assertEquals(row - 1 >= table.firstRow() ? row - 1 : ABSENT, all.previous(row));
                            }
                        }
                    }
                    assertEquals(List.of(), unique.verify().findings());
                    assertEquals(List.of(), multi.verify().findings());
                    assertEquals(table.rowCount(), multi.verify().rows());
                }
            }
        }
    }

    @Test
    void shouldKeepWhatAReaderHoldsFromBeingOverwritten() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Things.definition(LITTLE, 0));
            Appender appender = writer.appender(Things.NAME);
            for (int row = 0; row < 1000; row++) {
                Things.append(appender, LITTLE, false, row, "k" + row);
            }
            try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("code"));
                    HashReader reader = index.reader()) {
                writer.retire(Things.NAME, 900);
                for (int row = 1000; row < 2000; row++) {
                    Things.append(appender, LITTLE, false, row, "k" + row);
                }
                assertEquals(7, reader.find(MemorySegment.ofArray(Things.code("k7")), 0));
                reader.refresh();
                assertEquals(ABSENT, reader.find(MemorySegment.ofArray(Things.code("k7")), 0));
                assertEquals(990, reader.find(MemorySegment.ofArray(Things.code("k990")), 0));
            }
        }
    }

    @Test
    void shouldFollowTheWriterOfAnotherStore() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            writer.define(Things.definition(LITTLE, 0));
            Appender appender = writer.appender(Things.NAME);
            try (Store store = Store.open(folder)) {
                Table table = store.table(Things.NAME);
                try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("u64"));
                        HashReader reader = index.reader()) {
                    for (int row = 0; row < 1000; row++) {
                        Things.append(appender, LITTLE, false, row, "x");
                        assertEquals(ABSENT, reader.find(row));
                        assertEquals(row + 1, index.update());
                        assertEquals(row, reader.find(row));
                    }
                    assertThrows(IllegalArgumentException.class, () -> writer.keepUp(index));
                }
            }
        }
    }

    @Test
    void shouldBeKeptUpByAJournal() throws Exception {
        try (StoreWriter writer = Orders.writer(folder, 10)) {
            Table orders = writer.table("Order");
            Table legs = writer.table("Order_legs");
            try (HashIndex ids = HashIndex.build(orders, IndexDefinition.unique("id"));
                    HashIndex leg = HashIndex.build(legs, IndexDefinition.multi("leg"))) {
                writer.keepUp(ids);
                writer.keepUp(leg);
                Orders.record(writer.journalWriter(Orders.NAME), 10, 1000);
                assertEquals(orders.endRow(), ids.endRow());
                assertEquals(legs.endRow(), leg.endRow());
                assertEquals(List.of(), ids.verify().findings());
                assertEquals(List.of(), leg.verify().findings());
                assertEquals(legs.rowCount(), leg.verify().rows());
            }
        }
    }

    @Test
    void shouldBuildAnewWhenTheStoreIsOpened() throws Exception {
        Ticks.writer(folder, 1000).close();
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Ticks.DEFINITION);
            try (HashIndex index = HashIndex.build(table, IndexDefinition.unique("size"));
                    HashReader reader = index.reader()) {
                writer.keepUp(index);
                Ticks.append(writer.appender(Ticks.NAME), 1000);
                assertEquals(1999, reader.find(1999));
                assertEquals(3, reader.find(3));
                assertEquals(2000, index.endRow());
            }
            Ticks.append(writer.appender(Ticks.NAME), 10);
        }
    }

    @Test
    void shouldFreeAGenerationWhenTheLastReaderHasLeftIt() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Ticks.DEFINITION);
            HashIndex index = HashIndex.build(table, IndexDefinition.unique("size"));
            writer.keepUp(index);
            Buckets last;
            try (HashReader idle = index.reader(); HashReader busy = index.reader()) {
                idle.find(0);
                busy.find(0);
                Buckets before = ((TableHashIndex) index).buckets();
                Ticks.append(writer.appender(Ticks.NAME), 1000);
                assertTrue(before != ((TableHashIndex) index).buckets());
                assertEquals(5, busy.find(5));
                assertTrue(before.tryHold());
                before.release();
                assertEquals(5, idle.find(5));
                assertFalse(before.tryHold());
                last = ((TableHashIndex) index).buckets();
                index.close();
                assertTrue(last.tryHold());
                last.release();
            }
            assertFalse(last.tryHold());
        }
    }

    @Test
    void shouldSayWhatIsWrongWithAnIndex() throws Exception {
        try (StoreWriter writer = Ticks.writer(folder, 100)) {
            Table table = writer.table(Ticks.NAME);
            try (HashIndex index = HashIndex.build(table, IndexDefinition.multi("size"));
                    HashIndex once = HashIndex.build(table, IndexDefinition.unique("size"))) {
                assertTrue(index.verify().isWhole());
                // Another key where the 51st row was, as if the index had not been told of it.
                table.forEachRun(50, 51, (memory, offset, _, _, _, _) -> {
                    assertFalse(memory.isReadOnly());
                    memory.set(StoreLayout.PACKED_INT, offset + 16, 1_000_000);
                });
                assertEquals(2, index.verify().findings().size(), () -> index.verify().toString());
                assertEquals(2, once.verify().findings().size());
            }
        }
    }

    @Test
    void shouldRefuseWhatCannotBe() throws Exception {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Things.definition(LITTLE, 0));
            Things.append(writer.appender(Things.NAME), LITTLE, false, 1, "x");
            for (String field : List.of("ratio", "nothing", "")) {
                assertThrows(IllegalArgumentException.class,
                        () -> HashIndex.build(table, IndexDefinition.unique(field)));
            }
            assertThrows(IllegalArgumentException.class,
                    () -> HashIndex.build(table, new IndexDefinition(List.of(), true)));
            assertThrows(IllegalArgumentException.class, () -> IntegerField.of(table, "code"));
            HashIndex index = HashIndex.build(table, IndexDefinition.unique("u64"));
            HashReader reader = index.reader();
            MemorySegment bytes = MemorySegment.ofArray("0123456789".getBytes(StandardCharsets.US_ASCII));
            assertThrows(IllegalStateException.class, () -> reader.find(bytes, 0));
            assertThrows(IllegalStateException.class, () -> reader.previous(0));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.lookup(new long[3], 1, 3, new long[3]));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.lookup(new long[3], 0, 3, new long[2]));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.lookup(new long[3], 0, -1, new long[2]));
            try (HashIndex codes = HashIndex.build(table, IndexDefinition.unique("code"));
                    HashReader other = codes.reader()) {
                assertThrows(IllegalStateException.class, () -> other.find(1));
                assertThrows(IndexOutOfBoundsException.class, () -> other.find(bytes, 0));
                assertThrows(IndexOutOfBoundsException.class, () -> other.lookup(bytes, 0, 1 << 30, new long[1]));
            }
            index.close();
            index.close();
            assertThrows(IllegalStateException.class, () -> reader.find(1));
            assertThrows(IllegalStateException.class, index::update);
            assertThrows(IllegalStateException.class, index::reader);
            reader.close();
            reader.close();
            assertThrows(IllegalStateException.class, () -> reader.find(1));
            // The writer continues without it.
            Things.append(writer.appender(Things.NAME), LITTLE, false, 2, "y");
        }
    }

    @Test
    void shouldTellThoseWhoComeAfterClosing() throws StoreException, AllocationException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table table = writer.define(Ticks.DEFINITION);
            HashIndex index = HashIndex.build(table, IndexDefinition.unique("size"));
            writer.keepUp(index);
            index.close();
            Ticks.append(writer.appender(Ticks.NAME), 10);
            assertEquals(0, index.endRow());
        }
    }
}
