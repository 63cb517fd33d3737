// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.Division.Period;
import dev.ashlar.ingest.LoadReport.DayRows;
import dev.ashlar.ingest.Loader;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A journal of each day of an archive: a message goes into the day in which it was received.
///
/// One day is open at a time, and opening another takes some milliseconds. So messages of a later day open it, and
/// those of earlier days wait until many of them can be recorded at once.
public final class ArchiveDestination implements LoadDestination {
    private final JournalDefinition definition;
    private final Loader.ArchiveOpener target;
    private final LoadTotals totals = new LoadTotals();
    private final WaitingMessages waiting = new WaitingMessages();
    private final Set<String> knownDays = new HashSet<>();
    private ArchiveWriter archive;
    /// Of the day that is open; null if none is.
    private OpenJournal journal;
    private String day;
    private long startNs;
    private long endNs;
    private long messages;
    private long bytes;
    private long leftOut;
    private long leftOutBytes;

    public ArchiveDestination(JournalDefinition definition, Loader.ArchiveOpener target) {
        this.definition = definition;
        this.target = target;
    }

    @Override
    public void open() throws StoreException {
        archive = target.open(this::opened);
        archive.days().forEach(known -> knownDays.add(known.name()));
    }

    private void opened(Period period, StoreWriter store) throws StoreException {
        journal = new OpenJournal(store, definition);
        day = period.name();
        startNs = period.startNs();
        endNs = period.endNs();
        messages = 0;
        bytes = 0;
    }

    @Override
    public DuplicateSearch search() throws StoreException {
        recordWaiting();
        publish();
        return archive.days().isEmpty() ? null : new KnownDays(Archive.open(archive.folder()), definition.name());
    }

    @Override
    public boolean record(MemorySegment memory, long offset, long length, long timeNs, long sequence)
            throws IOException {
        if (timeNs <= 0) {
            throw new IOException("message without a receive time belongs to no day; give captures, or load into a store");
        }
        if (journal == null || timeNs >= endNs) {
            moveTo(timeNs);
        } else if (timeNs < startNs) {
            boolean fits = length <= journal.maxLength();
            if (fits) {
                waiting.add(memory, offset, (int) length, timeNs, sequence);
                if (waiting.isFull()) {
                    recordWaiting();
                }
            }
            return fits;
        }
        return write(memory, offset, length, timeNs, sequence);
    }

    private boolean write(MemorySegment memory, long offset, long length, long timeNs, long sequence)
            throws StoreException {
        if (length > journal.maxLength()) {
            return false;
        }
        journal.record(memory, offset, (int) length, timeNs, sequence);
        messages++;
        bytes += length;
        return true;
    }

    private void moveTo(long timeNs) throws StoreException {
        leave(true);
        archive.at(timeNs);
    }

    private void leave(boolean whole) throws StoreException {
        if (journal != null) {
            OpenJournal leaving = journal;
            journal = null;
            if (whole) {
                leaving.end();
            }
            totals.add(day, knownDays.contains(day), messages, bytes, leaving);
        }
    }

    /// Each day once, the earliest first.
    private void recordWaiting() throws StoreException {
        while (!waiting.isEmpty()) {
            moveTo(waiting.leastTimeNs());
            waiting.take(endNs, (memory, length, timeNs, sequence) -> {
                if (!write(memory, 0, length, timeNs, sequence)) {
                    leftOut++;
                    leftOutBytes += length;
                }
            });
        }
    }

    @Override
    public void publish() throws StoreException {
        if (journal != null) {
            journal.publish();
        }
    }

    @Override
    public Contents close(boolean whole) throws StoreException {
        if (archive == null) {
            return Contents.NOTHING;
        }
        try (ArchiveWriter closing = archive) {
            if (whole) {
                recordWaiting();
            }
            leave(whole);
            if (whole) {
                closing.seal();
            }
            long all = 0;
            List<DayRows> days = new ArrayList<>();
            for (Archive.Day known : closing.days()) {
                all += known.bytes();
                for (DayRows got : totals.days()) {
                    if (got.name().equals(known.name())) {
                        days.add(new DayRows(got.name(), got.added(), got.messages(), got.messageBytes(),
                                known.bytes()));
                    }
                }
            }
            return new Contents(totals.templates(), totals.refusals(), totals.lag(), whole ? all : -1, days, leftOut,
                    leftOutBytes);
        }
    }
}
