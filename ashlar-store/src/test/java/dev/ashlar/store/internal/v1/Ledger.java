// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Cursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// What somebody outside the store knows of it: what was begun, what was done, what was promised to survive.
///
/// Rows tell their number, and which of several attempts wrote them.
final class Ledger {
    /// One table.
    static final class Account {
        /// The end when all that was begun is there; when all that was done is; when all that is durable is.
        long begun;
        long done;
        long durable;
        /// What the first row is at least, and at most.
        long firstLeast;
        long firstMost;
        /// Whether it was made, which is durable at once.
        boolean defined;
        /// The attempt that wrote the rows from here on.
        final NavigableMap<Long, Integer> attempts = new TreeMap<>();

        Account copy() {
            Account copy = new Account();
            copy.begun = begun;
            copy.done = done;
            copy.durable = durable;
            copy.firstLeast = firstLeast;
            copy.firstMost = firstMost;
            copy.defined = defined;
            copy.attempts.putAll(attempts);
            return copy;
        }
    }

    final Map<String, Account> accounts = new LinkedHashMap<>();
    boolean created;
    int attempt = 1;

    Ledger copy() {
        Ledger copy = new Ledger();
        accounts.forEach((name, account) -> copy.accounts.put(name, account.copy()));
        copy.created = created;
        copy.attempt = attempt;
        return copy;
    }

    Account account(String table) {
        return accounts.computeIfAbsent(table, _ -> new Account());
    }

    /// All that is done is durable.
    void synced() {
        for (Account account : accounts.values()) {
            account.durable = account.done;
            account.firstLeast = account.firstMost;
        }
    }

    /// The store was opened again: what it has counts, and is durable if it was made so.
    void resume(Store store, boolean durable) throws StoreException {
        attempt++;
        created = true;
        for (Map.Entry<String, Account> entry : accounts.entrySet()) {
            Table table = store.table(entry.getKey());
            Account account = entry.getValue();
            account.begun = table.endRow();
            account.done = account.begun;
            account.durable = durable ? account.done : account.durable;
            account.firstMost = table.firstRow();
            account.firstLeast = durable ? account.firstMost : account.firstLeast;
        }
    }

    void put(String table, MemorySegment memory, long at, long row, int blockLength) {
        NavigableMap<Long, Integer> attempts = account(table).attempts;
        if (attempts.isEmpty() || attempts.lastEntry().getValue() != attempt) {
            attempts.tailMap(row, true).clear();
            attempts.put(row, attempt);
        }
        put(memory, at, row, attempt, blockLength);
    }

    static void put(MemorySegment memory, long at, long row, int attempt, int blockLength) {
        memory.set(StoreLayout.PACKED_LONG, at, Ticks.time(row));
        memory.set(StoreLayout.PACKED_LONG, at + 8, row * 31 + attempt * 7L);
        memory.set(StoreLayout.PACKED_INT, at + 16, attempt);
        if (blockLength > 20) {
            memory.set(StoreLayout.PACKED_INT, at + 20, attempt ^ (int) row);
        }
    }

    /// Checks that a row is whole.
    ///
    /// @return the attempt that wrote it
    static int check(Cursor cursor, String where) {
        MemorySegment memory = cursor.memory();
        long at = cursor.offset();
        long row = cursor.row();
        int attempt = memory.get(StoreLayout.PACKED_INT, at + 16);
        long time = memory.get(StoreLayout.PACKED_LONG, at);
        long price = memory.get(StoreLayout.PACKED_LONG, at + 8);
        boolean venue = cursor.blockLength() == 20
                || memory.get(StoreLayout.PACKED_INT, at + 20) == (attempt ^ (int) row);
        if (time != Ticks.time(row) || price != row * 31 + attempt * 7L || !venue) {
            throw new AssertionError("row is torn or another: row=" + row + ", time=" + time + ", price=" + price
                    + ", attempt=" + attempt + ", " + where);
        }
        return attempt;
    }

    /// Checks what a store has after the loss of power: all that was promised, and of the rest a clean prefix.
    void checkDurable(Store store, String where) throws StoreException {
        for (Map.Entry<String, Account> entry : accounts.entrySet()) {
            Account account = entry.getValue();
            check(store, entry.getKey(), account.durable, account.begun, where);
        }
    }

    /// Checks what a store has after the death of a process: all that was done.
    void checkDone(Store store, String where) throws StoreException {
        for (Map.Entry<String, Account> entry : accounts.entrySet()) {
            Account account = entry.getValue();
            check(store, entry.getKey(), account.done, account.begun, where);
        }
    }

    private void check(Store store, String name, long least, long most, String where) throws StoreException {
        Account account = account(name);
        if (!account.defined && store.tables().stream().noneMatch(table -> table.name().equals(name))) {
            return;
        }
        Table table = store.table(name);
        long end = table.endRow();
        long first = table.firstRow();
        assertTrue(end >= least && end <= most, () -> name + ": end=" + end + ", least=" + least + ", most=" + most
                + ", " + where);
        assertTrue(first >= account.firstLeast && first <= account.firstMost, () -> name + ": first=" + first
                + ", least=" + account.firstLeast + ", most=" + account.firstMost + ", " + where);
        try (Cursor cursor = table.cursor()) {
            for (long row = first; row < end; row++) {
                if (!cursor.next() || cursor.row() != row) {
                    throw new AssertionError(name + ": no row " + row + " of " + first + " to " + end + ", " + where);
                }
                int found = check(cursor, name + ", " + where);
                int expected = account.attempts.floorEntry(row).getValue();
                if (found != expected) {
                    assertEquals(expected, found, "attempt of row " + row + " in " + name + ", " + where);
                }
            }
        }
    }
}
