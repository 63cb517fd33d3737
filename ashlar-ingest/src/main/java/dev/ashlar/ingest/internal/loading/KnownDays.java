// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Division.Period;
import dev.ashlar.store.Journal;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Finds messages of an input in a journal of the days of an archive, as they are when this is made.
///
/// A message is looked for in the day of its time, and in other days that have messages of this time: a live recording
/// keeps what arrives after midnight in the open day. A day is opened when the first message needs it, so a load must
/// look for a message before it writes to its day. Few days stay open; one that is opened again is read as far as it
/// was before.
public final class KnownDays implements DuplicateSearch {
    /// Days that stay open, of those whose times are known: each takes files and mappings, of which a process may have
    /// few.
    private static final int MAX_OPEN = 16;

    private final Archive archive;
    private final String journal;
    private final List<Known> days = new ArrayList<>();
    /// Those that are open and can be closed, the one opened last at the end.
    private final Deque<Known> opened = new ArrayDeque<>();
    /// The times for which these hold: the day of a time, or null, and the other days that may have messages of it.
    private long fromNs = Long.MAX_VALUE;
    private long toNs = Long.MIN_VALUE;
    private Known own;
    private final List<Known> others = new ArrayList<>();

    /// @param archive owned from now on
    /// @throws StoreException if its head cannot be read
    public KnownDays(Archive archive, String journal) throws StoreException {
        this.archive = archive;
        this.journal = journal;
        for (Day day : archive.days()) {
            days.add(new Known(day));
        }
    }

    /// A day, opened when it is needed.
    private final class Known {
        private static final long UNKNOWN = -1;

        private final Day day;
        /// Times that it may have.
        private final long leastNs;
        private final long greatestNs;
        /// Where the journal ended when the day was opened first; 0 if it has none, or an empty one.
        private long end = UNKNOWN;
        private Store store;
        private KnownMessages messages;

        Known(Day day) {
            this.day = day;
            long least = day.open() ? Long.MIN_VALUE : Long.MAX_VALUE;
            long greatest = day.open() ? Long.MAX_VALUE : Long.MIN_VALUE;
            for (Archive.Table table : day.tables()) {
                if (table.kind().equals("journal") && table.name().equals(journal) && table.rows() > 0) {
                    least = table.minTime().orElse(Long.MIN_VALUE);
                    greatest = table.maxTime().orElse(Long.MAX_VALUE);
                }
            }
            leastNs = least;
            greatestNs = greatest;
        }

        boolean mayHave(long timeNs) {
            return timeNs >= leastNs && timeNs <= greatestNs;
        }

        /// Null if the day has no such journal, or an empty one.
        KnownMessages messages() throws StoreException {
            if (messages == null && end != 0) {
                open();
            }
            return messages;
        }

        private void open() throws StoreException {
            store = archive.openDay(day.name());
            Optional<Journal> there = store.journals().stream().filter(known -> known.name().equals(journal)
                    && known.endPosition() > known.firstPosition()).findFirst();
            if (end == UNKNOWN) {
                end = there.map(Journal::endPosition).orElse(0L);
            }
            if (there.isEmpty() || end == 0) {
                close();
                return;
            }
            messages = new KnownMessages(there.get(), end);
            // One whose times are unknown is looked into for each message.
            if (leastNs > Long.MIN_VALUE) {
                opened.addLast(this);
                if (opened.size() > MAX_OPEN) {
                    opened.removeFirst().close();
                }
            }
        }

        void close() {
            if (messages != null) {
                messages.close();
                messages = null;
            }
            if (store != null) {
                try {
                    store.close();
                } catch (StoreException _) {
                    // Nothing was written to it.
                }
                store = null;
            }
        }
    }

    /// Finds the days that may have messages of a time, and for which other times they are the same.
    private void look(long timeNs) {
        if (timeNs >= fromNs && timeNs <= toNs) {
            return;
        }
        fromNs = Long.MIN_VALUE;
        toNs = Long.MAX_VALUE;
        own = null;
        others.clear();
        for (Known known : days) {
            Period period = known.day.period();
            own = period.contains(timeNs) ? known : own;
            narrow(timeNs, period.startNs(), period.endNs() - 1);
            narrow(timeNs, known.leastNs, known.greatestNs);
        }
        for (Known known : days) {
            if (known != own && known.mayHave(timeNs)) {
                others.add(known);
            }
        }
    }

    /// Leaves times that are all before a stretch, in it, or behind it, as one of them is.
    private void narrow(long timeNs, long firstNs, long lastNs) {
        if (firstNs > lastNs) {
            return;
        }
        if (timeNs < firstNs) {
            toNs = Math.min(toNs, firstNs - 1);
        } else if (timeNs > lastNs) {
            fromNs = Math.max(fromNs, lastNs + 1);
        } else {
            fromNs = Math.max(fromNs, firstNs);
            toNs = Math.min(toNs, lastNs);
        }
    }

    @Override
    public long find(long timeNs, long sequence, MemorySegment memory, long offset, long length)
            throws StoreException {
        if (timeNs <= 0) {
            return NONE;
        }
        look(timeNs);
        long found = own == null ? NONE : find(own, timeNs, sequence, memory, offset, length);
        for (int i = 0; i < others.size() && found == NONE; i++) {
            found = find(others.get(i), timeNs, sequence, memory, offset, length);
        }
        return found;
    }

    private static long find(Known day, long timeNs, long sequence, MemorySegment memory, long offset, long length)
            throws StoreException {
        KnownMessages messages = day.messages();
        long found = messages == null ? NONE : messages.find(timeNs, sequence, memory, offset, length);
        return found == NONE ? NONE : day.day.base() + found;
    }

    @Override
    public boolean isNew(long timeNs) {
        look(timeNs);
        boolean news = own == null || own.end == 0 || own.messages != null && own.messages.isNew(timeNs);
        for (Known other : days) {
            news = news && (other == own || other.greatestNs < timeNs);
        }
        return news;
    }

    @Override
    public void pass(long timeNs, long sequence, MemorySegment memory, long offset, long length)
            throws StoreException {
        look(timeNs);
        if (own != null && own.messages() != null) {
            own.messages().pass(timeNs, sequence, memory, offset, length);
        }
    }

    @Override
    public void restart() {
        for (Known known : days) {
            if (known.messages != null) {
                known.messages.restart();
            }
        }
    }

    @Override
    public void close() {
        days.forEach(Known::close);
        try {
            archive.close();
        } catch (StoreException _) {
            // Nothing was written to it.
        }
    }
}
