// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Durability;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.internal.v1.PowerDisk.Choice;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The power goes before each use of the disk, before and after each commit, and during the recovery after that: each
/// key has a value that is whole, no older than what was promised, and no newer than what was begun. With `-Plong` at
/// every point; else at the first of each kind and one in two of the others.
@Tag("slow")
class LastValuesPowerLossTest extends PowerLossImages {
    private static final int KEYS = QuoteLedger.KEYS;

    private int each;
    private CrashPoints tried;

    @Test
    void shouldKeepWhatWasSynced() throws Exception {
        run(Durability.NONE, 60, 1);
    }

    @Test
    void shouldKeepWhatCommitPromised() throws Exception {
        run(Durability.COMMIT, 40, 1);
    }

    @Test
    void shouldSaveWhatTheDeadHadCommitted() throws Exception {
        Path root = Files.createDirectory(folder.resolve("dead"));
        PowerDisk disk = new PowerDisk(root, _ -> { });
        Path folder = root.resolve("store");
        QuoteLedger account = new QuoteLedger();
        WriteStore store = WriteStore.open(folder, Script.OPTIONS, disk);
        store.define(Quotes.DEFINITION);
        for (int id = 0; id < KEYS; id++) {
            account.commit(store, id, id, () -> { });
        }
        store.sync();
        for (int id = 0; id < KEYS; id++) {
            account.commit(store, id, 100 + id, () -> { });
        }
        Images.abandon(store);
        // Nobody looks at the last-value table before it is synced.
        WriteStore.open(folder, Script.OPTIONS, disk).sync();
        account.synced();
        disk.look();
        Path image = root.resolveSibling("lost");
        disk.materialise(image, Choice.OLD, Seed.random("BoardPowerLossTest dead"));
        try (WriteStore opened = WriteStore.open(image.resolve("store"), Script.OPTIONS, new CalmDisk())) {
            assertEquals(Kind.POWER_LOSS, opened.recovery().kind());
            account.check(opened, "dead");
        }
    }

    @Test
    @Tag("long")
    void shouldKeepWhatWasPromisedInManyImages() throws Exception {
        for (int i = 0; i < 10; i++) {
            run(Durability.NONE, 400, 4);
            run(Durability.COMMIT, 100, 4);
        }
    }

    private void run(Durability durability, int commits, int imagesOfEach) throws Exception {
        begin("BoardPowerLossTest " + durability);
        each = imagesOfEach;
        tried = new CrashPoints(each > 1 ? 1 : 2, random);
        Path root = Files.createDirectory(folder.resolve("root" + images));
        QuoteLedger account = new QuoteLedger();
        PowerDisk[] disk = new PowerDisk[1];
        disk[0] = new PowerDisk(root, use -> tryAll(disk[0], account, use));
        WriteStore store = WriteStore.open(root.resolve("store"), Script.OPTIONS.withDurability(durability), disk[0]);
        store.define(Quotes.DEFINITION);
        account.defined = true;
        for (int i = 0; i < commits; i++) {
            if (i == commits / 3) {
                store.close();
                account.synced();
                store = WriteStore.open(root.resolve("store"), Script.OPTIONS.withDurability(durability), disk[0]);
            } else if (i == commits / 2) {
                store.define(Quotes.NEWER);
                account.newer = true;
            } else if (random.nextInt(12) == 0) {
                store.sync();
                account.synced();
            } else if (random.nextInt(15) == 0) {
                // The process dies, and the machine only later.
                Images.abandon(store);
                store = WriteStore.open(root.resolve("store"), Script.OPTIONS.withDurability(durability), disk[0]);
                assertEquals(Kind.PROCESS_DEATH, store.recovery().kind());
                if (random.nextBoolean()) {
                    // All that the dead process had committed, though that is unknown.
                    store.sync();
                    account.synced();
                }
            }
            // Few keys for some time, so that all slots of some are used between two syncs.
            int id = random.nextInt(random.nextInt(3) == 0 ? 1 + i * KEYS / commits : 2);
            account.commit(store, id, i, () -> {
                disk[0].look();
                tryAll(disk[0], account, "commit");
            });
            if (durability == Durability.COMMIT) {
                account.synced();
            }
            disk[0].look();
            tryAll(disk[0], account, "step");
        }
        store.close();
        System.out.println("BoardPowerLossTest: durability=" + durability + ", points=" + points + ", images=" + images
                + ", of recovery=" + again);
    }

    private void tryAll(PowerDisk disk, QuoteLedger account, String use) throws IOException {
        if (!tried.isTried(use)) {
            return;
        }
        points++;
        for (Choice choice : Choice.values()) {
            boolean byChance = choice.compareTo(Choice.NEW) > 0;
            int count = each > 1 ? byChance ? each : 1 : points % 5 == choice.ordinal() ? 1 : 0;
            for (int i = 0; i < count; i++) {
                tryOne(disk, account.copy(), choice, "point=" + points + ", before=" + use, random.nextInt(40) == 0);
            }
        }
        if (points % 3 == 0 || each > 1) {
            tryDeath(disk, account.copy(), "point=" + points + ", before=" + use);
        }
    }

    private void tryOne(PowerDisk disk, QuoteLedger account, Choice choice, String where, boolean watched)
            throws IOException {
        tryImage(disk, choice, where, (store, what) -> {
            if (!Files.exists(store.resolve(HeadFile.NAME))) {
                assertTrue(!account.defined, what);
            } else {
                long[] seen = null;
                try (Store reader = ReadStore.open(store, new CalmDisk())) {
                    seen = account.check(reader, what + ", reader");
                }
                StoreDisk next = new CalmDisk();
                if (watched) {
                    next = failing(store, (inner, use) -> {
                        again++;
                        Choice chosen = Choice.values()[again % Choice.values().length];
                        tryOne(inner, account.copy(), chosen, what + ", then before=" + use, false);
                    });
                }
                goOn(store, account, seen, next, what);
            }
        });
    }

    /// Recovers, and writes all keys.
    private void goOn(Path store, QuoteLedger account, long[] seen, StoreDisk disk, String what) throws IOException {
        try (WriteStore opened = WriteStore.open(store, Script.OPTIONS, disk)) {
            assertTrue(opened.recovery().kind() != Kind.PROCESS_DEATH, what);
            long[] found = account.check(opened, what);
            for (int id = 0; id < KEYS; id++) {
                assertEquals(seen[id], found[id], what + ", id=" + id);
            }
            account.found(found);
            if (account.defined) {
                account.define(opened);
                for (int id = 0; id < KEYS; id += 1 + random.nextInt(3)) {
                    account.commit(opened, id, 1000 + id, () -> { });
                    account.commit(opened, id, 2000 + id, () -> { });
                }
                opened.sync();
                account.synced();
            }
        }
        try (Store reader = ReadStore.open(store, new CalmDisk())) {
            account.check(reader, what + ", after going on");
            if (account.defined) {
                LastValuesCheckTest.assertSound(reader);
            }
        }
    }

    /// A process dies at this point: nothing is lost.
    private void tryDeath(PowerDisk disk, QuoteLedger account, String where) throws IOException {
        tryImage(disk, Choice.NEW, where + ", process death", (store, what) -> {
            if (account.defined) {
                System.arraycopy(account.done, 0, account.durable, 0, KEYS);
                CalmDisk calm = new CalmDisk(disk.boot());
                try (WriteStore opened = WriteStore.open(store, Script.OPTIONS, calm)) {
                    account.check(opened, what);
                    for (int id = 0; id < KEYS; id += 1 + random.nextInt(3)) {
                        account.commit(opened, id, 1000 + id, () -> { });
                    }
                    account.check(opened, what + ", going on");
                    LastValuesCheckTest.assertSound(opened);
                }
            }
        });
    }
}
