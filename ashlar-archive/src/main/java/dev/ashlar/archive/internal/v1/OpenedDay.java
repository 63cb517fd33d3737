// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.query.Relations;
import dev.ashlar.store.Journal;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.store.ReadStore;
import java.util.HashMap;
import java.util.Map;

/// The store of a day that is open for reading, and how many queries use it.
///
/// **Threading**: guarded by its cache.
final class OpenedDay {
    /// Its catalog and its lock.
    private static final int FILES = 2;

    final Day day;
    private final ReadStore store;
    private final int files;
    private KeptRelations relations;
    int users;
    long lastUse;

    /// @throws StoreException if the store is not what the head says of the day
    OpenedDay(Day day, ReadStore store) throws StoreException {
        this.day = day;
        this.store = store;
        require(day, store);
        files = FILES + store.extentCount();
        relations = new KeptRelations(null, Relations.of(store));
    }

    /// Checks that a store is the one that the head describes.
    static void require(Day day, ReadStore store) throws StoreException {
        String id = store.id();
        if (!id.equals(day.storeId())) {
            throw new StoreException(Reason.CORRUPT, store.folder(), "folder holds a different store than the "
                    + "archive's head lists: id=" + id + ", listed=" + day.storeId() + "; restore the day, or drop it and add "
                    + "this one");
        }
        if (day.open()) {
            return;
        }
        Map<String, Long> rows = new HashMap<>();
        for (Table table : store.tables()) {
            rows.put(table.name(), table.rowCount());
        }
        for (Archive.Table table : day.tables()) {
            boolean readable = !store.unreadable().containsKey(table.name());
            if (table.kind().equals("table") && readable && !Long.valueOf(table.rows()).equals(rows.get(table.name()))) {
                throw new StoreException(Reason.CORRUPT, store.folder(), "store differs from the archive's head: table="
                        + table.name() + ", rows=" + rows.getOrDefault(table.name(), 0L) + ", listed=" + table.rows()
                        + "; restore the day, or drop it and add it again");
            }
            if (table.kind().equals("journal") && readable && store.journals().stream().map(Journal::name)
                    .noneMatch(table.name()::equals)) {
                throw new StoreException(Reason.CORRUPT, store.folder(), "store differs from the archive's head: journal="
                        + table.name() + " is missing; restore the day, or drop it and add it again");
            }
        }
    }

    /// Files that it has open.
    int files() {
        return files;
    }

    /// What it has now.
    Relations relations() throws StoreException {
        if (day.open()) {
            store.refresh();
            relations = new KeptRelations(relations, Relations.of(store));
        }
        return relations;
    }

    Map<String, StoreException> unreadable() {
        return store.unreadable();
    }

    void close() {
        try {
            store.close();
        } catch (StoreException _) {
            // Nothing was written, and what was read is known.
        }
    }
}
