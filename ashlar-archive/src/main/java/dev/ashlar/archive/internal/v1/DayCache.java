// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.query.Relations;
import dev.ashlar.query.StorePart;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Stores of days that are open for reading. Those that queries use stay open; of the others, those that were used
/// last, since a relation keeps the kernels made for it.
///
/// **Threading**: any thread. **Ownership**: owns the stores.
final class DayCache implements AutoCloseable {
    /// Files of idle stores that stay open: processes may have few, and some systems allow 4,096.
    static final int MAX_IDLE_FILES = 2_048;

    /// Opens the store of a day and checks it.
    interface Opener {
        OpenedDay open(Day day) throws StoreException;
    }

    /// A day that changed its state or its store is another one.
    private record Key(String name, String storeId, boolean open, long bytes) {
        static Key of(Day day) {
            return new Key(day.name(), day.storeId(), day.open(), day.bytes());
        }
    }

    private final Opener opener;
    private final int maxIdleFiles;
    private final Map<Key, OpenedDay> opened = new LinkedHashMap<>();
    private long uses;
    private long openedCount;
    private boolean closed;

    /// @param maxIdleFiles of stores that nobody uses
    DayCache(Opener opener, int maxIdleFiles) {
        this.opener = opener;
        this.maxIdleFiles = maxIdleFiles;
    }

    /// How many stores it has opened.
    synchronized long openedCount() {
        return openedCount;
    }

    /// Opens a day, or finds it open.
    synchronized StorePart.Opened open(Day day) throws StoreException {
        if (closed) {
            throw new IllegalStateException("archive is closed");
        }
        OpenedDay found = opened.get(Key.of(day));
        if (found == null) {
            found = opener.open(day);
            openedCount++;
            opened.put(Key.of(day), found);
        }
        Relations relations = found.relations();
        found.users++;
        found.lastUse = ++uses;
        evict();
        return new Use(found, relations);
    }

    private void evict() {
        List<Map.Entry<Key, OpenedDay>> idle = new ArrayList<>(opened.entrySet().stream()
                .filter(entry -> entry.getValue().users == 0).toList());
        int files = idle.stream().mapToInt(entry -> entry.getValue().files()).sum();
        idle.sort(Comparator.comparingLong(entry -> entry.getValue().lastUse));
        for (int i = 0; files > maxIdleFiles; i++) {
            OpenedDay least = opened.remove(idle.get(i).getKey());
            files -= least.files();
            least.close();
        }
    }

    private synchronized void release(OpenedDay day) {
        day.users--;
        if (day.users == 0 && (closed || opened.get(Key.of(day.day)) != day)) {
            day.close();
        }
    }

    /// Closes those that are no longer listed and that nobody uses; the others are closed when they are released.
    synchronized void retainOnly(List<Day> listed) {
        List<Key> keys = listed.stream().map(Key::of).toList();
        for (Key key : opened.keySet().stream().filter(key -> !keys.contains(key)).toList()) {
            OpenedDay gone = opened.remove(key);
            if (gone.users == 0) {
                gone.close();
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        opened.values().forEach(OpenedDay::close);
        opened.clear();
    }

    /// One use of a store.
    private final class Use implements StorePart.Opened {
        private final OpenedDay day;
        private final Relations relations;
        private boolean over;

        Use(OpenedDay day, Relations relations) {
            this.day = day;
            this.relations = relations;
        }

        @Override
        public Relations relations() {
            return relations;
        }

        @Override
        public Map<String, StoreException> unreadable() {
            return day.unreadable();
        }

        @Override
        public void close() {
            if (!over) {
                over = true;
                release(day);
            }
        }
    }
}
