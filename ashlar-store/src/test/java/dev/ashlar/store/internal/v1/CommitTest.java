// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commits that are durable one by one: one sync each, and after a loss of power all of their rows.
class CommitTest {
    private static final StoreOptions OPTIONS = new StoreOptions(1 << 16, 64L << 16, 256L << 16, Durability.COMMIT,
            Duration.ofHours(1));

    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private final CountingDisk disk = new CountingDisk();
    private int images;

    /// Counts syncs.
    private static final class CountingDisk extends CalmDisk {
        int syncs;

        @Override
        public void sync(StoreFile file, MemorySegment range, long offset) throws IOException {
            syncs++;
        }

        @Override
        public void sync(StoreFile file) throws IOException {
            syncs++;
        }
    }

    private WriteStore open() throws StoreException {
        return WriteStore.open(folder.resolve("store"), OPTIONS, disk);
    }

    private static Appender appender(WriteStore store, String table) throws StoreException {
        store.define(new TableDefinition(table, TestSchemas.tick(), TestSchemas.tick().message("Tick"), "time"));
        return store.appender(table);
    }

    /// Commits rows that say which they are.
    private static void commit(Appender appender, int rows) throws StoreException {
        for (int left = rows; left > 0;) {
            var claim = appender.claim(left);
            int claimed = claim.rows();
            for (int i = 0; i < claimed; i++) {
                claim.memory().set(StoreLayout.PACKED_LONG, claim.offset(i), appender.endRow() + i);
            }
            claim.commit();
            left -= claimed;
        }
    }

    /// What the machine finds if it loses power now, and the kernel was quick.
    private Path image() throws IOException {
        Path image = folder.resolve("image" + images++);
        TestFiles.copy(folder.resolve("store"), image);
        return image;
    }

    private static void check(Store store, String table, long rows) throws StoreException {
        assertEquals(rows, store.table(table).endRow());
        try (Cursor cursor = store.table(table).cursor()) {
            for (long row = 0; row < rows; row++) {
                assertTrue(cursor.next());
                assertEquals(row, cursor.memory().get(StoreLayout.PACKED_LONG, cursor.offset()));
            }
        }
    }

    @Test
    void shouldSyncOnceWhenRowsAreCommitted() throws IOException {
        try (WriteStore store = open()) {
            Appender appender = appender(store, "A");
            commit(appender, 1);
            for (int commits = 0; commits < 100; commits++) {
                int before = disk.syncs;
                commit(appender, 10);
                assertEquals(before + 1, disk.syncs);
            }
            assertEquals(0, store.lag().undurableBytes());
            assertEquals(0, ReadStore.open(folder.resolve("store"), disk).info().undurableBytes());
        }
    }

    @Test
    void shouldSyncOnceWhenManyTablesAndAJournalAreCommittedTogether() throws IOException {
        try (WriteStore store = open(); Arena arena = Arena.ofConfined()) {
            store.define(Orders.DEFINITION);
            JournalWriter recorder = store.journalWriter(Orders.NAME);
            MemorySegment message = arena.allocate(64);
            Appender[] appenders = new Appender[20];
            for (int i = 0; i < appenders.length; i++) {
                appenders[i] = appender(store, "T" + i);
            }
            for (int round = 0; round < 3; round++) {
                int before = disk.syncs;
                store.beginBatch();
                for (Appender appender : appenders) {
                    commit(appender, 5);
                }
                recorder.record(message, 0, 64, round, round);
                assertEquals(before, disk.syncs);
                store.endBatch();
                if (round > 0) {
                    // The first comes after tables were defined, which a checkpoint has to know.
                    assertEquals(before + 1, disk.syncs);
                }
            }
            try (WriteStore found = WriteStore.open(image(), OPTIONS, new CalmDisk())) {
                assertEquals(Kind.POWER_LOSS, found.recovery().kind());
                for (int i = 0; i < appenders.length; i++) {
                    check(found, "T" + i, 15);
                }
                assertEquals(3, found.journal(Orders.NAME).messageCount());
            }
        }
    }

    @Test
    void shouldFindAllCommitsWhenPowerIsLostAndAgain() throws IOException {
        try (WriteStore store = open()) {
            Appender appender = appender(store, "A");
            long rows = 0;
            // Over several chunks, and more than there are records.
            for (int commits = 0; commits < 120; commits++) {
                commit(appender, 1000);
                rows += 1000;
                if (commits % 10 == 0) {
                    Path image = image();
                    try (Store found = ReadStore.open(image, new CalmDisk())) {
                        check(found, "A", rows);
                        assertEquals(List.of(), found.verify(VerifyOptions.all()).findings());
                    }
                    try (WriteStore found = WriteStore.open(image, OPTIONS, new CalmDisk())) {
                        check(found, "A", rows);
                        commit(found.appender("A"), 10);
                        Path next = folder.resolve("next" + commits);
                        TestFiles.copy(image, next);
                        try (Store again = ReadStore.open(next, new CalmDisk())) {
                            check(again, "A", rows + 10);
                        }
                        TestFiles.delete(next);
                    }
                    TestFiles.delete(image);
                }
            }
        }
    }

    @Test
    void shouldKeepThePreviousCommitWhenItsRecordOrRowsAreTorn() throws IOException {
        try (WriteStore store = open()) {
            Appender appender = appender(store, "A");
            commit(appender, 5);
            commit(appender, 5);
            commit(appender, 5);
            Path image = image();
            // The last row is not as the newest record says.
            change(image, chunk(store) + 14 * 20);
            try (Store found = ReadStore.open(image, new CalmDisk())) {
                check(found, "A", 10);
            }
            image = image();
            // Both records of the pair may be the newest.
            long at = store.extents.geometry().chunksOffset();
            assertTrue(at > 4096);
            change(image, 512 + 40);
            long end;
            try (Store found = ReadStore.open(image, new CalmDisk())) {
                end = found.table("A").endRow();
                check(found, "A", end);
            }
            assertTrue(end == 10 || end == 15, () -> "end=" + end);
        }
    }

    @Test
    void shouldReportDamageWhenRowsAreLostThatWereDurable() throws IOException {
        try (WriteStore store = open()) {
            Appender appender = appender(store, "A");
            commit(appender, 5);
            store.sync();
            commit(appender, 5);
            commit(appender, 5);
            Path image = image();
            change(image, chunk(store) + 7 * 20);
            try (Store found = ReadStore.open(image, new CalmDisk()); Cursor cursor = found.table("A").cursor()) {
                for (int row = 0; row < 5; row++) {
                    assertTrue(cursor.next());
                }
                assertThrows(CorruptChunkException.class, cursor::next);
            }
            try (WriteStore found = WriteStore.open(image, OPTIONS, new CalmDisk())) {
                assertTrue(found.recovery().dropped().getFirst().contains("5 rows from row 5 were committed and are "
                        + "damaged"), found.recovery()::toString);
                assertEquals(10, found.appender("A").endRow());
            }
        }
    }

    @Test
    void shouldIgnoreRecordsOfAnotherGenerationWhenAProcessDiedBefore() throws IOException {
        WriteStore dead = open();
        Appender appender = appender(dead, "A");
        commit(appender, 5);
        commit(appender, 5);
        Images.abandon(dead);
        try (WriteStore store = open()) {
            assertEquals(Kind.PROCESS_DEATH, store.recovery().kind());
            Appender next = store.appender("A");
            commit(next, 5);
            commit(next, 5);
            try (Store found = ReadStore.open(image(), new CalmDisk())) {
                check(found, "A", 20);
            }
        }
    }

    private static long chunk(WriteStore store) {
        return store.extents.geometry().chunkOffset(0);
    }

    private static void change(Path image, long offset) throws IOException {
        Path file = image.resolve("extents/0000.ext");
        assertTrue(Files.size(file) > offset);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, offset);
            one.put(0, (byte) (one.get(0) ^ 0x40)).rewind();
            channel.write(one, offset);
        }
    }
}
