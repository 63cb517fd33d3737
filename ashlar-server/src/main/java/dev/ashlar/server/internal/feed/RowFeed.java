// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.feed;

import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import dev.ashlar.server.internal.recording.GatewayStore;
import dev.ashlar.server.internal.recording.RollingArchive;
import dev.ashlar.server.internal.recording.SingleStore;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalPrinter;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.Table;
import java.io.IOException;
import java.io.OutputStream;
import java.util.OptionalLong;

/// New rows of a table, or messages of a journal, as lines of JSON.
///
/// **Threading**: one thread at a time. **Ownership**: has a cursor, which [#close] closes.
interface RowFeed extends AutoCloseable {
    /// Before the first of all.
    long BEGINNING = -1;

    /// Follows a table or a journal of a store, or of an archive through its days.
    ///
    /// @param after number of the last one seen; those behind it come first. Without it, only what is new
    /// @return null if there is nothing of this name
    /// @throws RejectedException if there are fewer rows: what comes next may have a number that was seen already
    static RowFeed of(GatewayStore store, String name, OptionalLong after) throws StoreException {
        return switch (store) {
            case SingleStore single -> of(single.store(), name, after);
            case RollingArchive archive -> DayFeed.of(archive.reader(), name, after);
        };
    }

    /// Follows a table or a journal.
    ///
    /// @param after number of the last one seen; those behind it come first. Without it, only what is new
    /// @return null if there is nothing of this name
    /// @throws RejectedException if there are fewer rows
    static RowFeed of(Store store, String name, OptionalLong after) throws StoreException {
        for (Table table : store.tables()) {
            if (table.name().equals(name)) {
                return new Rows(table, after);
            }
        }
        for (Journal journal : store.journals()) {
            if (journal.name().equals(name)) {
                return new Messages(journal, after);
            }
        }
        return null;
    }

    private static void requireThere(OptionalLong after, long end) {
        if (after.isPresent() && after.getAsLong() >= Math.max(0, end)) {
            throw new RejectedException(Rejection.GONE, "after is beyond the newest row: rows were lost when the store "
                    + "was recovered, or this is another store; begin with after=-1, or without after for "
                    + "new rows only");
        }
    }

    /// Everything of a table or journal, from its beginning.
    ///
    /// @return null if there is nothing of this name
    static RowFeed ofAll(Store store, String name) throws StoreException {
        return of(store, name, OptionalLong.of(BEGINNING));
    }

    /// @throws dev.ashlar.store.CorruptChunkException where it cannot continue
    boolean next();

    /// The number of the row, or the position of the message.
    long id();

    /// Writes one line.
    void write(OutputStream to) throws IOException;

    /// Rows, or KiB of messages, that are there and were not seen yet.
    long lag();

    @Override
    void close();

    /// Of a table.
    final class Rows implements RowFeed {
        private final Table table;
        private final Cursor cursor;
        private final RowPrinter printer;
        private long seen;

        Rows(Table table, OptionalLong after) {
            this.table = table;
            printer = new RowPrinter(table);
            requireThere(after, table.endRow());
            boolean known = after.isPresent();
            seen = known ? after.getAsLong() : table.endRow() - 1;
            // Nothing that comes in between is passed over: a cursor stands behind a row, not at an end.
            cursor = known ? table.cursor() : table.tail();
            if (known && seen >= table.firstRow()) {
                cursor.seek(seen);
            }
        }

        @Override
        public boolean next() {
            boolean found = cursor.next();
            seen = found ? cursor.row() : seen;
            return found;
        }

        @Override
        public long id() {
            return seen;
        }

        @Override
        public void write(OutputStream to) throws IOException {
            printer.write(cursor, to);
        }

        @Override
        public long lag() {
            return table.endRow() - 1 - seen;
        }

        @Override
        public void close() {
            cursor.close();
        }
    }

    /// Of a journal.
    final class Messages implements RowFeed {
        private static final long KIB = 1 << 10;

        private final Journal journal;
        private final JournalCursor cursor;
        private final JournalPrinter printer;
        private long seen;

        Messages(Journal journal, OptionalLong after) {
            this.journal = journal;
            requireThere(after, journal.endPosition());
            printer = new JournalPrinter(journal);
            seen = after.orElse(journal.endPosition());
            cursor = after.isPresent() ? journal.cursor() : journal.tail();
            if (seen >= 0 && after.isPresent() && cursor.seekPositionOrAfter(seen) && cursor.position() > seen) {
                cursor.previous();
            }
        }

        @Override
        public boolean next() {
            boolean found = cursor.next();
            seen = found ? cursor.position() : seen;
            return found;
        }

        @Override
        public long id() {
            return seen;
        }

        @Override
        public void write(OutputStream to) throws IOException {
            printer.write(cursor, to);
        }

        @Override
        public long lag() {
            return (journal.endPosition() - seen) / KIB;
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
