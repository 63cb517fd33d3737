// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.testkit.SmallDisk;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk is full when a last-value table grows: no signal, no key is lost, values are still replaced where there is
/// space, and with space the last-value table continues.
class LastValuesFullDiskTest {
    private static final int KEYS = 100;
    private static final Set<Reason> FULL = EnumSet.of(Reason.NO_SPACE, Reason.ACCESS, Reason.FAILED);

    @TempDir
    Path folder;
    private final MemorySegment target = MemorySegment.ofArray(new byte[64]);

    @Test
    void shouldLoseNothingOnAFullDisk() throws Exception {
        try (SmallDisk small = SmallDisk.mount(folder, 400)) {
            boolean grown = false;
            for (int pages = 0; !grown; pages++) {
                Path store = small.folder().resolve("store");
                small.leave(pages);
                int committed = grow(store);
                grown = committed == KEYS;
                small.leave(Integer.MAX_VALUE);
                if (committed > 0) {
                    try (Store reader = Store.open(store)) {
                        check(reader, committed);
                    }
                }
                assertEquals(KEYS, grow(store), "pages=" + pages);
                try (Store reader = Store.open(store)) {
                    check(reader, KEYS);
                }
                TestFiles.delete(store);
            }
        }
    }

    /// @return keys that were committed
    private int grow(Path folder) throws IOException {
        int committed = 0;
        try (StoreWriter store = StoreWriter.open(folder, Ticks.SMALL.withDurability(Durability.NONE))) {
            store.define(Quotes.DEFINITION);
            for (; committed < KEYS; committed++) {
                Quotes.put(store.lastValuesWriter(Quotes.NAME), committed, 1, Quotes.LENGTH);
                Quotes.put(store.lastValuesWriter(Quotes.NAME), committed / 2, 2, Quotes.LENGTH);
            }
        } catch (StoreException e) {
            assertTrue(FULL.contains(e.reason()), e::getMessage);
        }
        return Files.exists(folder.resolve(HeadFile.NAME)) ? committed : 0;
    }

    private void check(Store store, int committed) throws StoreException {
        LastValuesReader reader = store.lastValues(Quotes.NAME).reader();
        for (int id = 0; id < committed; id++) {
            long number = Quotes.number(reader, id, target, Quotes.LENGTH);
            assertTrue(number == (id < committed / 2 ? 2 : number) && number > 0, "id=" + id + ", number=" + number);
        }
        LastValuesCheckTest.assertSound(store);
    }
}
