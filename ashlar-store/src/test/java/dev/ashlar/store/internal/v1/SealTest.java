// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.Zone;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.Footer;
import dev.ashlar.store.internal.v1.file.Entry;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreId;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.store.internal.v1.table.RowDigest;
import dev.ashlar.store.internal.v1.table.Rows;
import dev.ashlar.testkit.SmallDisk;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealTest {
    private static final int PRICE = 8;

    @TempDir
    Path folder;

    @Test
    void shouldSealAllChunksBeforeItCloses() throws StoreException {
        Ticks.writer(folder, 1000).close();
        try (Store store = Store.open(folder)) {
            List<ChunkSummary> chunks = store.table(Ticks.NAME).chunks();
            for (ChunkSummary chunk : chunks) {
                long last = chunk.firstRow() + chunk.rows() - 1;
                assertTrue(chunk.sealed());
                assertEquals(Ticks.time(chunk.firstRow()), chunk.minTime());
                assertEquals(Ticks.time(last), chunk.maxTime());
                Zone price = chunk.zone(PRICE);
                assertEquals(chunk.firstRow() * 31, price.min());
                assertEquals(last * 31, price.max());
                assertEquals(0, price.nulls());
                assertNull(chunk.zone(1));
            }
            assertEquals(1000, chunks.getLast().firstRow() + chunks.getLast().rows());
            assertTrue(chunks.getLast().rows() < chunks.getFirst().rows());
        }
    }

    @Test
    void shouldSealTheLastChunkIfItIsFull() throws StoreException {
        long rows;
        try (WriteStore writer = writer(Ticks.SMALL)) {
            rows = writer.container(Ticks.NAME, OfTable.class).rows().layout().capacity();
            Ticks.append(writer.appender(Ticks.NAME), rows);
        }
        try (Store store = Store.open(folder)) {
            assertTrue(store.table(Ticks.NAME).chunks().getLast().sealed());
        }
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            Ticks.append(writer.appender(Ticks.NAME), 10);
            Ticks.checkAll(writer.table(Ticks.NAME), 0, rows + 10);
        }
    }

    @Test
    void shouldSealAChunkThatEndsEarlyForANewerLayout() throws StoreException {
        try (StoreWriter writer = Ticks.writer(folder, 100)) {
            writer.define(TableDefinition.of(TestSchemas.tickWithVenue(), Ticks.NAME).withTimeField("time"));
            Ticks.append(writer.appender(Ticks.NAME), 300);
        }
        try (Store store = Store.open(folder)) {
            List<ChunkSummary> chunks = store.table(Ticks.NAME).chunks();
            assertTrue(chunks.getFirst().sealed());
            assertEquals(100, chunks.getFirst().rows());
            assertEquals(3, chunks.getFirst().zones().size());
            assertTrue(chunks.get(1).sealed());
            assertEquals(4, chunks.get(1).zones().size());
        }
    }

    @Test
    void shouldSealWhatTheLastWriterLeft() throws IOException {
        shouldSealAllChunksBeforeItCloses();
        WriteStore writer = WriteStore.open(folder, Ticks.SMALL, new StoreDisk());
        writer.sealNow();
        for (Link link : writer.container(Ticks.NAME, OfTable.class).chain().links()) {
            link.entry().unseal();
        }
        Images.abandon(writer);
        try (Store store = Store.open(folder)) {
            assertTrue(store.table(Ticks.NAME).chunks().stream().noneMatch(ChunkSummary::sealed));
        }
        StoreWriter.open(folder, Ticks.SMALL).close();
        try (Store store = Store.open(folder)) {
            List<ChunkSummary> chunks = store.table(Ticks.NAME).chunks();
            assertTrue(chunks.stream().allMatch(ChunkSummary::sealed));
        }
    }

    @Test
    void shouldLoseTheSealWithTheRows() throws StoreException {
        try (WriteStore writer = writer(Ticks.SMALL)) {
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            Entry entry = writer.container(Ticks.NAME, OfTable.class).chain().links()[0].entry();
            entry.seal(new Entry.Seal(entry.count(), 1, 2, 3, 4));
            entry.count(entry.count());
            assertTrue(entry.hasSeal());
            entry.count(entry.count() - 1);
            assertFalse(entry.hasSeal());
            entry.count(entry.count() + 1);
        }
    }

    /// A copy of the files is what another boot finds if all pages but those of footers happened to be written.
    @Test
    void shouldTrustNoFooterThatTheLastCheckpointDoesNotReach() throws IOException {
        Path lost = folder.resolve("lost");
        Path store = folder.resolve("store");
        StoreOptions options = Ticks.SMALL.withDurability(Durability.NONE);
        int footer;
        try (WriteStore writer = WriteStore.open(store, options, new StoreDisk())) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 500);
            writer.sync();
            writer.sealNow();
            writer.sync();
            Ticks.append(writer.appender(Ticks.NAME), 100);
            Link[] links = writer.container(Ticks.NAME, OfTable.class).chain().links();
            Entry last = links[1].entry();
            last.unseal();
            // Sealed again, as if after the sync.
            footer = (int) Footer.at(links[1], writer.extents().geometry());
            Rows rows = writer.container(Ticks.NAME, OfTable.class).rows();
            Footer found = RowDigest.of(links[1], last.count(), rows, null).footer();
            last.seal(new Entry.Seal(last.count(), found.write(links[1].memory(), footer), 0, 0, Long.MAX_VALUE));
            TestFiles.copy(store, lost);
        }
        TestFiles.flip(lost.resolve("extents/0000.ext"), footer + 5);
        StoreDisk otherBoot = new StoreDisk() {
            private final StoreId boot = StoreId.random();

            @Override
            public StoreId boot() {
                return boot;
            }
        };
        try (ReadStore reader = ReadStore.open(lost, otherBoot)) {
            assertTrue(reader.table(Ticks.NAME).chunks().get(1).zones().isEmpty());
        }
        try (WriteStore writer = WriteStore.open(lost, options, otherBoot)) {
            writer.sealNow();
            Ticks.checkAll(writer.table(Ticks.NAME), 0, 500);
            assertEquals(3, writer.table(Ticks.NAME).chunks().get(1).zones().size());
            VerifyTest.assertSound(writer.verify(VerifyOptions.all()));
        }
        VerifyTest.assertSound(VerifyTest.verify(lost));
    }

    @Test
    void shouldSealBesideRetirement() throws StoreException {
        StoreOptions options = Ticks.SMALL.withMaxBytes(64 * 4096);
        try (StoreWriter writer = StoreWriter.open(folder, options)) {
            writer.define(Ticks.DEFINITION);
            for (int round = 0; round < 50; round++) {
                Ticks.append(writer.appender(Ticks.NAME), 5000);
                writer.retire(Ticks.NAME, writer.table(Ticks.NAME).endRow() - 400);
            }
            Ticks.checkAll(writer.table(Ticks.NAME), writer.table(Ticks.NAME).firstRow(), 250_000);
        }
        try (Store store = Store.open(folder)) {
            for (ChunkSummary chunk : store.table(Ticks.NAME).chunks()) {
                if (chunk.sealed()) {
                    assertEquals(chunk.firstRow() * 31, chunk.zone(PRICE).min());
                    assertEquals((chunk.firstRow() + chunk.rows() - 1) * 31, chunk.zone(PRICE).max());
                }
            }
        }
    }

    @Test
    void shouldFindTimesInSealedChunksAndOthers() throws StoreException {
        try (WriteStore writer = writer(Ticks.SMALL)) {
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            for (boolean closed : new boolean[] {false, true}) {
                try (Cursor cursor = writer.table(Ticks.NAME).cursor()) {
                    for (long row = 0; row < 1000; row++) {
                        assertTrue(cursor.seekTime(Ticks.time(row) - (closed ? 0 : 9)));
                        assertEquals(row, cursor.row());
                    }
                    assertFalse(cursor.seekTime(Ticks.time(1000)));
                }
                writer.sealNow();
            }
            assertTrue(writer.table(Ticks.NAME).chunks().getFirst().sealed());
        }
    }

    @Test
    void shouldFindTheFirstTimeWhereTheyAreNotInOrder() throws StoreException {
        try (WriteStore writer = writer(Ticks.SMALL)) {
            dev.ashlar.store.Appender appender = writer.appender(Ticks.NAME);
            for (long row = 0; row < 1000; row++) {
                RowClaim claim = appender.claim();
                long at = claim.offset();
                // Each ten of rows goes backwards.
                Ticks.put(claim.memory(), at, row / 10 * 10 + 9 - row % 10);
                claim.commit();
            }
            writer.sealNow();
            try (Cursor cursor = writer.table(Ticks.NAME).cursor()) {
                for (long time = 0; time < 1000; time++) {
                    long wanted = Ticks.time(time);
                    assertTrue(cursor.seekTime(wanted));
                    assertEquals(time / 10 * 10, cursor.row(), "time=" + time);
                }
            }
        }
    }

    @Test
    void shouldLeaveAChunkUnsealedWhereThereIsNoSpaceForItsFooter() throws IOException, InterruptedException {
        try (SmallDisk disk = SmallDisk.mount(folder, 512)) {
            int unsealed = 0;
            for (int pages = 0; pages < 40; pages++) {
                disk.leave(512);
                unsealed += sealOnFullDisk(disk, disk.folder().resolve("store" + pages), pages) ? 0 : 1;
            }
            assertTrue(unsealed > 0, "the disk was never full when a footer was wanted");
        }
    }

    /// @return whether the first chunk was sealed, or the disk was full before it came to that
    private static boolean sealOnFullDisk(SmallDisk disk, Path store, int pages) throws IOException {
        StoreOptions options = StoreOptions.defaults().withChunkBytes(1 << 18);
        boolean ended;
        boolean sealed;
        long rows;
        try (WriteStore writer = WriteStore.open(store, options, new StoreDisk())) {
            Table table = writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 100);
            disk.leave(pages);
            try {
                writer.define(TableDefinition.of(TestSchemas.tickWithVenue(), Ticks.NAME).withTimeField("time"));
                Ticks.append(writer.appender(Ticks.NAME), 100);
            } catch (StoreException e) {
                assertEquals(Reason.NO_SPACE, e.reason());
            }
            writer.sealNow();
            ended = writer.container(Ticks.NAME, OfTable.class).chain().links().length > 1;
            rows = table.rowCount();
            sealed = table.chunks().getFirst().sealed();
            Ticks.checkAll(table, 0, rows);
        }
        VerifyTest.assertSound(VerifyTest.verify(store));
        disk.leave(512);
        StoreWriter.open(store, options).close();
        try (Store reader = Store.open(store)) {
            Ticks.checkAll(reader.table(Ticks.NAME), 0, rows);
            // With space it is made good. A chunk after it without rows is given back: then it is full no longer.
            assertTrue(rows == 100 || reader.table(Ticks.NAME).chunks().getFirst().sealed());
        }
        TestFiles.delete(store);
        return sealed || !ended;
    }

    private WriteStore writer(StoreOptions options) throws StoreException {
        WriteStore writer = WriteStore.open(folder, options, new StoreDisk());
        writer.define(Ticks.DEFINITION);
        return writer;
    }
}
