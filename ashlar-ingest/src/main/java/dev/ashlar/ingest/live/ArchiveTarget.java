// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.Division.Period;
import dev.ashlar.ingest.LoadReport.DayRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.ingest.internal.loading.LoadTotals;
import dev.ashlar.ingest.internal.loading.OpenJournal;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.UnsplitMessages;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Records into a journal of each day of an archive. The first message of a new day seals the day before and opens the
/// next one: meanwhile, some milliseconds at least, packets wait in the rings.
///
/// A message that was received before midnight and recorded after one of the new day goes into the new day; so does
/// everything after a clock was set back across midnight. Messages without a sequence number get their own number in
/// the journal of their day, from 0.
///
/// [#close] seals the day, so that it is completely durable and readers need no write access. A target that is opened
/// on the same day reopens the day and continues it. After a kill the day is open; the next target recovers and
/// continues it.
///
/// **Ownership**: owns the archive's writer. **Failure**: see [RecordTarget]; when a day cannot be opened, everything
/// before is committed. A day that could not be written is not sealed.
public final class ArchiveTarget implements RecordTarget {
    private final JournalDefinition definition;
    private final ArchiveWriter archive;
    private final LoadTotals totals = new LoadTotals();
    private final Set<String> knownDays = new HashSet<>();
    /// Of the open day; null if none is.
    private volatile StoreWriter store;
    /// Of the day before, for when the next one cannot be opened.
    private volatile SyncLag lastLag = new SyncLag(0, 0, 0, 0);
    /// Of the open day; null if none is.
    private OpenJournal journal;
    private String day;
    private long messages;
    private long bytes;
    private boolean closed;

    private ArchiveTarget(Path folder, ArchiveOptions options, JournalDefinition definition, long nowNs)
            throws StoreException {
        this.definition = definition;
        archive = ArchiveWriter.open(folder, options, this::opened);
        archive.days().forEach(known -> knownDays.add(known.name()));
        try {
            roll(nowNs);
        } catch (StoreException | RuntimeException e) {
            try (archive) {
                throw e;
            }
        }
    }

    /// Opens the archive in a folder, which is created if there is none, and its current day.
    ///
    /// @param options with [ArchiveOptions#withRetention], old days are dropped now and at each roll
    /// @param nowNs nanoseconds since 1970-01-01 UTC
    /// @throws StoreException if the archive cannot be written, or its day has a different journal or table of the same
    ///     name
    public static ArchiveTarget open(Path folder, ArchiveOptions options, JournalDefinition definition, long nowNs)
            throws StoreException {
        return new ArchiveTarget(folder, options, definition, nowNs);
    }

    private void opened(Period period, StoreWriter opened) throws StoreException {
        journal = new OpenJournal(opened, definition);
        day = period.name();
        messages = 0;
        bytes = 0;
        store = opened;
    }

    private void roll(long timeNs) throws StoreException {
        leave();
        archive.roll(timeNs);
    }

    private void leave() throws StoreException {
        if (journal != null) {
            OpenJournal leaving = journal;
            journal = null;
            leaving.end();
            lastLag = leaving.lag();
            store = null;
            totals.add(day, knownDays.contains(day), messages, bytes, leaving);
        }
    }

    /// The maximum length in the open day. It is the same for all days, unless the open one was created with another
    /// chunk size.
    @Override
    public int maxLength() {
        return journal.maxLength();
    }

    @Override
    public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        if (timeNs >= archive.endNs()) {
            roll(timeNs);
        }
        journal.record(memory, offset, length, timeNs, sequence);
        messages++;
        bytes += length;
    }

    @Override
    public void commit() throws StoreException {
        journal.publish();
    }

    @Override
    public SyncLag lag() {
        StoreWriter open = store;
        return open == null ? lastLag : open.lag();
    }

    /// Messages and rows recorded, by template; known once the target is closed.
    public List<TemplateRows> templates() {
        return totals.templates();
    }

    /// Messages in the journals that have no rows; known once the target is closed.
    public List<UnsplitMessages> refusals() {
        return totals.refusals();
    }

    /// What was added to each day, oldest first, without its space on disk; known once the target is closed.
    public List<DayRows> days() {
        return totals.days();
    }

    @Override
    public void close() throws StoreException {
        if (!closed) {
            closed = true;
            try (archive) {
                leave();
                archive.seal();
            }
        }
    }
}
