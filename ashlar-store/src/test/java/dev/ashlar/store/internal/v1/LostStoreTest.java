// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.ReadOnlyFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readers of a store whose machine went down, before and while somebody recovers it. Nothing of it was synced but the
/// journal.
class LostStoreTest {
    private static final StoreOptions OPTIONS = Ticks.SMALL.withDurability(Durability.NONE);
    private static final int MESSAGES = 500;

    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private final MemorySegment target = MemorySegment.ofArray(new byte[64]);

    /// A store as a machine leaves it that goes down: half of the messages counted by a checkpoint, all of them synced.
    private Path lose() throws IOException {
        Path store = folder.resolve("store");
        WriteStore writer = WriteStore.open(store, OPTIONS, new CalmDisk());
        writer.define(Orders.DEFINITION);
        writer.define(Quotes.DEFINITION);
        JournalWriter recorder = writer.journalWriter(Orders.NAME);
        Orders.record(recorder, 0, MESSAGES / 2);
        Quotes.put(writer.lastValuesWriter(Quotes.NAME), 7, 70, Quotes.LENGTH);
        writer.sync();
        Orders.record(recorder, MESSAGES / 2, MESSAGES);
        recorder.sync();
        Images.abandon(writer);
        return store;
    }

    private void checkAll(Store store) throws StoreException {
        Orders.checkAll(store, MESSAGES);
        LastValues quotes = store.lastValues(Quotes.NAME);
        assertEquals(70, Quotes.number(quotes.reader(), 7, target, Quotes.LENGTH));
    }

    private static List<Finding> findings(Store store) throws StoreException {
        return store.verify(VerifyOptions.all()).findings();
    }

    @Test
    void shouldShowWhatWasSyncedAndChangeNothing() throws IOException {
        Path store = lose();
        Map<String, Integer> before = Images.contents(store);
        try (Store one = ReadStore.open(store, new CalmDisk()); Store two = ReadStore.open(store, new CalmDisk())) {
            checkAll(one);
            checkAll(two);
            assertEquals(List.of(), findings(one));
            assertEquals(MESSAGES, one.info().containers().stream().filter(container -> container.name()
                    .equals("Order")).findFirst().orElseThrow().end());
            assertFalse(two.refresh());
        }
        assertEquals(before, Images.contents(store));
    }

    /// The end of a full chunk is where the next one begins.
    @Test
    void shouldShowMessagesBehindAFullChunkWhoseWriterDied() throws IOException {
        Path store = folder.resolve("full");
        StoreDisk sameBoot = new CalmDisk();
        WriteStore first = WriteStore.open(store, OPTIONS, sameBoot);
        first.define(Orders.DEFINITION);
        JournalWriter recorder = first.journalWriter(Orders.NAME);
        Orders.record(recorder, 0, 10);
        int left = (int) (OPTIONS.chunkBytes() - first.journal(Orders.NAME).endPosition() % OPTIONS.chunkBytes());
        byte[] filler = new byte[left - 32];
        recorder.record(MemorySegment.ofArray(filler), 0, filler.length, Orders.time(10), Orders.sequence(10));
        assertEquals(0, first.journal(Orders.NAME).endPosition() % OPTIONS.chunkBytes());
        Images.abandon(first);
        WriteStore second = WriteStore.open(store, OPTIONS, sameBoot);
        JournalWriter further = second.journalWriter(Orders.NAME);
        Orders.record(further, 11, 15);
        further.sync();
        Images.abandon(second);
        try (Store lost = ReadStore.open(store, new CalmDisk());
                JournalCursor cursor = lost.journal(Orders.NAME).cursor()) {
            int messages = 0;
            while (cursor.next()) {
                messages++;
            }
            assertEquals(15, messages);
            assertEquals(List.of(), findings(lost));
        }
    }

    @Test
    void shouldShowItOnReadOnlyMedia() throws Exception {
        Path store = lose();
        try (ReadOnlyFolder readOnly = ReadOnlyFolder.of(store)) {
            try (Store one = ReadStore.open(readOnly.path(), new CalmDisk());
                    Store two = ReadStore.open(readOnly.path(), new CalmDisk())) {
                checkAll(one);
                checkAll(two);
                assertEquals(List.of(), findings(one));
            }
        }
    }

    @Test
    void shouldShowTheSameWhileAWriterRecoversAndGoesOn() throws IOException {
        Path store = lose();
        try (ReadStore early = ReadStore.open(store, new CalmDisk())) {
            StoreDisk rebooted = new CalmDisk();
            try (WriteStore writer = WriteStore.open(store, OPTIONS.withMaxBytes(64 * 4096), rebooted)) {
                assertEquals(Kind.POWER_LOSS, writer.recovery().kind());
                checkAll(writer);
                checkAll(early);
                JournalWriter recorder = writer.journalWriter(Orders.NAME);
                StoreException full = assertThrows(StoreException.class, () -> {
                    for (int n = MESSAGES;; n++) {
                        Orders.record(recorder, n, n + 1);
                        writer.retireMessagesBefore(Orders.NAME, Orders.time(n - 50));
                    }
                });
                // What the reader sees is not used again.
                assertEquals(Reason.NO_SPACE, full.reason());
                Quotes.put(writer.lastValuesWriter(Quotes.NAME), 7, 71, Quotes.LENGTH);
                checkAll(early);
                assertEquals(List.of(), findings(early));
                try (Store late = ReadStore.open(store, rebooted)) {
                    assertTrue(late.table("Order").endRow() > MESSAGES);
                    assertEquals(71, Quotes.number(late.lastValues(Quotes.NAME).reader(), 7, target, Quotes.LENGTH));
                }
            }
        }
    }

    /// A writer may recover the store, and continue, at any moment while a reader opens it.
    @Test
    void shouldOpenAgainWhenAWriterWasFaster() throws IOException {
        Path store = lose();
        StoreId boot = StoreId.random();
        WriteStore[] writer = new WriteStore[1];
        CalmDisk overtaken = new CalmDisk(boot) {
            @Override
            public StoreFile open(Path path, boolean writable) throws IOException {
                if (path.endsWith("extents/0000.ext") && writer[0] == null) {
                    writer[0] = WriteStore.open(store, OPTIONS, new CalmDisk(boot));
                    Orders.record(writer[0].journalWriter(Orders.NAME), MESSAGES, MESSAGES + 10);
                }
                return super.open(path, writable);
            }
        };
        try (ReadStore reader = ReadStore.open(store, overtaken)) {
            assertFalse(reader.isRecovered());
            Orders.checkAll(reader, MESSAGES + 10);
            Orders.record(writer[0].journalWriter(Orders.NAME), MESSAGES + 10, MESSAGES + 20);
            Orders.checkAll(reader, MESSAGES + 20);
        }
        writer[0].close();
    }

    /// Nobody knows of a reader without a pin, so its rows may be overwritten; it must notice.
    @Test
    void shouldNoticeWithoutAPinThatRowsWereGivenAway() throws Exception {
        Path store = lose();
        try (ReadOnlyFolder readOnly = ReadOnlyFolder.of(store)) {
            assumeTrue(readOnly.mounted(), "a folder cannot be read-only for one and writable for another here");
            try (ReadStore reader = ReadStore.open(readOnly.path(), new CalmDisk());
                    WriteStore writer = WriteStore.open(store, OPTIONS.withMaxBytes(64 * 4096), new CalmDisk());
                    Cursor cursor = reader.table("Order").cursor();
                    JournalCursor messages = reader.journal(Orders.NAME).cursor()) {
                assertTrue(cursor.next());
                assertTrue(messages.next());
                JournalWriter recorder = writer.journalWriter(Orders.NAME);
                for (int n = MESSAGES; n < 4 * MESSAGES; n++) {
                    Orders.record(recorder, n, n + 1);
                    writer.retireMessagesBefore(Orders.NAME, Orders.time(n - 50));
                }
                assertThrows(CorruptChunkException.class, cursor::next);
                assertThrows(CorruptChunkException.class, messages::next);
            }
        }
    }

    /// What cannot be made of the messages is not left out without a word.
    @Test
    void shouldNotShowTablesThatCannotBeRecovered() throws IOException {
        Path store = lose();
        Path schema = store.resolve("schemas/0001.sbeir");
        byte[] bytes = Files.readAllBytes(schema);
        bytes[bytes.length / 2] ^= 1;
        Files.write(schema, bytes);
        try (Store reader = ReadStore.open(store, new CalmDisk())) {
            for (String table : List.of("Order", "Order_legs", "Order_legs_fills")) {
                assertEquals(Reason.CORRUPT, assertThrows(StoreException.class, () -> reader.table(table)).reason());
            }
            assertEquals(MESSAGES, reader.journal(Orders.NAME).messageCount());
            assertFalse(findings(reader).isEmpty());
            assertEquals(70, Quotes.number(reader.lastValues(Quotes.NAME).reader(), 7, target, Quotes.LENGTH));
        }
    }
}
