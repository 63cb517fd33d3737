// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.internal.v1.Ledger.Account;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.nio.file.Path;
import java.time.Duration;

/// All that one does with a store of tables, once, with a ledger kept of it.
final class Script {
    /// Chunks of a page, four in an extent, five extents at most; nothing is synced but when it is asked for.
    static final StoreOptions OPTIONS = new StoreOptions(4096, 4 * 4096, 20 * 4096, Durability.NONE,
            Duration.ofHours(1));
    private static final String[] TABLES = {"A", "B"};

    private final Path folder;
    private final StoreDisk disk;
    private final StoreOptions options;
    private final Ledger ledger;
    private final Runnable step;
    private WriteStore store;
    private boolean newer;
    private boolean batch;

    /// @param step called after each step
    Script(Path folder, StoreDisk disk, Durability durability, Ledger ledger, Runnable step) {
        this.folder = folder;
        this.disk = disk;
        options = OPTIONS.withDurability(durability);
        this.ledger = ledger;
        this.step = step;
    }

    /// The script; what it leaves open is for the caller to close, or to drop.
    WriteStore run() throws StoreException {
        open();
        define("A");
        for (int i = 0; i < 3; i++) {
            append("A", 1);
        }
        append("A", 40);
        abort("A");
        append("A", 160);
        define("B");
        append("B", 2);
        append("A", 50);
        sync();
        append("B", 120);
        together(30);
        append("A", 195);
        append("A", 195);
        retire("A");
        append("B", 300);
        sync();
        for (int i = 0; i < 9; i++) {
            append("A", 150);
            append("B", 90);
            retire("A");
            retire(i % 3 == 0 ? "B" : "A");
        }
        newer = true;
        define("A");
        append("A", 10);
        close();
        open();
        append("A", 200);
        define("B");
        together(100);
        append("B", 5);
        sync();
        for (int i = 0; i < 4; i++) {
            append("B", 170);
            retire("B");
        }
        append("A", 3);
        return store;
    }

    /// What is done with a store that was found: some rows more, all durable in the end.
    void goOn(int rows) throws StoreException {
        open();
        for (String table : TABLES) {
            define(table);
            append(table, 1);
            append(table, rows);
        }
        close();
    }

    WriteStore store() {
        return store;
    }

    private void open() throws StoreException {
        store = WriteStore.open(folder, options, disk);
        // All but the death of a process makes durable what is found.
        boolean durable = store.recovery().kind() != Kind.PROCESS_DEATH;
        ledger.accounts.keySet().removeIf(name -> !ledger.account(name).defined && store.tables().stream()
                .noneMatch(t -> t.name().equals(name)));
        ledger.resume(store, durable);
        newer |= store.tables().stream().anyMatch(table -> table.schema().version() > 0);
        step.run();
    }

    private void define(String table) throws StoreException {
        var schema = newer ? TestSchemas.tickWithVenue() : TestSchemas.tick();
        ledger.account(table);
        store.define(new TableDefinition(table, schema, schema.message("Tick"), "time"));
        ledger.account(table).defined = true;
        step.run();
    }

    /// Commits this many rows, of as many claims as that takes.
    private void append(String table, int rows) throws StoreException {
        Account account = ledger.account(table);
        Appender appender = store.appender(table);
        int blockLength = store.table(table).block().blockLength();
        for (int left = rows; left > 0;) {
            RowClaim claim = appender.claim(left);
            int claimed = claim.rows();
            for (int i = 0; i < claimed; i++) {
                ledger.put(table, claim.memory(), claim.offset(i), account.done + i, blockLength);
            }
            account.begun = account.done + claimed;
            claim.commit();
            account.done = account.begun;
            if (options.durability() == Durability.COMMIT && !batch) {
                ledger.synced();
            }
            left -= claimed;
            step.run();
        }
    }

    /// Commits rows to all tables, durable together in the end.
    private void together(int rows) throws StoreException {
        store.beginBatch();
        batch = true;
        for (String table : TABLES) {
            append(table, rows);
            append(table, 1);
        }
        store.endBatch();
        batch = false;
        if (options.durability() == Durability.COMMIT) {
            ledger.synced();
        }
        step.run();
    }

    private void abort(String table) throws StoreException {
        RowClaim claim = store.appender(table).claim(5);
        claim.memory().asSlice(claim.offset(), (long) claim.rows() * claim.stride()).fill((byte) 0x55);
        claim.abort();
        step.run();
    }

    private void retire(String table) throws StoreException {
        Account account = ledger.account(table);
        account.firstMost = Math.max(account.firstMost, account.done - 250);
        account.firstMost = store.retire(table, account.done - 250);
        step.run();
    }

    private void sync() throws StoreException {
        store.sync();
        ledger.synced();
        step.run();
    }

    private void close() throws StoreException {
        store.close();
        ledger.synced();
        step.run();
    }
}
