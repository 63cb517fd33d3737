// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.Durability;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/// Fills a small disk but for 0, 1, 2 … pages, and runs the script of a store on what is left until all of it fits.
/// What was committed before the disk was full is there, and when there is space again, the store continues.
final class FullDisk {
    private static final int PAGE = 4096;
    /// What a full disk may be called: there is no space, or what was written could not be kept.
    private static final Set<Reason> FULL = EnumSet.of(Reason.NO_SPACE, Reason.ACCESS, Reason.FAILED);

    static void run(Path mount) throws IOException {
        int refused = 0;
        int pages = 0;
        for (boolean passed = false; !passed; pages++) {
            fill(mount, pages);
            Path folder = mount.resolve("store");
            Ledger ledger = new Ledger();
            CalmDisk disk = new CalmDisk();
            Script script = new Script(folder, disk, Durability.NONE, ledger, () -> { });
            try {
                script.run().close();
                passed = true;
            } catch (StoreException e) {
                refused++;
                if (!FULL.contains(e.reason())) {
                    throw new AssertionError("pages=" + pages, e);
                }
                closeQuietly(script.store());
            }
            fill(mount, Integer.MAX_VALUE);
            if (Files.exists(folder.resolve(HeadFile.NAME))) {
                try (ReadStore store = ReadStore.open(folder, disk)) {
                    ledger.checkDone(store, "reader, pages=" + pages);
                }
            }
            new Script(folder, disk, Durability.NONE, ledger, () -> { }).goOn(300);
            try (ReadStore store = ReadStore.open(folder, disk)) {
                ledger.checkDone(store, "gone on, pages=" + pages);
            }
            TestFiles.delete(folder);
        }
        StoreProgram.say("full disk: pages=" + (pages - 1) + " suffice, refused=" + refused);
    }

    /// Leaves this many pages.
    private static void fill(Path mount, int pages) throws IOException {
        Path filler = mount.resolve(".filler");
        Files.deleteIfExists(filler);
        long free = Files.getFileStore(mount).getUsableSpace() / PAGE;
        Files.write(filler, new byte[(int) Math.max(0, free - pages) * PAGE]);
    }

    private static void closeQuietly(WriteStore store) {
        try {
            if (store != null) {
                store.close();
            }
        } catch (StoreException e) {
            // It failed before.
        }
    }
}
