// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Records into a journal of each day of an archive. The first message of a new day seals the day before and opens the
/// next one: meanwhile, some milliseconds at least, packets wait in the rings.
///
/// A message that was received before midnight and recorded after one of the new day goes into the new day; so does
/// everything after a clock was set back across midnight. Messages without a sequence number get their own number in
/// the journal of their day, from 0.
///
/// **Ownership**: owns the archive's writer. **Failure**: see [RecordTarget]; when a day cannot be opened, everything
/// before is committed.
public final class ArchiveTarget implements RecordTarget {
    private final JournalDefinition definition;
    private final ArchiveWriter archive;
    private volatile StoreWriter day;
    private JournalWriter journal;
    private long number;
    private boolean batch;
    private boolean closed;

    private ArchiveTarget(Path folder, ArchiveOptions options, JournalDefinition definition, long nowNs)
            throws StoreException {
        this.definition = definition;
        archive = ArchiveWriter.open(folder, options, (_, store) -> opened(store));
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
    /// @param nowNs nanoseconds since 1970-01-01 UTC
    /// @throws StoreException if the archive cannot be written, or its day has another journal or table of such a name
    public static ArchiveTarget open(Path folder, ArchiveOptions options, JournalDefinition definition, long nowNs)
            throws StoreException {
        return new ArchiveTarget(folder, options, definition, nowNs);
    }

    private void opened(StoreWriter store) throws StoreException {
        number = store.define(definition).messageCount();
        journal = store.journalWriter(definition.name());
        day = store;
    }

    private void roll(long timeNs) throws StoreException {
        endBatch();
        archive.roll(timeNs);
        journal.beginBatch();
        batch = true;
    }

    private void endBatch() throws StoreException {
        if (batch) {
            batch = false;
            journal.endBatch();
        }
    }

    /// That of the open day; the same for all days, unless the open one was created with chunks of another size.
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
        journal.record(memory, offset, length, timeNs, sequence == MessageContext.NO_SEQUENCE ? number : sequence);
        number++;
    }

    @Override
    public void commit() throws StoreException {
        endBatch();
        journal.beginBatch();
        batch = true;
    }

    @Override
    public SyncLag lag() {
        return day.lag();
    }

    @Override
    public void close() throws StoreException {
        if (!closed) {
            closed = true;
            try (archive) {
                endBatch();
            }
        }
    }
}
