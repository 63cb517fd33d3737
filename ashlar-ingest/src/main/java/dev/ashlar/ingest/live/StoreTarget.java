// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.ingest.internal.loading.OpenJournal;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.UnsplitMessages;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Records into a journal of a store, and thereby into its tables.
///
/// Messages without a sequence number get their own number in the journal, from 0, as [dev.ashlar.ingest.Loader] gives
/// it.
///
/// **Ownership**: owns the store's writer. **Failure**: see [RecordTarget]; if a message cannot be added, earlier
/// ones of the same batch are still published when the target is closed.
public final class StoreTarget implements RecordTarget {
    private final StoreWriter writer;
    private final OpenJournal journal;
    private boolean closed;
    private List<TemplateRows> templates = List.of();
    private List<UnsplitMessages> refusals = List.of();

    /// Records into this journal, which is created if it does not exist.
    ///
    /// @param writer ownership passes to this target, even if this fails
    /// @throws StoreException if the store has a different journal or table of the same name, or the journal cannot be
    ///     created
    public StoreTarget(StoreWriter writer, JournalDefinition definition) throws StoreException {
        this.writer = writer;
        try {
            journal = new OpenJournal(writer, definition);
        } catch (StoreException | RuntimeException e) {
            try (writer) {
                throw e;
            }
        }
    }

    @Override
    public int maxLength() {
        return journal.maxLength();
    }

    @Override
    public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        journal.record(memory, offset, length, timeNs, sequence);
    }

    @Override
    public void commit() throws StoreException {
        journal.publish();
    }

    @Override
    public SyncLag lag() {
        return writer.lag();
    }

    /// Messages and rows recorded, by template; known once the target is closed.
    public List<TemplateRows> templates() {
        return templates;
    }

    /// Messages in the journal that have no rows; known once the target is closed.
    public List<UnsplitMessages> refusals() {
        return refusals;
    }

    @Override
    public void close() throws StoreException {
        if (closed) {
            return;
        }
        closed = true;
        try (writer) {
            journal.end();
            templates = journal.templates();
            refusals = journal.refusals();
        }
    }
}
