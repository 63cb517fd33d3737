// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.IndexReport;
import dev.ashlar.store.RowReader;
import dev.ashlar.store.SortedRange;
import dev.ashlar.store.SortedReader;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclaredIndexTest {
    private static final IndexDeclaration NUMBERS = IndexDeclaration.hash(Things.NAME, "u32");
    private static final IndexDeclaration CODES = IndexDeclaration.sorted(Things.NAME, "code");

    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void makeStore() throws StoreException {
        folder = temp.resolve("store");
        try (StoreWriter writer = writer()) {
            append(writer, 0, 500);
            writer.declare(NUMBERS);
            writer.declare(CODES);
        }
    }

    private StoreWriter writer() throws StoreException {
        StoreWriter writer = StoreWriter.open(folder, VerifyTest.TINY);
        writer.define(Things.definition(ByteOrder.LITTLE_ENDIAN, 0));
        return writer;
    }

    private static void append(StoreWriter writer, long from, long to) throws StoreException {
        for (long i = from; i < to; i++) {
            Things.append(writer.appender(Things.NAME), ByteOrder.LITTLE_ENDIAN, false, i % 100, "c" + i % 10);
        }
    }

    @Test
    void shouldBeDeclaredForWhoeverOpensTheStore() throws Exception {
        try (Store store = Store.open(folder)) {
            assertEquals(List.of(NUMBERS, CODES), declarations(store));
            DeclaredIndex numbers = store.indexes().getFirst();
            assertFalse(numbers.isBuilt());
            assertEquals(0, numbers.memoryBytes());
            try (HashReader reader = numbers.hashReader()) {
                assertTrue(numbers.isBuilt() && numbers.memoryBytes() > 0);
                assertEquals(442, reader.find(42));
                assertEquals(342, reader.previous(442));
                assertEquals(RowReader.ABSENT, reader.find(100));
            }
            assertThrows(IllegalStateException.class, numbers::sortedReader);
            try (SortedReader reader = store.indexes().getLast().sortedReader()) {
                SortedRange range = reader.prefix(MemorySegment.ofArray(Things.code("c7")), 0, 2);
                assertEquals(7, range.next());
                assertEquals(17, range.next());
            }
            assertSame(numbers, store.indexes().getFirst());
            assertTrue(numbers.verify().isWhole());
        }
    }

    @Test
    void shouldFollowTheWriterWhenAskedAgain() throws Exception {
        try (StoreWriter writer = writer(); Store store = Store.open(folder)) {
            DeclaredIndex theirs = store.indexes().getFirst();
            DeclaredIndex own = writer.indexes().getFirst();
            assertNotSame(own, theirs);
            for (DeclaredIndex index : List.of(theirs, own)) {
                try (HashReader reader = index.hashReader()) {
                    assertEquals(RowReader.ABSENT, reader.find(777));
                }
            }
            long row = Things.append(writer.appender(Things.NAME), ByteOrder.LITTLE_ENDIAN, false, 777, "new");
            for (DeclaredIndex index : List.of(theirs, own)) {
                try (HashReader reader = index.hashReader()) {
                    assertEquals(row, reader.find(777));
                }
            }
        }
    }

    @Test
    void shouldBeDroppedAndDeclaredAgain() throws Exception {
        try (StoreWriter writer = writer(); Store store = Store.open(folder)) {
            assertTrue(writer.drop(NUMBERS));
            assertFalse(writer.drop(NUMBERS));
            assertEquals(List.of(CODES), declarations(writer));
            assertEquals(List.of(NUMBERS, CODES), declarations(store), "as it was when it was opened");
            store.refresh();
            assertEquals(List.of(CODES), declarations(store));
            writer.declare(NUMBERS);
            assertSame(writer.declare(NUMBERS), writer.indexes().getLast());
            store.refresh();
            assertEquals(List.of(CODES, NUMBERS), declarations(store));
        }
        try (Store store = Store.open(folder)) {
            assertEquals(List.of(CODES, NUMBERS), declarations(store));
        }
    }

    @Test
    void shouldRefuseWhatCanBeNoIndex() throws Exception {
        try (StoreWriter writer = writer()) {
            assertEquals(Reason.UNKNOWN, assertThrows(StoreException.class, () ->
                    writer.declare(IndexDeclaration.hash("Nothing", "u32"))).reason());
            assertThrows(IllegalArgumentException.class, () ->
                    writer.declare(IndexDeclaration.hash(Things.NAME, "nothing")));
            assertThrows(IllegalArgumentException.class, () ->
                    writer.declare(IndexDeclaration.hash(Things.NAME, "ratio")));
            assertThrows(IllegalArgumentException.class, () -> IndexDeclaration.hash(Things.NAME));
            assertEquals(List.of(NUMBERS, CODES), declarations(writer));
        }
    }

    @Test
    void shouldBeBuiltWhenScansHaveCostAsMuch() throws Exception {
        try (StoreWriter writer = writer(); Store store = Store.open(folder)) {
            assertTrue(store.indexes().getFirst().wouldPay(0), "a small table at once");
            append(writer, 500, 80_000);
            DeclaredIndex index = store.indexes().getFirst();
            assertFalse(index.wouldPay(2 * 80_000));
            assertTrue(index.wouldPay(151 * 80_000));
            int scans = 0;
            while (!index.pays(2 * 80_000)) {
                scans++;
            }
            assertTrue(scans >= 70 && scans <= 80, "scans=" + scans);
            assertFalse(index.isBuilt());
            index.build();
            assertTrue(index.isBuilt() && index.pays(0));
        }
    }

    @Test
    void shouldBeVerifiedAgainstItsTable() throws Exception {
        VerifyReport report = VerifyTest.verify(folder);
        assertTrue(report.isSound(), report::toString);
        // Entries of a hash index are keys, each of which leads to its rows.
        assertEquals(List.of(new VerifyReport.Indexed(NUMBERS, 500, 100, ""),
                new VerifyReport.Indexed(CODES, 500, 500, "")), report.indexed());
        try (Store store = Store.open(folder)) {
            assertEquals(List.of(), store.verify(VerifyOptions.all().withoutIndexes()).indexed());
        }
    }

    @Test
    void shouldSayWhatCannotBeCompared() throws Exception {
        Files.delete(folder.resolve("extents/0001.ext"));
        VerifyReport report = VerifyTest.verify(folder);
        assertFalse(report.isSound());
        assertEquals(2, report.indexed().size());
        assertTrue(report.indexed().stream().noneMatch(index -> index.unchecked().isEmpty()), report::toString);
        try (Store store = Store.open(folder)) {
            DeclaredIndex index = store.indexes().getFirst();
            assertThrows(CorruptChunkException.class, index::hashReader);
            assertFalse(index.pays(Long.MAX_VALUE / 4) || index.isBuilt());
            assertFalse(index.problem().isEmpty());
        }
    }

    @Test
    void shouldCountDifferencesThatItDoesNotTell() throws Exception {
        try (Store store = Store.open(folder)) {
            DeclaredIndex index = store.indexes().getFirst();
            index.build();
            // Rows change below the index, as nobody but damage would do it.
            damageRows();
            IndexReport report = index.verify();
            assertEquals(100, report.findings().size());
            assertTrue(report.omitted() > 0, report::toString);
            assertFalse(report.isWhole());
        }
    }

    /// Gives every row another `u32`.
    private void damageRows() throws IOException {
        for (int extent = 0; Files.exists(folder.resolve("extents/000" + extent + ".ext")); extent++) {
            try (RandomAccessFile file = new RandomAccessFile(folder.resolve("extents/000" + extent + ".ext").toFile(),
                    "rw")) {
                for (int chunk = 0; chunk < 4; chunk++) {
                    for (int row = 0; row < 30; row++) {
                        file.seek(8192 + chunk * 4096L + row * 62 + Things.offset("u32") + 1);
                        file.write(0x55);
                    }
                }
            }
        }
    }

    private static List<IndexDeclaration> declarations(Store store) {
        return store.indexes().stream().map(DeclaredIndex::declaration).toList();
    }
}
