// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// What a process that is killed was about to do and had done, in a mapped file outside the store.
final class Oracle {
    static final int TABLES = 3;
    /// The journal, whose rows are messages.
    static final int JOURNAL = TABLES;
    private static final int WORDS = 4;

    private final MemorySegment words;

    Oracle(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            words = channel.map(MapMode.READ_WRITE, 0, 4096, Arena.global());
        }
    }

    static String name(int table) {
        return "T" + table;
    }

    private long word(int table, int word) {
        return StoreLayout.getVolatile(words, 8L * (table * WORDS + word));
    }

    private void word(int table, int word, long value) {
        StoreLayout.setVolatile(words, 8L * (table * WORDS + word), value);
    }

    /// Rows up to here are there; it says so when their commit has returned.
    long done(int table) {
        return word(table, 0);
    }

    void done(int table, long end) {
        word(table, 0, end);
    }

    /// Rows up to here may be there; it says so before it commits them.
    long begun(int table) {
        return word(table, 1);
    }

    void begun(int table, long end) {
        word(table, 1, end);
    }

    void retiring(int table, long most) {
        word(table, 2, Math.max(word(table, 2), most));
    }

    void retired(int table, long first) {
        word(table, 2, first);
        word(table, 3, first);
    }

    /// Checks what a store has while nobody writes to it.
    ///
    /// @param settled whether its last writer, or another, has brought messages and their rows together
    /// @return rows that were checked
    long check(Store store, boolean settled, String where) throws StoreException {
        long rows = 0;
        for (int i = 0; i < TABLES; i++) {
            String name = name(i);
            if (begun(i) == 0 && store.tables().stream().noneMatch(table -> table.name().equals(name))) {
                continue;
            }
            Table table = store.table(name);
            long end = table.endRow();
            long first = table.firstRow();
            String found = name + ": first=" + first + ", end=" + end + ", done=" + done(i) + ", begun=" + begun(i)
                    + ", firstLeast=" + word(i, 3) + ", firstMost=" + word(i, 2) + ", " + where;
            assertTrue(end >= done(i) && end <= begun(i), found);
            assertTrue(first >= word(i, 3) && first <= word(i, 2), found);
            rows += scan(table, first, end, found);
        }
        return rows + checkJournal(store, settled, where);
    }

    private long checkJournal(Store store, boolean settled, String where) throws StoreException {
        if (begun(JOURNAL) == 0 && store.journals().isEmpty()) {
            return 0;
        }
        List<Long> positions = new ArrayList<>();
        long first = readJournal(store, positions, where);
        long end = first + positions.size();
        String found = "journal: first=" + first + ", end=" + end + ", done=" + done(JOURNAL) + ", begun="
                + begun(JOURNAL) + ", firstMost=" + word(JOURNAL, 2) + ", " + where;
        assertTrue(end >= done(JOURNAL) && end <= begun(JOURNAL), found);
        assertTrue(first <= word(JOURNAL, 2), found);
        if (settled) {
            Orders.checkRows(store, first, positions);
        }
        return positions.size();
    }

    /// Reads all messages that are there.
    ///
    /// @param positions gets their positions
    /// @return number of the first; 0 if there are none
    static long readJournal(Store store, List<Long> positions, String where) throws StoreException {
        long first = 0;
        try (JournalCursor cursor = store.journal(Orders.NAME).cursor()) {
            while (cursor.next()) {
                first = positions.isEmpty() ? cursor.row() : first;
                long n = first + positions.size();
                if (cursor.row() != n) {
                    throw new AssertionError("message=" + cursor.row() + ", expected=" + n + ", " + where);
                }
                Orders.checkContent(cursor, n);
                positions.add(cursor.position());
            }
        }
        return first;
    }

    /// Reads all rows that are there.
    static long scan(Table table, long first, long least, String where) {
        try (Cursor cursor = table.cursor()) {
            long next = -1;
            long rows = 0;
            while (cursor.next()) {
                if (next >= 0 ? cursor.row() != next : cursor.row() < first) {
                    throw new AssertionError("row=" + cursor.row() + ", expected=" + next + ", " + where);
                }
                next = cursor.row() + 1;
                Ledger.check(cursor, where);
                rows++;
            }
            if (next < least && least > table.firstRow()) {
                throw new AssertionError("end=" + next + ", least=" + least + ", " + where);
            }
            return rows;
        }
    }
}
