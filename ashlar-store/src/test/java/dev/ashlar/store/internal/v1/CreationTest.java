// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.internal.v1.file.Locks;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A writer that ends while it makes a store.
class CreationTest {
    private static final int MANY = 1_000;

    @TempDir
    Path temp;

    @Test
    void shouldMakeTheStoreWhereAnotherEndedMakingIt() throws IOException {
        boolean made = false;
        int unfinished = 0;
        for (int use = 1; !made; use++) {
            assertTrue(use < MANY);
            Path folder = temp.resolve("store" + use);
            FaultDisk disk = new FaultDisk(use, Integer.MAX_VALUE);
            try (WriteStore writer = WriteStore.open(folder, Ticks.SMALL, disk)) {
                made = disk.failed().isEmpty();
                writer.define(Ticks.DEFINITION);
            } catch (StoreException e) {
                // It goes no further.
            }
            String failed = disk.failed();
            try (Store store = Store.open(folder)) {
                assertTrue(store.tables().size() <= 1);
            } catch (StoreException e) {
                boolean none = Files.notExists(folder.resolve(Locks.NAME));
                assertEquals(none ? Reason.NOT_A_STORE : Reason.UNFINISHED, e.reason(), () -> failed + ": " + e);
                unfinished++;
            }
            Ticks.writer(folder, 10).close();
            try (Store store = Store.open(folder)) {
                Ticks.checkAll(store.table(Ticks.NAME), 0, 10);
            }
        }
        assertTrue(unfinished > 5, "unfinished=" + unfinished);
    }

    /// The head is what readers know a store by: its name must not reach the disk before the names of what it needs.
    @Test
    void shouldSyncTheNamesBeforeThatOfTheHead() throws IOException {
        List<String> uses = new ArrayList<>();
        StoreDisk disk = new StoreDisk() {
            @Override
            public void move(Path from, Path to) throws IOException {
                uses.add("move " + to.getFileName());
                super.move(from, to);
            }

            @Override
            public void syncFolder(Path folder) throws IOException {
                uses.add("sync " + folder.getFileName());
                super.syncFolder(folder);
            }
        };
        WriteStore.open(temp.resolve("day"), Ticks.SMALL, disk).close();
        int live = uses.indexOf("move store.live");
        assertEquals(List.of("move store.live", "sync day", "move store.head", "sync day"), uses.subList(live, live + 4));
    }

    @Test
    void shouldSayWhyAFolderIsNoStore() throws IOException {
        StoreException none = assertThrows(StoreException.class, () -> Store.open(temp.resolve("absent")));
        assertTrue(none.getMessage().startsWith("not a store: no such folder ("), none.getMessage());
        Path file = Files.writeString(temp.resolve("file"), "no folder");
        for (Path path : List.of(file, file.resolve("x"))) {
            StoreException e = assertThrows(StoreException.class, () -> StoreWriter.open(path, Ticks.SMALL));
            assertTrue(e.getMessage().matches(".*cause=.*not .*\\(" + path + "\\)"), e.getMessage());
        }
    }
}
