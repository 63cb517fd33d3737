// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.Appender;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.RowIndex;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.file.Entry;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.index.TableHashIndex;
import dev.ashlar.store.internal.v1.index.TableSortedIndex;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sealed rows are compared with their checksums when they are first read, by whatever reads them.
class ReadCheckTest {
    /// Chunks of four pieces.
    private static final StoreOptions OPTIONS = StoreOptions.defaults().withChunkBytes(1 << 18);
    private static final int ROWS = 30_000;
    private static final int STRIDE = 20;
    private static final int PIECE_ROWS = (1 << 16) / STRIDE;

    @TempDir(factory = MemoryFolder.class)
    Path temp;
    private Path folder;
    private Path extent;
    private final CalmDisk disk = new CalmDisk();
    private long[] places;

    @BeforeEach
    void make() throws StoreException {
        folder = temp.resolve("store");
        extent = folder.resolve("extents/0000.ext");
        try (WriteStore writer = WriteStore.open(folder, OPTIONS, disk)) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), ROWS);
        }
        places = new long[ROWS];
        try (ReadStore store = open()) {
            for (Chain.Link link : store.find(Ticks.NAME).chain().links()) {
                for (long row = link.identity().first(); row < link.end(); row++) {
                    places[(int) row] = link.offset() + (row - link.identity().first()) * STRIDE;
                }
            }
        }
    }

    private ReadStore open() throws StoreException {
        return ReadStore.open(folder, disk);
    }

    private void cutAndGrow(long length) throws IOException {
        try (FileChannel channel = FileChannel.open(extent, StandardOpenOption.WRITE)) {
            long whole = channel.size();
            channel.truncate(length);
            channel.write(java.nio.ByteBuffer.allocate(1), whole - 1);
        }
    }

    /// The rows that a cursor shows, all of which have to be right.
    private static BitSet shown(Table table) {
        BitSet shown = new BitSet();
        long row = 0;
        try (Cursor cursor = table.cursor()) {
            while (row < ROWS) {
                try {
                    assertTrue(cursor.seek(row));
                    do {
                        Ticks.check(cursor, row);
                        shown.set((int) row++);
                    } while (cursor.next());
                } catch (CorruptChunkException e) {
                    row = Math.max(row + 1, e.end());
                }
            }
        }
        return shown;
    }

    @Test
    void shouldShowNoRowOfADamagedPiece() throws IOException {
        int row = 7000;
        TestFiles.flip(extent, places[row] + 13);
        try (ReadStore store = open()) {
            Table table = store.table(Ticks.NAME);
            BitSet shown = shown(table);
            assertFalse(shown.get(row));
            assertTrue(shown.cardinality() >= ROWS - PIECE_ROWS - 2, shown::toString);
            assertThrows(CorruptChunkException.class, () -> table.forEachRun(0, ROWS, (_, _, _, _, _, _) -> { }));
            table.forEachRun(row + PIECE_ROWS, ROWS, (_, _, _, _, _, _) -> { });
            assertThrows(CorruptChunkException.class, () -> TableHashIndex.build(table,
                    IndexDefinition.unique("price")));
            assertThrows(CorruptChunkException.class, () -> TableSortedIndex.build(table,
                    IndexDefinition.unique("size")));
            try (Cursor cursor = table.cursor(); Cursor tail = table.tail()) {
                CorruptChunkException e = assertThrows(CorruptChunkException.class, () -> cursor.seek(row));
                assertTrue(e.first() <= row && row < e.end() && e.end() - e.first() <= PIECE_ROWS + 2, e::getMessage);
                assertTrue(e.getMessage().contains("checksum="), e::getMessage);
                assertThrows(CorruptChunkException.class, () -> cursor.seekTime(Ticks.time(row)));
                assertTrue(cursor.seekTime(Ticks.time(ROWS - 1)));
                assertTrue(tail.seek(0));
                assertThrows(CorruptChunkException.class, () -> {
                    while (tail.next()) {
                        Ticks.check(tail, tail.row());
                    }
                });
            }
        }
        try (Store store = ReadStore.open(folder, ReadOptions.defaults().withVerify(false), disk);
                Cursor cursor = store.table(Ticks.NAME).cursor()) {
            assertTrue(cursor.seek(row));
            assertThrows(AssertionError.class, () -> Ticks.check(cursor, row));
        }
    }

    /// Wherever a bit changes in the whole of a store that was closed, no row is shown that is not as it was written;
    /// and none is left out without a word.
    @Test
    void shouldShowNoWrongRowWhereverABitChanges() throws IOException {
        SplittableRandom random = Seed.random(getClass().getSimpleName());
        long end = places[ROWS - 1] + OPTIONS.chunkBytes();
        for (int i = 0; i < 400; i++) {
            long at = i % 2 == 0 ? StoreLayout.EXTENT_HEADER_BYTES + random.nextLong(3 * StoreLayout.ENTRY_BYTES)
                    : random.nextLong(end);
            long place = at;
            int bit = 1 << random.nextInt(8);
            TestFiles.flip(extent, at, bit);
            try (Store store = open()) {
                Table table = store.table(Ticks.NAME);
                assertEquals(0, table.firstRow(), () -> "at=" + place);
                BitSet shown = shown(table);
                long[] visited = new long[1];
                try {
                    table.forEachRun(0, table.endRow(), (memory, offset, stride, rows, first, _) -> {
                        for (long row = 0; row < rows; row++, visited[0]++) {
                            assertEquals(Ticks.time(first + row), memory.get(StoreLayout.PACKED_LONG, offset
                                    + row * stride));
                        }
                    });
                    assertEquals(ROWS, visited[0], () -> "at=" + place);
                    assertEquals(ROWS, shown.cardinality(), () -> "at=" + place);
                } catch (CorruptChunkException e) {
                    // Said, not shown.
                }
            } catch (AssertionError e) {
                throw new AssertionError("at=" + place, e);
            } finally {
                TestFiles.flip(extent, at, bit);
            }
        }
    }

    /// Rows that were compared are no longer there, and the file is as long as it was.
    @Test
    void shouldFindOutWhereAFileIsCutAndGrownUnderAnOpenStore() throws IOException, AllocationException {
        try (ReadStore store = open()) {
            Table table = store.table(Ticks.NAME);
            assertEquals(ROWS, shown(table).cardinality());
            try (RowIndex index = TableHashIndex.build(table, IndexDefinition.unique("size"));
                    HashReader reader = ((TableHashIndex) index).reader(); Cursor cursor = table.cursor()) {
                assertTrue(cursor.seek(20_000));
                long[] rows = {20_000};
                reader.visit(rows, 0, 1, (_, _, _, _, _) -> { });
                cutAndGrow(places[15_000]);
                assertThrows(CorruptChunkException.class, () -> {
                    while (cursor.next()) {
                        // Whatever it shows meanwhile, it does not come to an end.
                    }
                });
                assertThrows(CorruptChunkException.class, () -> reader.visit(rows, 0, 1, (_, _, _, _, _) -> { }));
                assertThrows(CorruptChunkException.class, () -> reader.read(rows, 0, 1, IntegerField.of(table, "size"),
                        new long[1], 0));
            }
            assertFalse(shown(table).get(15_001, ROWS).cardinality() > 0);
            assertThrows(CorruptChunkException.class, () -> table.forEachRun(0, ROWS, (_, _, _, _, _, _) -> { }));
            // Now with the entries, too.
            cutAndGrow(100);
            assertEquals(0, table.firstRow());
            assertEquals(ROWS, table.endRow());
            assertEquals(0, shown(table).cardinality());
        }
    }

    @Test
    void shouldGoOnWhereTheWriterTakesASealAwayAndSealsAgain() throws IOException {
        try (ReadStore store = open(); Cursor cursor = store.table(Ticks.NAME).cursor()) {
            Table table = store.table(Ticks.NAME);
            assertEquals(ROWS, shown(table).cardinality());
            assertTrue(cursor.seek(ROWS - 1));
            int all = ROWS;
            for (int more : new int[] {10, 5000, 30_000}) {
                try (WriteStore writer = WriteStore.open(folder, OPTIONS, disk)) {
                    Ticks.append(writer.appender(Ticks.NAME), more);
                    all += more;
                    Ticks.checkAll(writer.table(Ticks.NAME), 0, all);
                    Ticks.checkAll(table, 0, all);
                }
                for (long row = all - more; row < all; row++) {
                    assertTrue(cursor.next());
                    Ticks.check(cursor, row);
                }
                assertFalse(cursor.next());
                Ticks.checkAll(table, 0, all);
            }
        }
    }

    /// The last chunk has no seal while it is filled, and loses the one that it had.
    @Test
    void shouldKeepTheSealOfAStoreToWhichNothingIsAdded() throws IOException {
        try (WriteStore writer = WriteStore.open(folder, OPTIONS, disk)) {
            Entry entry = writer.container(Ticks.NAME, OfTable.class).chain().last().entry();
            Appender appender = writer.appender(Ticks.NAME);
            assertTrue(entry.hasSeal());
            Ticks.append(appender, 1);
            assertFalse(entry.hasSeal());
        }
        try (ReadStore store = open()) {
            assertTrue(store.table(Ticks.NAME).chunks().getLast().sealed());
            Ticks.checkAll(store.table(Ticks.NAME), 0, ROWS + 1);
        }
    }

    /// A writer that died has not sealed its last chunks.
    @Test
    void shouldFindLostPagesOfRowsThatAJournalFilledAndNobodySealed() throws IOException {
        Path journal = temp.resolve("journal");
        Path crashed = temp.resolve("crashed");
        try (WriteStore writer = WriteStore.open(journal, OPTIONS, disk)) {
            writer.define(Orders.DEFINITION);
            Orders.record(writer.journalWriter(Orders.NAME), 0, 2000);
            TestFiles.copy(journal, crashed);
        }
        for (String name : new String[] {"Order", "Order_legs"}) {
            Chain.Link link;
            try (ReadStore store = ReadStore.open(crashed, disk); Cursor cursor = store.table(name).cursor()) {
                link = store.find(name).chain().last();
                assertFalse(link.entry().hasSeal());
                for (long row = 0; row < store.table(name).endRow(); row++) {
                    assertTrue(cursor.next());
                }
                assertFalse(cursor.next());
            }
            MissingChunksTest.zero(crashed.resolve("extents/0000.ext"), link.offset() + 4096, 4096);
            try (ReadStore store = ReadStore.open(crashed, disk); Cursor cursor = store.table(name).cursor()) {
                CorruptChunkException e = assertThrows(CorruptChunkException.class, () -> {
                    while (cursor.next()) {
                        assertTrue(cursor.row() * link.identity().stride() < 4096);
                    }
                });
                assertEquals(store.table(name).endRow(), e.end());
                assertThrows(CorruptChunkException.class, () -> store.table(name).forEachRun(0,
                        store.table(name).endRow(), (_, _, _, _, _, _) -> { }));
            }
        }
    }

    @Test
    void shouldCompareInManyThreadsAtOnce() throws Exception {
        for (boolean damaged : new boolean[] {false, true}) {
            if (damaged) {
                TestFiles.flip(extent, places[12_345] + 3);
            }
            try (ReadStore store = open()) {
                Table table = store.table(Ticks.NAME);
                CyclicBarrier start = new CyclicBarrier(4);
                List<Thread> threads = new ArrayList<>();
                List<Throwable> failures = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    threads.add(Thread.ofPlatform().start(() -> {
                        try {
                            start.await();
                            BitSet shown = shown(table);
                            assertEquals(!damaged, shown.get(12_345));
                            assertEquals(damaged, shown.cardinality() < ROWS);
                        } catch (Throwable e) {
                            synchronized (failures) {
                                failures.add(e);
                            }
                        }
                    }));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
                assertEquals(List.of(), failures);
            }
        }
    }
}
