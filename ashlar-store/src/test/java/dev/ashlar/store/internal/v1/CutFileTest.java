// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.store.Appender;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.HashIndex;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.Table;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// Files are cut or deleted while they are mapped: an error says so, whoever meets it, and nothing that was lost
/// counts. A full disk that copies on write gives the same faults.
class CutFileTest {
    private static final StoreOptions OPTIONS = new StoreOptions(1 << 16, 256 << 16, 1 << 28, Durability.NONE,
            Duration.ofMillis(100));
    /// Entries, and a page of the first chunk.
    private static final long CUT = 40_960;
    private static final int WARM = 200_000;

    @TempDir(factory = MemoryFolder.class)
    Path temp;

    private Path extent() {
        return temp.resolve("store/extents/0000.ext");
    }

    private static void cut(Path file, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }

    private WriteStore open() throws StoreException {
        WriteStore writer = WriteStore.open(temp.resolve("store"), OPTIONS, new CalmDisk());
        writer.define(Ticks.DEFINITION);
        writer.define(Orders.DEFINITION);
        writer.define(Quotes.DEFINITION);
        return writer;
    }

    /// Cuts all but the entries and the first chunks, and continues until that is noticed.
    private void assertNoticed(Reason reason, WriteStore writer, Executable change) {
        StoreException cut = assertThrows(StoreException.class, () -> {
            while (true) {
                change.execute();
            }
        });
        assertEquals(reason, cut.reason(), cut::toString);
        assertTrue(cut.getMessage().contains("0000.ext") && cut.getMessage().contains("copy of the store"),
                cut::getMessage);
        assertEquals(Reason.FAILED, assertThrows(StoreException.class, writer::close).reason());
    }

    @Test
    void shouldSayThatRowsCannotBeWritten() throws IOException {
        WriteStore writer = open();
        Appender appender = writer.appender(Ticks.NAME);
        Ticks.append(appender, WARM);
        cut(extent(), CUT);
        assertNoticed(Reason.TRUNCATED, writer, () -> appendUnseen(appender));
    }

    /// What callers store into a claim may fault in their own code.
    private static void appendUnseen(Appender appender) throws StoreException {
        byte[] row = new byte[20];
        appender.append(java.lang.foreign.MemorySegment.ofArray(row), 0, row.length);
    }

    @Test
    void shouldSayThatMessagesCannotBeWritten() throws IOException {
        WriteStore writer = open();
        JournalWriter recorder = writer.journalWriter(Orders.NAME);
        Orders.record(recorder, 0, WARM / 20);
        cut(extent(), CUT);
        int[] n = {WARM / 20};
        assertNoticed(Reason.TRUNCATED, writer, () -> Orders.record(recorder, n[0], ++n[0]));
    }

    @Test
    void shouldSayThatValuesCannotBeWritten() throws IOException {
        WriteStore writer = open();
        LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
        for (int i = 0; i < WARM; i++) {
            Quotes.put(quotes, i % 1000, i, Quotes.LENGTH);
        }
        cut(extent(), CUT);
        assertNoticed(Reason.TRUNCATED, writer, () -> Quotes.put(quotes, 700, 1, Quotes.LENGTH));
    }

    @Test
    void shouldNotCloseAsIfNothingWereWhenAnExtentWasDeleted() throws IOException {
        WriteStore writer = open();
        Ticks.append(writer.appender(Ticks.NAME), 1000);
        Files.delete(extent());
        StoreException gone = assertThrows(StoreException.class, writer::close);
        assertTrue(gone.getMessage().contains("deleted while it was open"), gone::getMessage);
    }

    @Test
    void shouldNotCloseAsIfNothingWereWhenAnExtentWasCut() throws IOException {
        WriteStore writer = open();
        Ticks.append(writer.appender(Ticks.NAME), 1000);
        cut(extent(), Files.size(extent()) - 1);
        StoreException gone = assertThrows(StoreException.class, writer::close);
        assertTrue(gone.getMessage().contains("cut while it was open"), gone::getMessage);
    }

    @Test
    void shouldNotCloseAsIfNothingWereWhenTheHeadWasDeleted() throws IOException {
        WriteStore writer = open();
        Files.delete(temp.resolve("store").resolve(HeadFile.NAME));
        StoreException gone = assertThrows(StoreException.class, writer::close);
        assertTrue(gone.getMessage().contains("deleted while it was open"), gone::getMessage);
    }

    private void fill() throws IOException {
        try (WriteStore writer = open()) {
            Ticks.append(writer.appender(Ticks.NAME), WARM);
            Orders.record(writer.journalWriter(Orders.NAME), 0, WARM / 20);
            for (int i = 0; i < 1000; i++) {
                Quotes.put(writer.lastValuesWriter(Quotes.NAME), i, i, Quotes.LENGTH);
            }
        }
    }

    private static void assertTold(Executable read) {
        CorruptChunkException told = assertThrows(CorruptChunkException.class, read);
        assertTrue(told.getMessage().contains("cut while it was open") && told.getMessage().contains("0000.ext"),
                told::getMessage);
        assertTrue(MemoryFaults.isFault(told.getCause()), told::toString);
    }

    @Test
    void shouldTellReadersWhatWasCut() throws IOException {
        fill();
        try (Store store = ReadStore.open(temp.resolve("store"), new CalmDisk())) {
            Table ticks = store.table(Ticks.NAME);
            try (Cursor cursor = ticks.cursor(); JournalCursor messages = store.journal(Orders.NAME).cursor()) {
                assertTrue(cursor.next());
                assertTrue(messages.next());
                cut(extent(), CUT);
                assertTold(() -> {
                    while (true) {
                        messages.next();
                    }
                });
                assertTold(() -> cursor.seekTime(Ticks.time(WARM - 1)));
            }
            long[] sum = new long[1];
            assertTold(() -> ticks.forEachRun(0, WARM, (memory, offset, stride, rows, _, _) -> {
                for (long row = 0; row < rows; row++) {
                    sum[0] += memory.get(StoreLayout.PACKED_LONG, offset + row * stride);
                }
            }));
            assertTold(() -> {
                try (HashIndex index = HashIndex.build(ticks, IndexDefinition.multi("price"))) {
                    index.reader();
                }
            });
            assertTold(() -> store.lastValues(Quotes.NAME).reader().find(700));
            List<String> found = store.verify(VerifyOptions.all()).findings().stream().map(Object::toString).toList();
            assertTrue(found.stream().anyMatch(finding -> finding.contains("cut while it was open")), found::toString);
        }
    }

    @Test
    void shouldTellReadersThatEntriesWereCut() throws IOException {
        fill();
        try (Store store = ReadStore.open(temp.resolve("store"), new CalmDisk())) {
            cut(extent(), 0);
            assertTold(() -> store.table(Ticks.NAME).endRow());
            assertTold(() -> store.table(Ticks.NAME).cursor());
            assertThrows(StoreException.class, store::info);
        }
    }

    /// Readers that cannot register are not seen by others, and continue to read.
    @Test
    void shouldReadWithoutPinsThatCannotBeStored() throws IOException {
        fill();
        try (ReadStore store = ReadStore.open(temp.resolve("store"), new CalmDisk())) {
            try (Cursor before = store.table(Ticks.NAME).cursor()) {
                cut(temp.resolve("store").resolve(LiveFile.NAME), 0);
                assertTrue(store.pins.hold());
                Ticks.checkAll(store.table(Ticks.NAME), 0, WARM);
                assertFalse(store.pins.hold());
                assertTrue(before.next());
                Ticks.check(before, 0);
            }
            Orders.checkAll(store, WARM / 20);
        }
    }
}
