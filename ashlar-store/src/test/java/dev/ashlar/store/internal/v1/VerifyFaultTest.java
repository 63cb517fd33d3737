// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.Table;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.internal.v1.chunk.FooterLayout;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One byte is not as it was: verify says so and where, and all that does not need it can be read.
class VerifyFaultTest {
    private static final int CHUNKS = 8192;
    private static final int ROWS = 198 * 20;

    @TempDir(factory = MemoryFolder.class)
    Path temp;
    private Path folder;
    /// Which places are tried of those that are alike; for another seed, others.
    private final int shift = Seed.random("VerifyFaultTest").nextInt(1 << 20);

    @BeforeEach
    void makeStore() throws StoreException {
        folder = temp.resolve("store");
        VerifyTest.make(folder);
    }

    /// Each byte of a checkpoint, in one of the two.
    @Test
    void shouldFindEachByteOfACheckpoint() throws IOException {
        damageCheckpoints(place -> shift % 2 == place);
    }

    @Test
    @Tag("long")
    void shouldFindEachByteOfEachCheckpoint() throws IOException {
        damageCheckpoints(_ -> true);
    }

    private void damageCheckpoints(IntPredicate tried) throws IOException {
        Path head = folder.resolve(HeadFile.NAME);
        byte[] bytes = Files.readAllBytes(head);
        int found = 0;
        for (int place = 0; place < 2; place++) {
            int at = place * StoreLayout.CHECKPOINT_BYTES;
            int length = java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN)
                    .getInt(at + (int) StoreLayout.offset(StoreLayout.CHECKPOINT, "length"));
            for (int i = 0; i < length; i++, found++) {
                if (tried.test((place + i) % 2)) {
                    damage(head, at + i, "", false);
                }
            }
        }
        assertTrue(found > 200);
    }

    @Test
    void shouldFindEachByteOfTheHeadersOfExtents() throws IOException {
        for (int i = 0; i < StoreLayout.EXTENT.byteSize(); i++) {
            damage(folder.resolve("extents/0000.ext"), i, "", false);
        }
    }

    /// Each byte of an entry, in two of eight.
    @Test
    void shouldFindEachByteOfAnEntryOfAChunk() throws IOException {
        damageEntries(place -> shift % 4 == place);
    }

    @Test
    @Tag("long")
    void shouldFindEachByteOfTheEntriesOfChunks() throws IOException {
        damageEntries(_ -> true);
    }

    private void damageEntries(IntPredicate tried) throws IOException {
        Set<Long> epochs = new HashSet<>();
        long epoch = StoreLayout.offset(StoreLayout.ENTRY, "epoch");
        for (String extent : new String[] {"extents/0000.ext", "extents/0001.ext"}) {
            for (int chunk = 0; chunk < 4; chunk++) {
                boolean unused = extent.endsWith("1.ext") && chunk == 3;
                for (int i = 0; i < StoreLayout.ENTRY_BYTES; i++) {
                    if (unused && i >= epoch && i < epoch + 8) {
                        // How often nobody has had it concerns nobody.
                        epochs.add((long) i);
                        continue;
                    }
                    if (!tried.test((chunk + i) % 4)) {
                        continue;
                    }
                    damage(folder.resolve(extent), StoreLayout.EXTENT_HEADER_BYTES + chunk * 128L + i, null, true);
                }
            }
        }
        assertEquals(8, epochs.size());
    }

    /// Each byte of the footer; of the rows, which differ in nothing, one in some.
    @Test
    void shouldFindEachByteOfTheFooterOfASealedChunk() throws IOException {
        damageSealedChunk(49);
    }

    @Test
    @Tag("long")
    void shouldFindEachByteOfTheRowsAndFooterOfASealedChunk() throws IOException {
        damageSealedChunk(7);
    }

    private void damageSealedChunk(int step) throws IOException {
        int footer = FooterLayout.bytes(3, 1);
        int begin = 4096 - (footer + 7) / 8 * 8;
        for (int i = shift % step; i < ROWS; i += step) {
            damage(folder.resolve("extents/0000.ext"), CHUNKS + 4096 + i, Ticks.NAME, true);
        }
        for (int i = begin; i < begin + footer; i++) {
            damage(folder.resolve("extents/0000.ext"), CHUNKS + 4096 + i, Ticks.NAME, true);
        }
    }

    @Test
    void shouldFindEachByteOfCatalogSchemasAndLiveHeader() throws IOException {
        long catalog = Files.size(folder.resolve(Catalog.NAME));
        for (int i = 0; i < catalog; i++) {
            damage(folder.resolve(Catalog.NAME), i, null, true);
        }
        long schema = Files.size(folder.resolve("schemas/0001.sbeir"));
        for (int i = shift % 7; i < schema; i += 7) {
            damage(folder.resolve("schemas/0001.sbeir"), i, null, true);
        }
        for (int i : new int[] {0, 7, 8, 11, 16, 31}) {
            damage(folder.resolve(LiveFile.NAME), i, "", false);
        }
    }

    /// @param container which is found damaged; null for any
    /// @param lossy     whether rows, or whole tables, may not be readable
    private void damage(Path file, long offset, String container, boolean lossy) throws IOException {
        TestFiles.flip(file, offset);
        String place = file.getFileName() + " at " + offset;
        try (Store store = Store.open(folder)) {
            VerifyReport report = store.verify(VerifyOptions.all());
            assertFalse(report.isSound(), place);
            if (container != null) {
                assertTrue(report.findings().stream().anyMatch(finding -> finding.container().equals(container)
                        && names(finding, file)), () -> place + ": " + report);
            }
            long rows = readable(store);
            if (!lossy) {
                assertEquals(1100, rows, place);
            } else if (file.toString().endsWith(".ext")) {
                // With an entry go the rows of one chunk; a count that is too great shows more than there are.
                assertTrue(rows >= 1100 - 198, () -> place + ": rows=" + rows);
            }
        } finally {
            TestFiles.flip(file, offset);
        }
    }

    private static boolean names(Finding finding, Path file) {
        return finding.file().endsWith(file.getFileName()) || finding.found().contains(file.getFileName().toString());
    }

    /// Reads all that can be read, by any way around damage.
    private static long readable(Store store) {
        long rows = 0;
        for (Table table : store.tables()) {
            try (Cursor cursor = table.cursor()) {
                for (boolean more = true; more;) {
                    try {
                        while (cursor.next()) {
                            cursor.memory().get(StoreLayout.PACKED_LONG, cursor.offset());
                            rows++;
                        }
                        more = false;
                    } catch (CorruptChunkException e) {
                        assertTrue(e.end() > e.first(), e::getMessage);
                        more = cursor.seek(e.end());
                        rows += more ? 1 : 0;
                    }
                }
            }
        }
        return rows;
    }
}
