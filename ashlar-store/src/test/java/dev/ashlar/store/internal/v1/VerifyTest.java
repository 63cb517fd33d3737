// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyTest {
    static final String OTHER = "Other";
    /// Extents of four chunks of a page.
    static final StoreOptions TINY = new StoreOptions(4096, 4 * 4096, 1 << 30, StoreOptions.defaults().durability(),
            Duration.ofMillis(10));

    @TempDir
    Path temp;
    private Path folder;

    /// 1,000 rows of one table in six chunks, and 100 of another after them, in two extents.
    @BeforeEach
    void makeStore() throws StoreException {
        folder = temp.resolve("store");
        make(folder);
    }

    static void make(Path folder) throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, TINY)) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            writer.define(new TableDefinition(OTHER, TestSchemas.tick(), TestSchemas.tick().message(Ticks.NAME),
                    "time"));
            Ticks.append(writer.appender(OTHER), 100);
        }
    }

    @Test
    void shouldFindNothingInASoundStore() throws StoreException {
        VerifyReport report = verify(folder);
        assertTrue(report.isSound(), report::toString);
        assertEquals(8, report.entries());
        assertEquals(7, report.chunks());
        assertEquals(7, report.sealedChunks());
        assertEquals(1100, report.rows());
        assertEquals(1100 * 20, report.bytes());
    }

    @Test
    void shouldFindNothingWhereThereIsNothing() throws StoreException {
        StoreWriter.open(temp.resolve("empty"), TINY).close();
        assertTrue(verify(temp.resolve("empty")).isSound());
    }

    @Test
    void shouldFindNothingAfterRetirementEvolutionAndAnUncleanEnd() throws IOException {
        Path copy = temp.resolve("copy");
        try (StoreWriter writer = StoreWriter.open(folder, TINY)) {
            writer.define(TableDefinition.of(TestSchemas.tickWithVenue(), Ticks.NAME).withTimeField("time"));
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            writer.retire(Ticks.NAME, 500);
            assertSound(writer.verify(VerifyOptions.all()));
            Ticks.append(writer.appender(Ticks.NAME), 1000);
            TestFiles.copy(folder, copy);
        }
        assertSound(verify(folder));
        assertSound(verify(copy));
        StoreWriter.open(copy, TINY).close();
        assertSound(verify(copy));
    }

    @Test
    void shouldRaiseNoFalseAlarmWhileAWriterWorks() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (StoreWriter writer = StoreWriter.open(folder, TINY.withMaxBytes(400 * 4096))) {
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; !stop.get(); round++) {
                        try {
                            Ticks.append(writer.appender(Ticks.NAME), 500);
                        } catch (StoreException e) {
                            // The reader is not at work, and holds all chunks while it looks at one.
                            assertEquals(Reason.NO_SPACE, e.reason());
                            Thread.yield();
                        }
                        writer.retire(Ticks.NAME, writer.table(Ticks.NAME).endRow() - 10_000);
                        if (round % 10 == 0) {
                            writer.sync();
                        }
                    }
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            try (Store store = Store.open(folder)) {
                for (int i = 0; i < 20; i++) {
                    assertSound(store.verify(VerifyOptions.all()));
                }
            } finally {
                stop.set(true);
                thread.join();
            }
        }
        assertEquals(null, failure.get());
        assertSound(verify(folder));
    }

    @Test
    void shouldReadWhatIsLeftOfACutExtent() throws IOException {
        Path extent = folder.resolve("extents/0000.ext");
        try (RandomAccessFile file = new RandomAccessFile(extent.toFile(), "rw")) {
            // Header, directory, two chunks.
            file.setLength(8192 + 2 * 4096);
        }
        checkLost(2 * 198, 4 * 198);
        StoreException refused = assertThrows(StoreException.class, () -> StoreWriter.open(folder, TINY));
        assertEquals(Reason.TRUNCATED, refused.reason());
    }

    @Test
    void shouldReadWhatIsLeftWithoutTheFirstExtent() throws IOException {
        Files.delete(folder.resolve("extents/0000.ext"));
        try (Store store = Store.open(folder)) {
            assertEquals(0, store.table(Ticks.NAME).firstRow());
            try (Cursor cursor = store.table(Ticks.NAME).cursor()) {
                CorruptChunkException missing = assertThrows(CorruptChunkException.class, cursor::next);
                assertEquals(0, missing.first());
                assertEquals(4 * 198, missing.end());
                assertTrue(cursor.seek(4 * 198));
                for (long row = 4 * 198; row < 1000; row++) {
                    Ticks.check(cursor, row);
                    assertEquals(row < 999, cursor.next());
                }
                assertTrue(cursor.seek(4 * 198));
                assertThrows(CorruptChunkException.class, cursor::previous);
            }
            assertThrows(CorruptChunkException.class, () ->
                    store.table(Ticks.NAME).forEachRun(0, 1000, (_, _, _, _, _, _) -> { }));
            Ticks.checkAll(store.table(OTHER), 0, 100);
        }
        assertFalse(verify(folder).isSound());
        StoreException refused = assertThrows(StoreException.class, () -> StoreWriter.open(folder, TINY));
        assertEquals(Reason.MISSING, refused.reason());
    }

    @Test
    void shouldTellThatRowsAreMissingAtTheEnd() throws IOException {
        Files.delete(folder.resolve("extents/0001.ext"));
        try (Store store = Store.open(folder); Cursor cursor = store.table(Ticks.NAME).cursor();
                Cursor other = store.table(OTHER).cursor()) {
            for (long row = 0; row < 4 * 198; row++) {
                assertTrue(cursor.next());
                Ticks.check(cursor, row);
            }
            CorruptChunkException missing = assertThrows(CorruptChunkException.class, cursor::next);
            assertEquals(4 * 198, missing.first());
            assertEquals(1000, missing.end());
            assertThrows(CorruptChunkException.class, other::next);
        }
        VerifyReport report = verify(folder);
        assertTrue(report.findings().stream().anyMatch(finding -> finding.container().equals(Ticks.NAME)
                && finding.first() == 4 * 198 && finding.end() == 1000), report::toString);
    }

    @Test
    void shouldReadWhatDoesNotNeedADamagedSchema() throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, TINY)) {
            writer.define(TableDefinition.of(TestSchemas.tickWithVenue(), Ticks.NAME).withTimeField("time"));
            Ticks.append(writer.appender(Ticks.NAME), 10);
        }
        TestFiles.flip(folder.resolve("schemas/0002.sbeir"), 100);
        try (Store store = Store.open(folder)) {
            Ticks.checkAll(store.table(OTHER), 0, 100);
            StoreException damaged = assertThrows(StoreException.class, () -> store.table(Ticks.NAME));
            assertEquals(Reason.CORRUPT, damaged.reason());
            assertEquals(1, store.schemas().size());
        }
        VerifyReport report = verify(folder);
        assertEquals(1, report.findings().size(), report::toString);
        assertTrue(report.findings().getFirst().found().contains("0002.sbeir"), report::toString);
    }

    @Test
    void shouldReadWhatIsBeforeADamagedTailOfTheCatalog() throws IOException {
        Path catalog = folder.resolve(Catalog.NAME);
        try (RandomAccessFile file = new RandomAccessFile(catalog.toFile(), "rw")) {
            file.setLength(file.length() - 3);
        }
        try (Store store = Store.open(folder)) {
            Ticks.checkAll(store.table(Ticks.NAME), 0, 1000);
            assertThrows(StoreException.class, () -> store.table(OTHER));
        }
        assertFalse(verify(folder).isSound());
        assertThrows(StoreException.class, () -> StoreWriter.open(folder, TINY));
    }

    @Test
    void shouldNotTakeTheExtentOfAnotherStoreForItsOwn() throws IOException {
        Path other = temp.resolve("other");
        make(other);
        Files.copy(other.resolve("extents/0001.ext"), folder.resolve("extents/0001.ext"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        try (Store store = Store.open(folder); Cursor cursor = store.table(Ticks.NAME).cursor()) {
            for (long row = 0; row < 4 * 198; row++) {
                assertTrue(cursor.next());
            }
            assertEquals(4 * 198, assertThrows(CorruptChunkException.class, cursor::next).first());
        }
        assertFalse(verify(folder).isSound());
    }

    @Test
    void shouldRefuseFoldersThatAreNoStores() throws IOException {
        Files.createDirectories(temp.resolve("nothing"));
        assertEquals(Reason.NOT_A_STORE, assertThrows(StoreException.class, () -> verify(temp.resolve("nothing")))
                .reason());
        assertEquals(Reason.NOT_A_STORE, assertThrows(StoreException.class, () -> verify(temp.resolve("absent")))
                .reason());
    }

    @Test
    void shouldRefuseANewerVersionButNotADamagedOne() throws IOException {
        Path head = folder.resolve(HeadFile.NAME);
        TestFiles.flip(head, 8);
        assertEquals(1, verify(folder).findings().size());
        TestFiles.flip(head, StoreLayout.CHECKPOINT_BYTES + 8);
        assertEquals(Reason.VERSION, assertThrows(StoreException.class, () -> verify(folder)).reason());
    }

    private void checkLost(long from, long to) throws StoreException {
        try (Store store = Store.open(folder); Cursor cursor = store.table(Ticks.NAME).cursor()) {
            for (long row = 0; row < from; row++) {
                assertTrue(cursor.next());
                Ticks.check(cursor, row);
            }
            CorruptChunkException lost = assertThrows(CorruptChunkException.class, cursor::next);
            assertEquals(from, lost.first());
            assertEquals(to, lost.end());
            assertTrue(cursor.seek(to));
            for (long row = to; row < 1000; row++) {
                Ticks.check(cursor, row);
                assertEquals(row < 999, cursor.next());
            }
            Ticks.checkAll(store.table(OTHER), 0, 100);
        }
        VerifyReport report = verify(folder);
        assertTrue(report.findings().stream().anyMatch(finding -> finding.container().equals(Ticks.NAME)
                && finding.first() == from && finding.end() == to), report::toString);
    }

    static void assertSound(VerifyReport report) {
        assertTrue(report.isSound(), report::toString);
    }

    static VerifyReport verify(Path folder) throws StoreException {
        try (Store store = Store.open(folder)) {
            return store.verify(VerifyOptions.all());
        }
    }
}
