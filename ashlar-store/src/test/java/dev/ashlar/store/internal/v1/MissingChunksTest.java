// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.index.TableHashIndex;
import dev.ashlar.store.internal.v1.index.TableSortedIndex;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files and entries of chunks that are gone: every reader reports it, and no row is invented or left out.
class MissingChunksTest {
    private static final int ROWS = 3000;
    private static final int MESSAGES = 600;
    /// Rows of a chunk.
    private static final int CHUNK_ROWS = (4096 - 120) / 20;

    @TempDir(factory = MemoryFolder.class)
    Path temp;
    private Path folder;
    private final CalmDisk disk = new CalmDisk();

    @BeforeEach
    void make() throws StoreException {
        folder = temp.resolve("store");
        try (WriteStore writer = WriteStore.open(folder, Ticks.SMALL.withMaxBytes(1 << 26), disk)) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), ROWS);
        }
    }

    private Path extent(int number) {
        return folder.resolve("extents/%04d.ext".formatted(number));
    }

    /// Zeros what stands in a file from one place on.
    static void zero(Path file, long from, int bytes) throws IOException {
        try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
            channel.position(from).write(java.nio.ByteBuffer.allocate(bytes));
        }
    }

    private void zeroEntries(int from, int count) throws IOException {
        zero(extent(0), StoreLayout.EXTENT_HEADER_BYTES + (long) from * StoreLayout.ENTRY_BYTES,
                count * StoreLayout.ENTRY_BYTES);
    }

    private ReadStore open() throws StoreException {
        return ReadStore.open(folder, disk);
    }

    private static void requireAtNoRow(Cursor cursor) {
        assertThrows(IllegalStateException.class, cursor::row);
        assertThrows(IllegalStateException.class, cursor::memory);
        assertThrows(IllegalStateException.class, cursor::offset);
        assertThrows(IllegalStateException.class, cursor::blockLength);
        assertThrows(IllegalStateException.class, cursor::schemaVersion);
        assertThrows(IllegalStateException.class, cursor::timeNs);
        assertThrows(IllegalStateException.class, () -> cursor.contiguousRows(1));
    }

    @Test
    void shouldMakeUpNoRowsWhereTheFirstChunksAreMissing() throws IOException {
        zeroEntries(0, 3);
        try (Store store = open(); Cursor cursor = store.table(Ticks.NAME).cursor()) {
            requireAtNoRow(cursor);
            CorruptChunkException e = assertThrows(CorruptChunkException.class, cursor::next);
            assertEquals(0, e.first());
            assertEquals(3 * CHUNK_ROWS, e.end());
            requireAtNoRow(cursor);
            assertSame(e, assertThrows(CorruptChunkException.class, cursor::next));
            assertSame(e, assertThrows(CorruptChunkException.class, cursor::previous));
            assertThrows(CorruptChunkException.class, () -> cursor.seek(5));
            assertThrows(CorruptChunkException.class, cursor::next);
            assertThrows(CorruptChunkException.class, () -> cursor.seekTime(Ticks.time(3)));
            assertFalse(cursor.seek(ROWS));
            assertThrows(CorruptChunkException.class, cursor::next);
            for (long row = e.end(); row < ROWS; row++) {
                assertTrue(row == e.end() ? cursor.seek(row) : cursor.next());
                Ticks.check(cursor, row);
            }
            assertFalse(cursor.next());
            requireAtNoRow(cursor);
            assertTrue(cursor.seek(e.end()));
            assertEquals(e.end(), assertThrows(CorruptChunkException.class, cursor::previous).end());
        }
    }

    @Test
    void shouldSayWhichRowsAreMissingInTheMiddleAndAtTheEnd() throws IOException {
        zeroEntries(3, 2);
        zeroEntries(ROWS / CHUNK_ROWS, 1);
        try (Store store = open(); Cursor cursor = store.table(Ticks.NAME).cursor()) {
            for (long row = 0; row < 3 * CHUNK_ROWS; row++) {
                assertTrue(cursor.next());
                Ticks.check(cursor, row);
            }
            CorruptChunkException e = assertThrows(CorruptChunkException.class, cursor::next);
            assertEquals(5 * CHUNK_ROWS, e.end());
            requireAtNoRow(cursor);
            assertTrue(cursor.seek(e.end()));
            long row = e.end() + 1;
            for (; row < ROWS / CHUNK_ROWS * CHUNK_ROWS; row++) {
                assertTrue(cursor.next());
                Ticks.check(cursor, row);
            }
            CorruptChunkException last = assertThrows(CorruptChunkException.class, cursor::next);
            assertEquals(row, last.first());
            assertEquals(ROWS, last.end());
            assertEquals(ROWS, store.table(Ticks.NAME).endRow());
            assertThrows(CorruptChunkException.class, () -> cursor.seekTime(Ticks.time(ROWS)));
            refuseAll(store.table(Ticks.NAME));
        }
    }

    private static void refuseAll(Table table) {
        assertThrows(CorruptChunkException.class, () -> table.forEachRun(table.firstRow(), table.endRow(),
                (_, _, _, _, _, _) -> { }));
        assertThrows(CorruptChunkException.class, () -> TableHashIndex.build(table, IndexDefinition.multi("price")));
        assertThrows(CorruptChunkException.class, () -> TableSortedIndex.build(table, IndexDefinition.multi("price")));
        try (Cursor cursor = table.cursor()) {
            assertThrows(CorruptChunkException.class, () -> {
                while (cursor.next()) {
                    Ticks.check(cursor, cursor.row());
                }
            });
        }
    }

    @Test
    void shouldNotTakeATableWithoutItsOnlyFileForEmpty() throws IOException {
        Files.delete(extent(0));
        try (Store store = open()) {
            Table table = store.table(Ticks.NAME);
            assertEquals(0, table.firstRow());
            assertEquals(ROWS, table.endRow());
            refuseAll(table);
            try (Cursor cursor = table.cursor(); Cursor tail = table.tail()) {
                assertThrows(CorruptChunkException.class, cursor::next);
                assertThrows(CorruptChunkException.class, () -> cursor.seek(7));
                assertThrows(CorruptChunkException.class, () -> cursor.seekTime(7));
                assertThrows(CorruptChunkException.class, tail::previous);
            }
        }
    }

    /// Whatever an extent is cut to, each row is as it was or is reported.
    @Test
    void shouldReportAllRowsOfAnExtentThatIsCut() throws IOException {
        byte[] whole = Files.readAllBytes(extent(0));
        for (int length = 0; length < 1 << 17; length += length < 200 ? 50 : 1555) {
            Files.write(extent(0), Arrays.copyOf(whole, length));
            try (Store store = open()) {
                checkEach(store.table(Ticks.NAME));
            }
        }
    }

    /// Reads all rows, by any way around damage.
    static void checkEach(Table table) {
        long row = 0;
        try (Cursor cursor = table.cursor()) {
            while (row < ROWS) {
                try {
                    assertTrue(cursor.seek(row), "row=" + row);
                    do {
                        Ticks.check(cursor, row++);
                    } while (cursor.next());
                    assertEquals(ROWS, row);
                } catch (CorruptChunkException e) {
                    assertTrue(e.end() > row || e.first() == row, e::getMessage);
                    row = Math.max(row + 1, e.end());
                }
            }
        }
    }

    /// The last chunk that is known leads on, and what it leads to is not there.
    @Test
    void shouldMissRowsThatNoCheckpointCounts() throws IOException {
        Path crashed = temp.resolve("crashed");
        try (WriteStore writer = WriteStore.open(folder, Ticks.SMALL, disk)) {
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            TestFiles.copy(folder, crashed);
        }
        folder = crashed;
        int chunk = (ROWS + 1000) / CHUNK_ROWS;
        zeroEntries(chunk, 1);
        try (Store store = open(); Cursor cursor = store.table(Ticks.NAME).cursor()) {
            for (long row = 0; row < (long) chunk * CHUNK_ROWS; row++) {
                assertTrue(cursor.next());
                Ticks.check(cursor, row);
            }
            assertThrows(CorruptChunkException.class, cursor::next);
            refuseAll(store.table(Ticks.NAME));
        }
    }

    private void makeJournal() throws StoreException {
        folder = temp.resolve("journal");
        try (WriteStore writer = WriteStore.open(folder, Ticks.SMALL, disk)) {
            writer.define(Orders.DEFINITION);
            Orders.record(writer.journalWriter(Orders.NAME), 0, MESSAGES);
        }
    }

    private int[] chunksOfJournal() throws StoreException {
        try (ReadStore store = open()) {
            return Arrays.stream(store.find(Orders.NAME).chain().links()).mapToInt(Chain.Link::chunk).toArray();
        }
    }

    @Test
    void shouldReportMessagesThatAreMissingAtTheBeginning() throws IOException {
        makeJournal();
        int[] chunks = chunksOfJournal();
        zeroEntries(chunks[0], 1);
        zeroEntries(chunks[1], 1);
        try (Store store = open()) {
            Journal journal = store.journal(Orders.NAME);
            assertEquals(0, journal.firstPosition());
            try (JournalCursor cursor = journal.cursor()) {
                assertThrows(IllegalStateException.class, cursor::memory);
                CorruptChunkException e = assertThrows(CorruptChunkException.class, cursor::next);
                assertEquals(0, e.first());
                assertEquals(2 * 4096, e.end());
                for (Runnable ask : new Runnable[] {cursor::position, cursor::memory, cursor::offset, cursor::length,
                    cursor::row, cursor::timeNs, cursor::sequence}) {
                    assertThrows(IllegalStateException.class, ask::run);
                }
                assertTrue(cursor.next());
                assertEquals(2 * 4096, cursor.position());
                long n = cursor.row();
                for (; n < MESSAGES; n++) {
                    Orders.check(cursor, n);
                    assertEquals(n + 1 < MESSAGES, cursor.next());
                }
                assertThrows(CorruptChunkException.class, () -> cursor.seekPosition(0));
                assertThrows(CorruptChunkException.class, () -> cursor.seekPositionOrAfter(64));
                assertThrows(CorruptChunkException.class, () -> cursor.seekTime(Orders.time(1)));
                assertThrows(CorruptChunkException.class, () -> cursor.seekSequence(Orders.sequence(1)));
                assertTrue(cursor.seekPositionOrAfter(2 * 4096));
                assertEquals(4096, assertThrows(CorruptChunkException.class, cursor::previous).first());
                assertEquals(0, assertThrows(CorruptChunkException.class, cursor::previous).first());
                assertFalse(cursor.previous());
            }
        }
    }

    @Test
    void shouldReportMessagesThatAreMissingAtTheEndAndAllOfThem() throws IOException {
        makeJournal();
        int[] chunks = chunksOfJournal();
        zeroEntries(chunks[chunks.length - 1], 1);
        for (boolean none : new boolean[] {false, true}) {
            if (none) {
                Files.delete(extent(0));
            }
            try (Store store = open(); JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
                CorruptChunkException e = assertThrows(CorruptChunkException.class, () -> {
                    for (long n = 0; cursor.next(); n++) {
                        Orders.check(cursor, n);
                    }
                });
                assertEquals(none ? 0 : chunks.length - 1, (e.first() + 4095) / 4096);
                assertEquals(store.journal(Orders.NAME).endPosition(), e.end());
                assertFalse(cursor.next());
                store.journal(Orders.NAME).messageCount();
            }
        }
    }

    /// A message that is damaged is not passed over by whoever reads backwards, or looks for a time.
    @Test
    void shouldPassOverNoDamagedMessage() throws IOException {
        makeJournal();
        long[] positions = new long[MESSAGES];
        try (Store store = open(); JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            for (int n = 0; n < MESSAGES; n++) {
                assertTrue(cursor.next());
                positions[n] = cursor.position();
            }
        }
        try (ReadStore store = open()) {
            Chain.Link link = store.find(Orders.NAME).chain().links()[0];
            TestFiles.flip(extent(0), link.offset() + positions[5] + 40);
        }
        try (Store store = open(); JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            assertTrue(cursor.seekPosition(positions[7]));
            assertTrue(cursor.previous());
            Orders.check(cursor, 6);
            CorruptChunkException e = assertThrows(CorruptChunkException.class, cursor::previous);
            assertEquals(positions[5], e.first());
            assertEquals(positions[6], e.end());
            assertTrue(cursor.previous());
            Orders.check(cursor, 4);
            assertTrue(cursor.seekPosition(positions[4]));
            assertThrows(CorruptChunkException.class, () -> cursor.seekTime(Orders.time(5)));
            assertTrue(cursor.next());
            Orders.check(cursor, 6);
        }
    }

    @Test
    void shouldMissTheKeysOfABoardWithoutItsFile() throws IOException {
        folder = temp.resolve("last-value table");
        try (WriteStore writer = WriteStore.open(folder, Ticks.SMALL, disk)) {
            writer.define(Quotes.DEFINITION);
            for (int id = 0; id < 10; id++) {
                MemorySegment quote = MemorySegment.ofArray(new byte[Quotes.LENGTH]);
                quote.set(StoreLayout.PACKED_INT, 8, id);
                writer.lastValuesWriter(Quotes.NAME).put(quote, 0);
            }
        }
        Files.delete(extent(0));
        try (Store store = open()) {
            LastValuesReader reader = store.lastValues(Quotes.NAME).reader();
            assertThrows(CorruptChunkException.class, () -> reader.find(3));
            assertThrows(CorruptChunkException.class, () -> store.lastValues(Quotes.NAME).checkComplete());
            CorruptChunkException missing = assertThrows(CorruptChunkException.class,
                    () -> reader.next(LastValuesReader.ABSENT));
            assertEquals(0, missing.first());
            assertEquals(10, missing.end());
        }
    }
}
