// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.MessageClaim;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.UnsplitMessages;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.journal.UnsplitCounts;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir
    Path folder;

    @Test
    void shouldKeepMessagesAndRowsWhenReopened() throws StoreException {
        try (StoreWriter writer = Orders.writer(folder, 1000)) {
            Orders.checkAll(writer, 1000);
        }
        try (Store store = Store.open(folder)) {
            Orders.checkAll(store, 1000);
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            assertEquals(Kind.CLEAN, writer.recovery().kind());
            assertEquals(0, writer.recovery().messages());
            Orders.record(writer.journalWriter(Orders.NAME), 1000, 2000);
            Orders.checkAll(writer, 2000);
        }
    }

    @Test
    void shouldShowMessagesToReadersAsTheyAreRecorded() throws StoreException {
        try (StoreWriter writer = Orders.writer(folder)) {
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            try (Store store = Store.open(folder); JournalCursor cursor = store.journal(Orders.NAME).cursor();
                    JournalCursor tail = store.journal(Orders.NAME).tail()) {
                assertFalse(cursor.next());
                for (long n = 0; n < 300; n++) {
                    Orders.record(recorder, n, n + 1);
                    assertTrue(cursor.next());
                    Orders.check(cursor, n);
                    assertTrue(tail.next());
                    Orders.check(tail, n);
                    assertFalse(cursor.next());
                }
                MessageClaim claim = recorder.claim(100);
                assertFalse(cursor.next());
                claim.abort();
                assertFalse(tail.next());
                assertTrue(store.refresh());
                Orders.checkAll(store, 300);
            }
        }
    }

    @Test
    void shouldPublishABatchAtOnce() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withChunkBytes(1 << 16))) {
            Journal journal = writer.define(Orders.DEFINITION);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            Orders.record(recorder, 0, 10);
            long end = journal.endPosition();
            recorder.beginBatch();
            Orders.record(recorder, 10, 100);
            assertEquals(end, journal.endPosition());
            assertEquals(10, writer.table("Order").endRow());
            assertThrows(IllegalStateException.class, recorder::beginBatch);
            recorder.endBatch();
            assertThrows(IllegalStateException.class, recorder::endBatch);
            Orders.checkAll(writer, 100);
            recorder.beginBatch();
            Orders.record(recorder, 100, 2000);
            recorder.endBatch();
            Orders.checkAll(writer, 2000);
            recorder.beginBatch();
            Orders.record(recorder, 2000, 2010);
        }
        try (Store store = Store.open(folder)) {
            Orders.checkAll(store, 2010);
        }
    }

    @Test
    void shouldRecordInPlace() throws StoreException {
        try (StoreWriter writer = Orders.writer(folder)) {
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            for (long n = 0; n < 200; n++) {
                byte[] bytes = Orders.bytes(n);
                MessageClaim claim = recorder.claim(1000);
                long at = claim.offset();
                assertThrows(IllegalStateException.class, () -> recorder.claim(1));
                MemorySegment.copy(MemorySegment.ofArray(bytes), 0, claim.memory(), at, bytes.length);
                assertThrows(IllegalArgumentException.class, () -> claim.commit(1001, 0, 0));
                claim.commit(bytes.length, Orders.time(n), Orders.sequence(n));
                assertEquals(n, recorder.row());
                assertThrows(IllegalStateException.class, () -> claim.commit(0, 0, 0));
            }
            assertThrows(IllegalArgumentException.class, () -> recorder.claim(4096 - 31));
            recorder.claim(4096 - 32).abort();
            Orders.checkAll(writer, 200);
        }
    }

    @Test
    void shouldMoveToAnyMessage() throws StoreException {
        try (StoreWriter writer = Orders.writer(folder, 1000)) {
            Journal journal = writer.journal(Orders.NAME);
            List<Long> positions = new ArrayList<>();
            try (JournalCursor cursor = journal.cursor()) {
                while (cursor.next()) {
                    positions.add(cursor.position());
                }
                for (int n = 999; n >= 0; n--) {
                    assertTrue(cursor.previous());
                    Orders.check(cursor, n);
                }
                assertFalse(cursor.previous());
                assertTrue(cursor.next());
                for (int n = 0; n < 1000; n += 7) {
                    assertTrue(cursor.seekPosition(positions.get(n)));
                    Orders.check(cursor, n);
                    assertTrue(cursor.seekTime(Orders.time(n) - 5));
                    Orders.check(cursor, n);
                    assertTrue(cursor.seekSequence(Orders.sequence(n)));
                    Orders.check(cursor, n / 3 * 3);
                    long position = cursor.position();
                    assertThrows(CorruptChunkException.class, () -> cursor.seekPosition(position + 8));
                    assertThrows(CorruptChunkException.class, () -> cursor.seekPosition(position + 1));
                    assertThrows(IllegalStateException.class, cursor::position);
                }
                assertFalse(cursor.seekPosition(-1));
                assertFalse(cursor.seekPosition(journal.endPosition()));
                assertFalse(cursor.seekTime(Orders.time(1000)));
                assertFalse(cursor.next());
                assertTrue(cursor.previous());
                Orders.check(cursor, 999);
                assertFalse(cursor.seekSequence(Orders.sequence(1000) + 1));
            }
        }
    }

    @Test
    void shouldFindTimesThatAreNotInOrder() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Journal journal = writer.define(Orders.DEFINITION);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            byte[] bytes = Orders.bytes(0);
            for (long n = 0; n < 500; n++) {
                recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, n ^ 15, 1000 - n);
            }
            try (JournalCursor cursor = journal.cursor()) {
                for (long time = 0; time < 500; time++) {
                    assertTrue(cursor.seekTime(time));
                    long first = 0;
                    while ((first ^ 15) < time) {
                        first++;
                    }
                    assertEquals(first, cursor.row());
                }
                assertTrue(cursor.seekSequence(700));
                assertEquals(0, cursor.row());
            }
        }
    }

    @Test
    void shouldKeepAndCountWhatCannotBeTakenApart() throws StoreException {
        byte[] good = Orders.bytes(3);
        byte[] cut = java.util.Arrays.copyOf(good, good.length - 30);
        byte[] otherTemplate = good.clone();
        otherTemplate[2] = 99;
        byte[] otherSchema = good.clone();
        otherSchema[4] = 99;
        byte[] none = new byte[3];
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Journal journal = writer.define(Orders.DEFINITION);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            for (int round = 0; round < 2; round++) {
                for (byte[] bytes : List.of(cut, otherTemplate, good, otherSchema, none, new byte[0])) {
                    recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, 1, 1);
                }
            }
            assertEquals(12, recorder.recordedCount());
            assertEquals(12, journal.messageCount());
            assertEquals(2, writer.table("Order").rowCount());
            assertEquals(Set.of(new UnsplitMessages(8, 1, Status.BLOCK_TOO_LONG, 2),
                    new UnsplitMessages(8, 99, Status.UNKNOWN_TEMPLATE, 2),
                    new UnsplitMessages(99, 1, Status.OTHER_SCHEMA, 2),
                    new UnsplitMessages(-1, -1, Status.HEADER_TOO_LONG, 4)), Set.copyOf(recorder.refusals()));
            long[] rows = {JournalWriter.MALFORMED, JournalWriter.UNKNOWN, 0, JournalWriter.UNKNOWN,
                    JournalWriter.MALFORMED,
                JournalWriter.MALFORMED, JournalWriter.MALFORMED, JournalWriter.UNKNOWN, 1};
            int[] lengths = {cut.length, good.length, good.length, good.length, 3, 0};
            try (JournalCursor cursor = journal.cursor()) {
                for (int i = 0; i < rows.length; i++) {
                    assertTrue(cursor.next());
                    assertEquals(rows[i], cursor.row());
                    assertEquals(lengths[i % 6], cursor.length());
                }
            }
        }
    }

    @Test
    void shouldCountNoMoreKindsThanItMay() throws StoreException {
        try (StoreWriter writer = Orders.writer(folder)) {
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            byte[] bytes = Orders.bytes(0);
            for (int template = 0; template < 1000; template++) {
                bytes[2] = (byte) (100 + template);
                bytes[3] = (byte) (100 + template >> 8);
                recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, 1, 1);
            }
            assertEquals(UnsplitCounts.MAX_KINDS + 1, recorder.refusals().size());
            assertEquals(1000, recorder.refusals().stream().mapToLong(UnsplitMessages::count).sum());
        }
    }

    @Test
    void shouldTakeMessagesOfOlderAndNewerVersionsApart() throws StoreException {
        JournalDefinition newer = new JournalDefinition(Orders.NAME, TestSchemas.ordersWithParties());
        byte[] young = Orders.bytes(newer.schema(), 5);
        byte[] old = Orders.bytes(6);
        try (StoreWriter writer = Orders.writer(folder, 5)) {
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            recorder.record(MemorySegment.ofArray(young), 0, young.length, Orders.time(5), 0);
            assertEquals(8, writer.table("Order").block().blockLength());
            writer.define(newer);
            recorder.record(MemorySegment.ofArray(old), 0, old.length, Orders.time(6), 0);
            recorder.record(MemorySegment.ofArray(young), 0, young.length, Orders.time(7), 0);
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            assertThrows(StoreException.class, () -> writer.define(Orders.DEFINITION));
            writer.define(newer);
            writer.journalWriter(Orders.NAME).record(MemorySegment.ofArray(young), 0, young.length, Orders.time(8), 0);
            try (Cursor cursor = writer.table("Order").cursor();
                    Cursor parties = writer.table("Order_parties").cursor()) {
                assertTrue(cursor.seek(5));
                assertEquals(8, cursor.blockLength());
                assertTrue(cursor.next());
                assertEquals(12, cursor.blockLength());
                assertEquals(-1, cursor.memory().get(StoreLayout.PACKED_INT, cursor.offset() + 8));
                assertTrue(cursor.next());
                assertEquals(15, cursor.memory().get(StoreLayout.PACKED_INT, cursor.offset() + 8));
                assertTrue(parties.next());
                assertEquals(7, parties.parentRow());
                assertTrue(parties.next());
                assertEquals(8, parties.parentRow());
                assertFalse(parties.next());
            }
        }
    }

    @Test
    void shouldKeepNamesOfTablesForTheJournal() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Table ticks = writer.define(Ticks.DEFINITION);
            writer.define(Orders.DEFINITION);
            assertEquals(Reason.SCHEMA, assertThrows(StoreException.class, () -> writer.define(new TableDefinition(
                    "Order_legs", ticks.schema(), ticks.schema().message("Tick"), ""))).reason());
            assertEquals(Reason.SCHEMA, assertThrows(StoreException.class, () -> writer.define(
                    new JournalDefinition("ticks", ticks.schema()))).reason());
            assertEquals(Reason.SCHEMA, assertThrows(StoreException.class, () -> writer.define(
                    new JournalDefinition("more", Orders.SCHEMA))).reason());
            assertEquals(Reason.SCHEMA, assertThrows(StoreException.class, () -> writer.define(
                    new JournalDefinition("Tick", Orders.SCHEMA))).reason());
            Orders.record(writer.journalWriter(Orders.NAME), 0, 1);
            assertThrows(StoreException.class, () -> writer.appender("Order"));
            assertThrows(StoreException.class, () -> writer.retire("Order", 1));
            assertThrows(StoreException.class, () -> writer.journalWriter("Order"));
        }
    }

    @Test
    void shouldRetireMessagesWithTheirRows() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withMaxBytes(64 * 4096))) {
            Journal journal = writer.define(Orders.DEFINITION);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            for (long n = 0; n < 10_000; n++) {
                Orders.record(recorder, n, n + 1);
                if (n % 100 == 99) {
                    writer.retireMessagesBefore(Orders.NAME, Orders.time(n - 50));
                    assertTrue(journal.messageCount() < 200, () -> "messages=" + journal.messageCount());
                }
            }
            checkRest(writer, 10_000);
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL.withMaxBytes(64 * 4096))) {
            checkRest(writer, 10_000);
            Orders.record(writer.journalWriter(Orders.NAME), 10_000, 10_100);
            checkRest(writer, 10_100);
        }
    }

    /// Each message that is left has its rows, and there are not many more.
    private static void checkRest(Store store, long end) throws StoreException {
        try (JournalCursor cursor = store.journal(Orders.NAME).cursor(); Cursor rows = store.table("Order").cursor();
                Cursor legs = store.table("Order_legs").cursor()) {
            long messages = 0;
            long last = -1;
            while (cursor.next()) {
                last = cursor.row();
                Orders.check(cursor, last);
                assertTrue(rows.seek(cursor.row()));
                assertEquals(cursor.position(), rows.position());
                messages++;
            }
            assertEquals(end - 1, last);
            assertEquals(messages, store.journal(Orders.NAME).messageCount());
            assertTrue(store.table("Order").rowCount() < messages + 200);
            assertTrue(legs.next());
            assertTrue(legs.parentRow() <= end - messages, () -> "parent=" + legs.parentRow());
            assertTrue(store.table("Order_legs").rowCount() < 2 * messages + 400);
        }
    }
}
