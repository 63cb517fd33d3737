// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.query.Relations;
import dev.ashlar.query.StorePart;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    private final Map<Key, OpenedDay> opened = new HashMap<>();
    /// Days that are being opened, each by one thread; others wait for it.
    private final Set<Key> opening = new HashSet<>();
    /// Of stores that nobody uses.
    private int idleFiles;
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
    StorePart.Opened open(Day day) throws StoreException {
        Key key = Key.of(day);
        Use use = find(key);
        if (use != null) {
            return use;
        }
        OpenedDay found = null;
        try {
            // Not under the lock, since it takes long: threads open different days at once.
            found = opener.open(day);
        } finally {
            if (found == null) {
                endOpening(key);
            }
        }
        return put(key, found);
    }

    /// Finds a day open; null if the caller is to open it.
    private synchronized Use find(Key key) throws StoreException {
        boolean interrupted = false;
        while (!closed && opening.contains(key)) {
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        requireOpen();
        OpenedDay found = opened.get(key);
        if (found == null) {
            opening.add(key);
            return null;
        }
        return use(found);
    }

    private synchronized void endOpening(Key key) {
        opening.remove(key);
        notifyAll();
    }

    private synchronized Use put(Key key, OpenedDay found) throws StoreException {
        endOpening(key);
        if (closed) {
            found.close();
        }
        requireOpen();
        openedCount++;
        opened.put(key, found);
        idleFiles += found.files();
        return use(found);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("archive is closed");
        }
    }

    private Use use(OpenedDay day) throws StoreException {
        Relations relations = day.relations();
        idleFiles -= day.users == 0 ? day.files() : 0;
        day.users++;
        day.lastUse = ++uses;
        return new Use(day, relations);
    }

    private void evict() {
        if (idleFiles <= maxIdleFiles) {
            return;
        }
        List<Map.Entry<Key, OpenedDay>> idle = new ArrayList<>(opened.entrySet().stream()
                .filter(entry -> entry.getValue().users == 0).toList());
        idle.sort(Comparator.comparingLong(entry -> entry.getValue().lastUse));
        for (int i = 0; idleFiles > maxIdleFiles; i++) {
            OpenedDay least = opened.remove(idle.get(i).getKey());
            idleFiles -= least.files();
            least.close();
        }
    }

    private synchronized void release(OpenedDay day) {
        day.users--;
        if (day.users > 0) {
            return;
        }
        if (closed || opened.get(Key.of(day.day)) != day) {
            day.close();
        } else {
            idleFiles += day.files();
            evict();
        }
    }

    /// Closes those that are no longer listed and that nobody uses; the others are closed when they are released.
    synchronized void retainOnly(List<Day> listed) {
        List<Key> keys = listed.stream().map(Key::of).toList();
        for (Key key : opened.keySet().stream().filter(key -> !keys.contains(key)).toList()) {
            OpenedDay gone = opened.remove(key);
            if (gone.users == 0) {
                idleFiles -= gone.files();
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
