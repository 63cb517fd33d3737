// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Finds messages of an input in a journal of the days of an archive, as they are when this is made.
///
/// A message is looked for in the day of its time, and in other days that have messages of this time: a live recording
/// keeps what arrives after midnight in the open day. A day is opened when the first message needs it, so a load must
/// look for a message before it writes to its day.
public final class KnownDays implements DuplicateSearch {
    private final Archive archive;
    private final String journal;
    private final List<Known> days = new ArrayList<>();
    private Known current;

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
        private final Day day;
        /// Times that it may have.
        private final long leastNs;
        private final long greatestNs;
        private boolean opened;
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
            if (!opened) {
                store = archive.openDay(day.name());
                boolean there = store.journals().stream().anyMatch(known -> known.name().equals(journal)
                        && known.endPosition() > known.firstPosition());
                messages = there ? new KnownMessages(store.journal(journal)) : null;
                opened = true;
            }
            return messages;
        }

        void close() {
            if (messages != null) {
                messages.close();
            }
            if (store != null) {
                try {
                    store.close();
                } catch (StoreException _) {
                    // Nothing was written to it.
                }
            }
        }
    }

    private Known dayOf(long timeNs) {
        if (current == null || !current.day.period().contains(timeNs)) {
            current = null;
            for (Known known : days) {
                current = known.day.period().contains(timeNs) ? known : current;
            }
        }
        return current;
    }

    @Override
    public long find(long timeNs, long sequence, MemorySegment memory, long offset, long length)
            throws StoreException {
        if (timeNs <= 0) {
            return NONE;
        }
        Known own = dayOf(timeNs);
        long found = own == null ? NONE : find(own, timeNs, sequence, memory, offset, length);
        for (int i = 0; i < days.size() && found == NONE; i++) {
            Known other = days.get(i);
            if (other != own && other.mayHave(timeNs)) {
                found = find(other, timeNs, sequence, memory, offset, length);
            }
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
        Known own = dayOf(timeNs);
        boolean news = own == null || own.opened && (own.messages == null || own.messages.isNew(timeNs));
        for (Known other : days) {
            news = news && (other == own || other.greatestNs < timeNs);
        }
        return news;
    }

    @Override
    public void pass(long timeNs, long sequence, MemorySegment memory, long offset, long length)
            throws StoreException {
        Known own = dayOf(timeNs);
        if (own != null && own.messages() != null) {
            own.messages().pass(timeNs, sequence, memory, offset, length);
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
