// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.flow.Cell;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.store.internal.v1.values.ValueChunk;
import dev.ashlar.store.internal.v1.values.ValueTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastValuesTest {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

    @TempDir
    Path folder;
    private final MemorySegment target = MemorySegment.ofArray(new byte[64]);

    @Test
    void shouldKeepTheLastValueOfEachKey() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            LastValues lastValues = writer.define(Quotes.DEFINITION);
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int round = 1; round <= 3; round++) {
                for (int id = -100; id < 100; id++) {
                    assertEquals(round, Quotes.put(quotes, id, 1000L * round + id, Quotes.LENGTH));
                }
            }
            check(lastValues, 3000);
            try (Store store = Store.open(folder)) {
                check(store.lastValues(Quotes.NAME), 3000);
                assertEquals(List.of(Quotes.NAME), store.lastValues().stream().map(LastValues::name).toList());
                assertTrue(store.tables().isEmpty());
                assertThrows(StoreException.class, () -> store.table(Quotes.NAME));
            }
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            assertEquals(Kind.CLEAN, writer.recovery().kind());
            check(writer.define(Quotes.DEFINITION), 3000);
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int id = -100; id < 100; id++) {
                assertEquals(4, Quotes.put(quotes, id, 4000 + id, Quotes.LENGTH));
            }
            check(writer.lastValues(Quotes.NAME), 4000);
        }
    }

    private void check(LastValues lastValues, long base) {
        LastValuesReader reader = lastValues.reader();
        assertEquals(200, lastValues.recordCount());
        for (int id = -100; id < 100; id++) {
            assertEquals(base + id, Quotes.number(reader, id, target, Quotes.LENGTH));
            assertEquals(base / 1000, reader.latest(reader.find(id)));
        }
        assertEquals(LastValuesReader.ABSENT, reader.find(100));
        assertEquals(LastValuesReader.ABSENT, reader.find(1L << 32));
        Set<Integer> ids = new HashSet<>();
        for (long record = reader.next(LastValuesReader.ABSENT); record >= 0; record = reader.next(record)) {
            long result = reader.read(record, (memory, at, length, version) -> {
                assertEquals(Quotes.LENGTH, length);
                assertEquals(0, version);
                assertTrue(ids.add(memory.get(PACKED_INT, at + 8)));
            }, 1);
            assertEquals(base / 1000, Cell.version(result));
        }
        assertEquals(200, ids.size());
        assertThrows(IndexOutOfBoundsException.class, () -> reader.read(200, target, 0, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> reader.latest(-1));
    }

    @Test
    void shouldShowKeysToReadersWhenTheyAreCommitted() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL); Store store = Store.open(folder)) {
            assertTrue(store.lastValues().isEmpty());
            writer.define(Quotes.DEFINITION);
            assertTrue(store.refresh());
            LastValuesReader reader = store.lastValues(Quotes.NAME).reader();
            assertEquals(LastValuesReader.ABSENT, reader.find(7));
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int id = 0; id < 200; id++) {
                ValueClaim claim = quotes.claim(id);
                long at = claim.offset();
                Quotes.fill(claim.memory(), at, id, Quotes.LENGTH);
                assertEquals(LastValuesReader.ABSENT, reader.find(id));
                claim.commit();
                assertEquals(id, Quotes.number(reader, id, target, Quotes.LENGTH));
                assertEquals(id + 1, store.lastValues(Quotes.NAME).recordCount());
            }
        }
    }

    @Test
    void shouldChangeNothingWhenAClaimIsGivenUp() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            LastValuesReader reader = writer.define(Quotes.DEFINITION).reader();
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            Quotes.put(quotes, 1, 5, Quotes.LENGTH);
            for (int id = 1; id <= 2; id++) {
                ValueClaim claim = quotes.claim(id);
                Quotes.fill(claim.memory(), claim.offset(), 6, Quotes.LENGTH);
                assertThrows(IllegalStateException.class, () -> quotes.update(9));
                claim.abort();
                claim.abort();
            }
            ValueClaim claim = quotes.claim(1);
            long at = claim.offset();
            claim.memory().set(PACKED_INT, at + 8, 3);
            assertThrows(IllegalStateException.class, claim::commit);
            assertEquals(5, Quotes.number(reader, 1, target, Quotes.LENGTH));
            assertEquals(LastValuesReader.ABSENT, reader.find(2));
            assertEquals(LastValuesReader.ABSENT, reader.find(3));
            assertEquals(1, writer.lastValues(Quotes.NAME).recordCount());
            assertEquals(2, Quotes.put(quotes, 1, 7, Quotes.LENGTH));
            assertThrows(IllegalArgumentException.class, () -> quotes.claim(1L << 31));
            assertThrows(IllegalArgumentException.class, () -> quotes.claim("1"));
            assertThrows(IndexOutOfBoundsException.class, () -> quotes.put(target, 64 - Quotes.LENGTH + 1));
            assertEquals(3, Quotes.put(quotes, 1, 8, Quotes.LENGTH));
        }
    }

    @Test
    void shouldChangeSomeFields() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Schema schema = Quotes.schema(0);
            LastValuesReader reader = writer.define(LastValuesDefinition.of(schema, "Position", "symbol")).reader();
            LastValuesWriter positions = writer.lastValuesWriter("Position");
            ValueClaim claim = positions.update("ASHLAR");
            long at = claim.offset();
            assertEquals((short) 0xffff, claim.memory().get(SHORT, at));
            assertEquals(Long.MIN_VALUE, claim.memory().get(PACKED_LONG, at + 13));
            claim.memory().set(SHORT, at, (short) 12);
            claim.commit();
            at = positions.update("ASHLAR").offset();
            claim.memory().set(PACKED_LONG, at + 13, 500);
            assertEquals(2, claim.commit());
            assertEquals(2, Cell.version(reader.read(reader.find("ASHLAR"), target, 0, 1)));
            assertEquals(12, target.get(SHORT, 0));
            assertEquals(500, target.get(PACKED_LONG, 13));
            assertEquals("ASHLAR\0\0\0\0\0", new String(target.asSlice(2, 11).toArray(ValueLayout.JAVA_BYTE),
                    StandardCharsets.US_ASCII));
            assertEquals(LastValuesReader.ABSENT, reader.find("ASHLA"));
            assertEquals(LastValuesReader.ABSENT, reader.find("ASHLAR567890"));
            assertEquals(LastValuesReader.ABSENT, reader.find("\u00e4"));
            assertThrows(IllegalArgumentException.class, () -> positions.claim("ASHLAR567890"));
            assertThrows(IllegalArgumentException.class, () -> reader.find(5));
        }
    }

    @Test
    void shouldHaveKeysOfSeveralFields() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            LastValues lastValues = writer.define(LastValuesDefinition.of(Quotes.schema(0), "Position", "symbol", "account")
                    .withName("Book").withSlots(7));
            assertEquals(13, lastValues.keyLength());
            assertEquals(7, lastValues.slots());
            assertEquals(List.of("symbol", "account"), lastValues.keyFields());
            LastValuesWriter positions = writer.lastValuesWriter("Book");
            MemorySegment block = MemorySegment.ofArray(new byte[29]);
            for (short account = 0; account < 50; account++) {
                for (byte symbol = 'A'; symbol <= 'D'; symbol++) {
                    block.set(SHORT, 0, account);
                    block.set(ValueLayout.JAVA_BYTE, 2, symbol);
                    block.set(PACKED_LONG, 13, account * 100 + symbol);
                    assertEquals(1, positions.put(block, 0));
                    assertEquals(2, positions.put(block, 0));
                }
            }
            assertEquals(200, lastValues.recordCount());
            LastValuesReader reader = lastValues.reader();
            MemorySegment key = MemorySegment.ofArray(new byte[15]);
            for (short account = 0; account < 50; account++) {
                for (byte symbol = 'A'; symbol <= 'D'; symbol++) {
                    key.set(ValueLayout.JAVA_BYTE, 1, symbol);
                    key.set(SHORT, 12, account);
                    assertEquals(2, Cell.version(reader.read(reader.find(key, 1), target, 0, 1)));
                    assertEquals(account * 100 + symbol, target.get(PACKED_LONG, 13));
                }
            }
            key.set(ValueLayout.JAVA_BYTE, 2, (byte) 'E');
            assertEquals(LastValuesReader.ABSENT, reader.find(key, 1));
            assertThrows(IllegalArgumentException.class, () -> reader.find("A"));
        }
    }

    @Test
    void shouldHaveNumbersInTheOrderOfTheSchema() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            LastValuesReader reader = writer.define(LastValuesDefinition.of(Quotes.bigEndian(), Quotes.NAME, "id")).reader();
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int id : new int[] {0, 1, -2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                ValueClaim claim = quotes.claim(id);
                long at = claim.offset();
                assertEquals(id, Integer.reverseBytes(claim.memory().get(PACKED_INT, at + 8)));
                claim.commit();
                assertFalse(reader.find(id) < 0);
            }
            assertEquals(LastValuesReader.ABSENT, reader.find(2));
        }
    }

    @Test
    void shouldMoveRecordsToANewerLayout() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            writer.define(Quotes.DEFINITION);
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int id = 0; id < 50; id++) {
                Quotes.put(quotes, id, id, Quotes.LENGTH);
                Quotes.put(quotes, id, id + 1, Quotes.LENGTH);
            }
            try (Store store = Store.open(folder)) {
                LastValuesReader older = store.lastValues(Quotes.NAME).reader();
                long[] records = new long[50];
                for (int id = 0; id < 50; id++) {
                    records[id] = older.find(id);
                }
                LastValues lastValues = writer.define(Quotes.NEWER);
                LastValuesReader reader = lastValues.reader();
                assertEquals(Quotes.NEWER_LENGTH, lastValues.block().blockLength());
                assertEquals(2, Quotes.number(reader, 1, target, Quotes.NEWER_LENGTH));
                assertEquals(Long.MIN_VALUE, target.get(PACKED_LONG, 28));
                for (int id = 0; id < 25; id++) {
                    assertEquals(3, Quotes.put(quotes, id, id + 100, Quotes.NEWER_LENGTH));
                    assertEquals(4, Quotes.put(quotes, id, id + 101, Quotes.NEWER_LENGTH));
                }
                ValueClaim claim = quotes.update(30);
                long at = claim.offset();
                assertEquals(31, claim.memory().get(PACKED_LONG, at));
                assertEquals(Long.MIN_VALUE, claim.memory().get(PACKED_LONG, at + 28));
                claim.commit();
                assertEquals(50, lastValues.recordCount());
                for (int id = 0; id < 50; id++) {
                    long number = id < 25 ? id + 101 : id + 1;
                    assertEquals(number, Quotes.number(reader, id, target, Quotes.NEWER_LENGTH));
                    assertEquals(id < 25 ? 3 * number : Long.MIN_VALUE, target.get(PACKED_LONG, 28));
                    assertEquals(number, Quotes.number(older, id, target, Quotes.LENGTH));
                    // By the number of the old record, too.
                    assertEquals(id < 25 ? 4 : id == 30 ? 3 : 2, Cell.version(older.read(records[id], target, 0, 1)));
                    assertEquals(number, Quotes.number(target, 0, id, Quotes.LENGTH));
                    assertEquals(id < 25 ? 4 : id == 30 ? 3 : 2, older.latest(records[id]));
                }
                int count = 0;
                for (long record = older.next(-1); record >= 0; record = older.next(record)) {
                    count++;
                }
                assertEquals(50, count);
            }
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            StoreException refused = assertThrows(StoreException.class, () -> writer.define(Quotes.DEFINITION));
            assertEquals(Reason.SCHEMA, refused.reason());
            LastValuesReader reader = writer.define(Quotes.NEWER).reader();
            assertEquals(125, Quotes.number(reader, 24, target, Quotes.NEWER_LENGTH));
            assertEquals(4, reader.latest(reader.find(24)));
            LastValuesCheckTest.assertSound(writer);
        }
    }

    @Test
    void shouldRefuseWhatDoesNotFit() throws StoreException {
        Schema schema = Quotes.schema(0);
        assertThrows(IllegalArgumentException.class, () -> LastValuesDefinition.of(schema, "Position"));
        assertThrows(IllegalArgumentException.class, () -> LastValuesDefinition.of(schema, "Position", "rate"));
        assertThrows(IllegalArgumentException.class, () -> LastValuesDefinition.of(schema, "Position", "none"));
        assertThrows(IllegalArgumentException.class, () -> LastValuesDefinition.of(schema, "None", "id"));
        assertThrows(IllegalArgumentException.class, () -> LastValuesDefinition.of(schema, "Position", "symbol", "symbol"));
        assertThrows(IllegalArgumentException.class, () -> Quotes.DEFINITION.withSlots(3));
        try (StoreWriter writer = Ticks.writer(folder)) {
            writer.define(Quotes.DEFINITION);
            assertRefused(writer, Quotes.DEFINITION.withSlots(5));
            assertRefused(writer, Quotes.DEFINITION.withName(Ticks.NAME));
            assertRefused(writer, LastValuesDefinition.of(schema, Quotes.NAME, "number"));
            assertRefused(writer, LastValuesDefinition.of(Quotes.bigEndian(), Quotes.NAME, "id"));
            assertThrows(StoreException.class, () -> writer.lastValuesWriter(Ticks.NAME));
            assertThrows(IllegalArgumentException.class, () -> writer.define(Quotes.DEFINITION.withName("")));
        }
    }

    private static void assertRefused(StoreWriter writer, LastValuesDefinition definition) {
        assertEquals(Reason.SCHEMA, assertThrows(StoreException.class, () -> writer.define(definition)).reason());
    }

    @Test
    void shouldGoOnWhenThereIsSpaceAgain() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withMaxBytes(64 * 4096))) {
            LastValues lastValues = writer.define(Quotes.DEFINITION);
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            int[] count = {0};
            StoreException full = assertThrows(StoreException.class, () -> {
                for (;; count[0]++) {
                    Quotes.put(quotes, count[0], count[0], Quotes.LENGTH);
                }
            });
            assertEquals(Reason.NO_SPACE, full.reason());
            assertTrue(count[0] > 64 * 10, "count=" + count[0]);
            // Values are replaced where they are.
            for (int id = 0; id < count[0]; id++) {
                assertEquals(2, Quotes.put(quotes, id, id + 1, Quotes.LENGTH));
            }
            assertEquals(count[0], lastValues.recordCount());
            LastValuesCheckTest.assertSound(writer);
        }
    }

    /// Of a record that was new when the last-value table was synced, as of others.
    @Test
    void shouldNotFillTheSlotThatTheDiskHas() throws StoreException {
        try (WriteStore writer = WriteStore.open(folder, Script.OPTIONS, new CalmDisk())) {
            ValueTable lastValues = (ValueTable) writer.define(Quotes.DEFINITION);
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int sync = 0; sync < 3; sync++) {
                Quotes.put(quotes, 7, 100 * sync, Quotes.LENGTH);
                writer.sync();
                ValueChunk chunk = lastValues.chunk(0);
                long cell = chunk.layout().cellOffset(chunk.offset(0));
                long ticket = chunk.layout().cell().beginRead(chunk.memory(), cell);
                for (int number = 1; number < 20; number++) {
                    Quotes.put(quotes, 7, 100 * sync + number, Quotes.LENGTH);
                    assertTrue(chunk.layout().cell().validate(chunk.memory(), cell, ticket), "number=" + number);
                }
            }
        }
    }
}
