// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.feed;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Of a table or journal in the days of an archive, one after the other, as any reader sees them: it goes on when a day
/// is sealed and the next begins, also with a table that the next day does not have yet.
final class DayFeed implements RowFeed {
    private final Archive archive;
    private final String name;
    private Day day;
    private Store store;
    /// Null while the day has nothing of this name.
    private RowFeed rows;
    /// That there was when the day was entered.
    private long firstLag;

    private DayFeed(Archive archive, String name) {
        this.archive = archive;
        this.name = name;
    }

    static RowFeed of(Archive archive, String name, OptionalLong after) throws StoreException {
        List<Day> days = archive.days();
        DayFeed feed = new DayFeed(archive, name);
        boolean begun = false;
        try {
            feed.enter(first(days, after), after);
            begun = feed.rows != null || feed.isKnown(days);
            return begun ? feed : null;
        } finally {
            if (!begun) {
                feed.close();
            }
        }
    }

    /// The day of a number, or the next one if that day is gone.
    private static Day first(List<Day> days, OptionalLong after) {
        if (after.isEmpty()) {
            return days.getLast();
        }
        long endOfDay = 1L << Archive.BASE_BITS;
        return days.stream().filter(day -> after.getAsLong() < day.base() + endOfDay).findFirst()
                .orElse(days.getLast());
    }

    /// Whether a day has something of this name.
    private boolean isKnown(List<Day> days) throws StoreException {
        for (Day other : days) {
            if (other.tables().stream().anyMatch(table -> table.name().equals(name) && !table.kind().equals("last-values"))) {
                return true;
            }
            if (other.open() && !other.name().equals(day.name())) {
                try (Store open = archive.openDay(other.name()); RowFeed found = RowFeed.ofAll(open, name)) {
                    return found != null;
                }
            }
        }
        return false;
    }

    private void enter(Day next, OptionalLong after) throws StoreException {
        close();
        day = next;
        store = archive.openDay(next.name());
        if (after.isPresent()) {
            // What a client has seen must not seem to be lost.
            store.refresh();
        }
        // Numbers before its own are those of days that are gone.
        boolean own = after.isEmpty() || after.getAsLong() >= next.base();
        rows = own && after.isPresent() ? RowFeed.of(store, name, OptionalLong.of(after.getAsLong() - next.base()))
                : own ? RowFeed.of(store, name, after) : RowFeed.ofAll(store, name);
        firstLag = rows == null ? 0 : rows.lag();
    }

    @Override
    public boolean next() {
        if (rows != null && rows.next()) {
            return true;
        }
        try {
            while (true) {
                // In this order: what has a successor gets nothing more.
                Optional<Day> later = archive.days().stream()
                        .filter(other -> other.period().compareTo(day.period()) > 0).findFirst();
                if (rows == null) {
                    store.refresh();
                    rows = RowFeed.ofAll(store, name);
                }
                if (rows != null && rows.next()) {
                    return true;
                }
                if (later.isEmpty()) {
                    return false;
                }
                enter(later.get(), OptionalLong.of(BEGINNING));
            }
        } catch (StoreException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long id() {
        return rows == null ? day.base() + BEGINNING : day.base() + rows.id();
    }

    @Override
    public void write(OutputStream to) throws IOException {
        rows.write(to);
    }

    /// What has come since the day was entered: who reads a sealed day holds nothing back.
    @Override
    public long lag() {
        return rows == null ? 0 : Math.max(0, rows.lag() - firstLag);
    }

    @Override
    public void close() {
        try (Store _ = store; RowFeed _ = rows) {
            rows = null;
            store = null;
        } catch (StoreException e) {
            throw new UncheckedIOException(e);
        }
    }
}
