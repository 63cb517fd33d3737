// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.FileHeader;
import dev.ashlar.store.internal.v1.file.Geometry;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.Locks;
import dev.ashlar.store.internal.v1.file.StoreFile;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are not what they should be, opened for writing: a typed refusal that changes nothing, or a recovery that
/// destroys nothing.
class StoreDamageTest {
    private static final int ROWS = 1500;
    /// Rows of a chunk.
    private static final long CHUNK_ROWS = (4096 - 120) / 20;

    @TempDir(factory = MemoryFolder.class)
    Path folder;
    private Path store;
    private final CalmDisk disk = new CalmDisk();

    @BeforeEach
    void shouldHaveAStore() throws StoreException {
        store = folder.resolve("store");
        try (WriteStore writer = WriteStore.open(store, Script.OPTIONS, disk)) {
            writer.define(Ticks.DEFINITION);
            Ticks.append(writer.appender(Ticks.NAME), ROWS);
        }
    }

    private void refuse(Set<Reason> reasons, String... texts) throws IOException {
        Map<String, Integer> before = Images.contents(store);
        for (CalmDisk machine : new CalmDisk[] {disk, new CalmDisk()}) {
            StoreException e = assertThrows(StoreException.class, () ->
                    WriteStore.open(store, Script.OPTIONS, machine).close(), () -> String.join(", ", texts));
            assertTrue(reasons.contains(e.reason()), e.getMessage());
            for (String text : texts) {
                assertTrue(e.getMessage().contains(text), e.getMessage());
            }
            assertFalse(e.getMessage().contains("\n"), e.getMessage());
        }
        assertEquals(before, Images.contents(store));
    }

    private void accept() throws IOException {
        try (WriteStore writer = WriteStore.open(store, Script.OPTIONS, new CalmDisk())) {
            Ticks.checkAll(writer.table(Ticks.NAME), 0, ROWS);
        }
    }

    @Test
    void shouldRefuseCutExtents() throws IOException {
        Path extent = store.resolve("extents/0001.ext");
        byte[] whole = Files.readAllBytes(extent);
        for (int length = 0; length < whole.length; length += length < 200 ? 7 : 1999) {
            Files.write(extent, Arrays.copyOf(whole, length));
            refuse(Set.of(Reason.TRUNCATED), "length=" + length, "0001.ext");
        }
        Files.write(extent, whole);
        accept();
    }

    @Test
    void shouldRefuseWhereFilesAreMissing() throws IOException {
        for (String name : new String[] {"extents/0000.ext", "extents/0001.ext", "store.catalog",
            "schemas/0001.sbeir"}) {
            Path file = store.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            Files.delete(file);
            refuse(Set.of(Reason.MISSING), file.getFileName().toString());
            Files.write(file, whole);
        }
        Path head = store.resolve(HeadFile.NAME);
        byte[] whole = Files.readAllBytes(head);
        Files.delete(head);
        refuse(Set.of(Reason.NOT_A_STORE), "extents");
        Files.write(head, whole);
        accept();
    }

    @Test
    void shouldRefuseEveryFlippedByteOfHeaders() throws IOException {
        for (String name : new String[] {"extents/0000.ext", "extents/0001.ext", "store.catalog"}) {
            Path file = store.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            int length = (int) (name.endsWith("ext") ? StoreLayout.EXTENT : StoreLayout.CATALOG).byteSize();
            for (int at = 0; at < length; at++) {
                flip(file, whole, at);
                refuse(Set.of(Reason.CORRUPT), file.getFileName().toString());
            }
            byte[] newer = whole.clone();
            newer[8] = 7;
            FileHeader.seal(MemorySegment.ofArray(newer).asSlice(0, length));
            Files.write(file, newer);
            refuse(Set.of(Reason.VERSION), "version=7", "reads 1", file.getFileName().toString());
            Files.write(file, whole);
        }
        accept();
    }

    @Test
    void shouldRefuseEveryFlippedByteOfTheCatalogAndTheSchemas() throws IOException {
        for (String name : new String[] {"store.catalog", "schemas/0001.sbeir"}) {
            Path file = store.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            for (int at = name.endsWith("catalog") ? 32 : 0; at < whole.length; at++) {
                flip(file, whole, at);
                refuse(Set.of(Reason.CORRUPT), file.getFileName().toString());
            }
            Files.write(file, whole);
        }
        accept();
    }

    /// The writer died before a checkpoint knew of the catalog's last record, and that is damaged since.
    @Test
    void shouldGiveAwayNoChunksOfContainersThatAreUnknown() throws IOException {
        Path crashed = folder.resolve("crashed");
        long known;
        try (WriteStore writer = WriteStore.open(store, Script.OPTIONS, disk)) {
            known = Files.size(store.resolve(Catalog.NAME));
            writer.define(new TableDefinition("Other", Ticks.DEFINITION.schema(),
                    Ticks.DEFINITION.message(), "time"));
            Ticks.append(writer.appender("Other"), 10);
            TestFiles.copy(store, crashed);
        }
        Path catalog = crashed.resolve(Catalog.NAME);
        flip(catalog, Files.readAllBytes(catalog), (int) known + 20);
        store = crashed;
        refuse(Set.of(Reason.CORRUPT), "container 2", Catalog.NAME);
        flip(catalog, Files.readAllBytes(catalog), (int) known + 20);
        try (WriteStore writer = WriteStore.open(store, Script.OPTIONS, disk)) {
            Ticks.checkAll(writer.table("Other"), 0, 10);
        }
    }

    @Test
    void shouldLiveWithOneDamagedCheckpointButNotWithTwo() throws IOException {
        Path head = store.resolve(HeadFile.NAME);
        byte[] whole = Files.readAllBytes(head);
        for (int place = 0; place < 2; place++) {
            for (int at = 0; at < 170; at++) {
                if (at >= 8 && at < 12) {
                    // Told as another version, whichever place it is in.
                    continue;
                }
                Path copy = folder.resolve("copy");
                TestFiles.copy(store, copy);
                flip(copy.resolve(HeadFile.NAME), whole, place * StoreLayout.CHECKPOINT_BYTES + at);
                try (WriteStore writer = WriteStore.open(copy, Script.OPTIONS, new CalmDisk())) {
                    Ticks.checkAll(writer.table(Ticks.NAME), 0, ROWS);
                }
                TestFiles.delete(copy);
            }
        }
        byte[] both = whole.clone();
        both[20] ^= 1;
        both[StoreLayout.CHECKPOINT_BYTES + 20] ^= 1;
        Files.write(head, both);
        refuse(Set.of(Reason.CORRUPT), HeadFile.NAME, "no valid checkpoint");
        Files.write(head, new byte[whole.length]);
        refuse(Set.of(Reason.NOT_A_STORE), HeadFile.NAME);
        Files.write(head, new byte[0]);
        refuse(Set.of(Reason.NOT_A_STORE), HeadFile.NAME);
        Files.write(head, whole);
        accept();
    }

    @Test
    void shouldSayWhichVersionAStoreIs() throws IOException {
        Path head = store.resolve(HeadFile.NAME);
        byte[] whole = Files.readAllBytes(head);
        byte[] newer = whole.clone();
        ByteBuffer words = ByteBuffer.wrap(newer).order(ByteOrder.LITTLE_ENDIAN);
        words.putInt(8, 7);
        words.putInt(StoreLayout.CHECKPOINT_BYTES + 8, 7);
        Files.write(head, newer);
        refuse(Set.of(Reason.VERSION), "version=7", "reads 1", HeadFile.NAME);
        StoreException e = assertThrows(StoreException.class, () -> ReadStore.open(store, disk));
        assertEquals(Reason.VERSION, e.reason());
        Files.write(head, whole);
        accept();
    }

    @Test
    void shouldRefuseWhatIsNotAStore() throws IOException {
        store = Files.createDirectory(folder.resolve("other"));
        Files.writeString(store.resolve("letter.txt"), "Dear reader");
        refuse(Set.of(Reason.NOT_A_STORE), "letter.txt");
        assertFalse(Files.exists(store.resolve(Locks.NAME)));
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        StoreException e = assertThrows(StoreException.class, () -> WriteStore.open(file, Script.OPTIONS, disk));
        assertEquals(Reason.ACCESS, e.reason());
        assertEquals(Reason.ACCESS, assertThrows(StoreException.class, () ->
                WriteStore.open(file.resolve("store"), Script.OPTIONS, disk)).reason());
    }

    @Test
    void shouldRefuseWhatMayNotBeWritten() throws IOException {
        Path head = store.resolve(HeadFile.NAME);
        Files.setPosixFilePermissions(head, PosixFilePermissions.fromString("r--r--r--"));
        assumeFalse(Files.isWritable(head), "this user may write everywhere");
        refuse(Set.of(Reason.ACCESS), HeadFile.NAME);
    }

    /// Each byte of an entry of the directory, in one of four entries, in a store that was closed: the rows of at most
    /// one chunk cannot be read, and they stay where they are and keep their numbers.
    @Test
    void shouldDestroyNothingWhereAnEntryIsDamaged() throws IOException {
        int shift = Seed.random("StoreDamageTest entries").nextInt(4);
        damageEntries(at -> (at + at / StoreLayout.ENTRY_BYTES) % 4 == shift);
    }

    @Test
    @Tag("long")
    void shouldDestroyNothingWhereAnyEntryIsDamaged() throws IOException {
        damageEntries(_ -> true);
    }

    private void damageEntries(IntPredicate tried) throws IOException {
        Path extent = store.resolve("extents/0001.ext");
        byte[] whole = Files.readAllBytes(extent);
        int healed = 0;
        int missing = 0;
        for (int at = 0; at < 4 * StoreLayout.ENTRY_BYTES; at++) {
            if (!tried.test(at)) {
                continue;
            }
            Path copy = folder.resolve("copy");
            TestFiles.copy(store, copy);
            Path file = copy.resolve("extents/0001.ext");
            flip(file, whole, StoreLayout.EXTENT_HEADER_BYTES + at);
            try (WriteStore writer = WriteStore.open(copy, Script.OPTIONS, new CalmDisk())) {
                Ticks.append(writer.appender(Ticks.NAME), 1000);
            } catch (StoreException e) {
                throw new AssertionError("at=" + at, e);
            }
            BitSet found = new BitSet();
            try (ReadStore reader = ReadStore.open(copy, new CalmDisk())) {
                scan(reader.table(Ticks.NAME), found);
            }
            assertTrue(found.cardinality() >= ROWS + 1000 - CHUNK_ROWS, "at=" + at + ", rows=" + found.cardinality());
            assertEquals(ROWS + 1000, found.length(), "at=" + at);
            if (found.cardinality() < ROWS + 1000) {
                missing++;
                int chunk = at / StoreLayout.ENTRY_BYTES;
                int from = Script.OPTIONS.chunkBytes() * chunk + 2 * 4096;
                byte[] now = Files.readAllBytes(file);
                assertArrayEquals(Arrays.copyOfRange(whole, from, from + 3000),
                        Arrays.copyOfRange(now, from, from + 3000), "at=" + at);
            } else {
                healed++;
            }
            TestFiles.delete(copy);
        }
        System.out.println("StoreDamageTest: healed=" + healed + ", chunk left alone=" + missing);
        assertTrue(healed > 0 && missing > 0);
    }

    private static void scan(Table table, BitSet found) {
        long row = table.firstRow();
        try (Cursor cursor = table.cursor()) {
            while (row < table.endRow()) {
                try {
                    if (cursor.seek(row)) {
                        Ticks.check(cursor, row);
                        found.set((int) row);
                    }
                    row++;
                } catch (CorruptChunkException e) {
                    row = e.end();
                }
            }
        }
    }

    private static void flip(Path file, byte[] whole, int at) throws IOException {
        byte[] flipped = whole.clone();
        flipped[at] ^= 0x40;
        Files.write(file, flipped);
    }

    @Test
    void shouldRefuseAJournalWhoseLastMessagesAreMissing() throws IOException {
        int last;
        try (WriteStore writer = WriteStore.open(store, Script.OPTIONS, disk)) {
            writer.define(Orders.DEFINITION);
            Orders.record(writer.journalWriter(Orders.NAME), 0, 60);
            last = writer.container(Orders.NAME, OfJournal.class).chain().last().chunk();
        }
        Geometry geometry = new Geometry(Script.OPTIONS.chunkBytes(),
                (int) (Script.OPTIONS.extentBytes() / Script.OPTIONS.chunkBytes()));
        Path extent = store.resolve("extents/%04d.ext".formatted(geometry.extent(last)));
        flip(extent, Files.readAllBytes(extent), (int) geometry.entryOffset(last)
                + (int) StoreLayout.offset(StoreLayout.ENTRY, "first"));
        refuse(Set.of(Reason.CORRUPT), "journal=orders", "readers can still open the store");
        try (ReadStore reader = ReadStore.open(store, new CalmDisk());
                JournalCursor cursor = reader.journal(Orders.NAME).cursor()) {
            assertTrue(cursor.next());
            Orders.check(cursor, 0);
        }
    }

    @Test
    void shouldFollowALiveWriterOfAnotherBoot() throws IOException {
        try (WriteStore writer = WriteStore.open(store, Script.OPTIONS, new CalmDisk());
                ReadStore reader = ReadStore.open(store, new CalmDisk())) {
            assertFalse(reader.isRecovered());
            Ticks.append(writer.appender(Ticks.NAME), 10);
            assertEquals(ROWS + 10, reader.table(Ticks.NAME).endRow());
        }
    }

    /// It has the lock, but chunks are as the last writer left them.
    @Test
    void shouldNotFollowAWriterThatHasNotRecoveredTheStore() throws IOException {
        int[] looks = {0};
        CalmDisk recovering = new CalmDisk() {
            @Override
            public void sync(StoreFile file) throws IOException {
                // Its first checkpoint, after which the store is recovered.
                if (looks[0]++ == 0) {
                    try (ReadStore reader = ReadStore.open(store, new CalmDisk())) {
                        assertTrue(reader.isRecovered());
                        assertTrue(reader.isWriterAlive());
                    }
                }
            }
        };
        WriteStore dead = WriteStore.open(store, Script.OPTIONS, new CalmDisk());
        Ticks.append(dead.appender(Ticks.NAME), 10);
        Images.abandon(dead);
        WriteStore.open(store, Script.OPTIONS, recovering).close();
        assertTrue(looks[0] > 0);
        try (ReadStore reader = ReadStore.open(store, new CalmDisk())) {
            assertFalse(reader.isRecovered());
            assertFalse(reader.isWriterAlive());
        }
    }
}
