// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.Table;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.PowerDisk.Choice;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The power goes before each use of the disk and after each step of a script, and before each use of the disk by the
/// recovery after that: what was promised is there, the rest is a clean prefix, and the store continues. With `-Plong`
/// at every point; else at the first of each kind and one in three of the others.
class PowerLossTest extends PowerLossImages {
    /// One image in this many is checked while it is recovered.
    private int oneIn;
    private CrashPoints tried;

    @Test
    void shouldKeepWhatCommitPromised() throws Exception {
        run(Durability.COMMIT, 0, 50);
    }

    @Tag("slow")
    @Test
    void shouldKeepWhatWasSynced() throws Exception {
        run(Durability.NONE, 0, 50);
    }

    @Test
    @Tag("long")
    void shouldKeepWhatWasPromisedInManyImages() throws Exception {
        run(Durability.COMMIT, 1, 20);
        run(Durability.NONE, 1, 10);
    }

    /// The power goes twice: what was cut off after the first time does not come back.
    @Test
    void shouldKeepTheCatalogCutOff() throws Exception {
        random = Seed.random("PowerLossTest catalog");
        Path root = Files.createDirectory(folder.resolve("cut"));
        Path store = root.resolve("store");
        WriteStore.open(store, Script.OPTIONS, new CalmDisk()).close();
        Files.write(store.resolve(Catalog.NAME), new byte[100], StandardOpenOption.APPEND);
        PowerDisk disk = new PowerDisk(root, use -> { });
        WriteStore.open(store, Script.OPTIONS, disk).close();
        for (Choice choice : Choice.values()) {
            Path image = folder.resolve("cut " + choice);
            disk.materialise(image, choice, random);
            try (Store reader = ReadStore.open(image.resolve("store"), new CalmDisk())) {
                assertEquals(List.of(), reader.verify(VerifyOptions.all()).findings(), choice::name);
            }
        }
    }

    /// @param imagesOfEach choice that is random; 0 for one image at each point, in turn
    private void run(Durability durability, int imagesOfEach, int recoverOneIn) throws Exception {
        begin("PowerLossTest " + durability);
        oneIn = recoverOneIn;
        tried = new CrashPoints(imagesOfEach > 0 ? 1 : 3, random);
        Path root = Files.createDirectory(folder.resolve("root" + images));
        Ledger ledger = new Ledger();
        PowerDisk[] disk = new PowerDisk[1];
        disk[0] = new PowerDisk(root, use -> tryAll(disk[0], ledger, imagesOfEach, use));
        Script script = new Script(root.resolve("store"), disk[0], durability, ledger, () -> {
            disk[0].look();
            try {
                tryAll(disk[0], ledger, imagesOfEach, "step");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        script.run().close();
        System.out.println("PowerLossTest: durability=" + durability + ", points=" + points + ", images=" + images
                + ", of recovery=" + again);
    }

    private void tryAll(PowerDisk disk, Ledger ledger, int each, String use) throws IOException {
        if (!tried.isTried(use)) {
            return;
        }
        points++;
        for (Choice choice : Choice.values()) {
            boolean byChance = choice.compareTo(Choice.NEW) > 0;
            int count = each > 0 ? byChance ? each : 1 : points % 5 == choice.ordinal() ? 1 : 0;
            for (int i = 0; i < count; i++) {
                boolean watched = random.nextInt(oneIn) == 0;
                tryOne(disk, ledger.copy(), choice, "point=" + points + ", before=" + use, watched);
            }
        }
        if (points % 3 == 0 || each > 0) {
            tryDeath(disk, ledger.copy(), "point=" + points + ", before=" + use);
        }
    }

    private void tryOne(PowerDisk disk, Ledger ledger, Choice choice, String where, boolean watched)
            throws IOException {
        tryImage(disk, choice, where, (store, what) -> {
            Map<String, Long> seen = read(store, ledger, what);
            if (!seen.isEmpty() && random.nextInt(4) == 0) {
                try (Store reader = ReadStore.open(store, new CalmDisk())) {
                    assertEquals(List.of(), reader.verify(VerifyOptions.all()).findings(), what + ", reader");
                }
            }
            CalmDisk calm = new CalmDisk();
            if (watched) {
                PowerDisk failing = failing(store, (inner, use) -> {
                    again++;
                    for (Choice next : Choice.values()) {
                        if ((next.ordinal() + again) % 5 < 2) {
                            tryOne(inner, ledger.copy(), next, what + ", then before=" + use, false);
                        }
                    }
                });
                new Script(store, failing, Durability.COMMIT, ledger, () -> { }).goOn(200);
            } else {
                try (WriteStore opened = WriteStore.open(store, Script.OPTIONS, calm)) {
                    ledger.checkDurable(opened, what);
                    assertTrue(opened.recovery().kind() != Kind.PROCESS_DEATH, what);
                    seen.forEach((name, end) -> assertEquals(end, end(opened, name), what + ", table=" + name));
                }
                try (WriteStore opened = WriteStore.open(store, Script.OPTIONS, calm)) {
                    assertEquals(Kind.CLEAN, opened.recovery().kind(), what);
                    seen.forEach((name, end) -> assertEquals(end, end(opened, name), what + ", table=" + name));
                }
                new Script(store, calm, Durability.NONE, ledger, () -> { }).goOn(random.nextInt(4) == 0 ? 400 : 3);
            }
            read(store, ledger, what + ", after going on");
        });
    }

    /// A process dies at this point: nothing is lost.
    private void tryDeath(PowerDisk disk, Ledger ledger, String where) throws IOException {
        tryImage(disk, Choice.NEW, where + ", process death", (store, what) -> {
            CalmDisk calm = new CalmDisk(disk.boot());
            try (WriteStore opened = WriteStore.open(store, Script.OPTIONS, calm)) {
                ledger.checkDone(opened, what);
                assertTrue(opened.recovery().kind() != Kind.POWER_LOSS, what);
            }
            new Script(store, calm, Durability.NONE, ledger, () -> { }).goOn(random.nextInt(4) == 0 ? 400 : 3);
            try (Store opened = ReadStore.open(store, calm)) {
                ledger.checkDone(opened, what);
            }
        });
    }

    /// Reads what there is before anybody recovers it.
    ///
    /// @return where the tables end
    private static Map<String, Long> read(Path store, Ledger ledger, String where) throws IOException {
        Map<String, Long> ends = new TreeMap<>();
        try (Store opened = ReadStore.open(store, new CalmDisk())) {
            ledger.checkDurable(opened, where + ", reader");
            for (Table table : opened.tables()) {
                ends.put(table.name(), table.endRow());
            }
        } catch (StoreException e) {
            if (ledger.created || e.reason() != Reason.NOT_A_STORE && e.reason() != Reason.UNFINISHED) {
                throw e;
            }
        }
        return ends;
    }

    private static long end(Store store, String table) {
        try {
            return store.table(table).endRow();
        } catch (StoreException e) {
            throw new UncheckedIOException(e);
        }
    }
}
