// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.UnsplitMessages;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A journal of a store that is open for writing, in batches, and what was added to it since.
///
/// Messages without a sequence number get their own number in the journal, from 0.
public final class OpenJournal {
    private final StoreWriter store;
    private final JournalWriter journal;
    private final RowCounts rows;
    private long number;
    private boolean batch;

    /// Defines the journal where there is none, and begins a batch.
    public OpenJournal(StoreWriter store, JournalDefinition definition) throws StoreException {
        this.store = store;
        number = store.define(definition).messageCount();
        rows = RowCounts.of(store, definition.schema());
        journal = store.journalWriter(definition.name());
        journal.beginBatch();
        batch = true;
    }

    public int maxLength() {
        return journal.maxLength();
    }

    /// @param length at most [#maxLength]
    public void record(MemorySegment memory, long offset, int length, long timeNs, long sequence)
            throws StoreException {
        journal.record(memory, offset, length, timeNs, sequence == MessageContext.NO_SEQUENCE ? number : sequence);
        number++;
    }

    /// Publishes the batch and begins another.
    public void publish() throws StoreException {
        end();
        journal.beginBatch();
        batch = true;
    }

    /// Publishes the batch; nothing more is recorded.
    public void end() throws StoreException {
        if (batch) {
            batch = false;
            journal.endBatch();
        }
    }

    /// Of templates that had any messages.
    public List<TemplateRows> templates() {
        return rows.since(store);
    }

    public List<UnsplitMessages> refusals() {
        return journal.refusals();
    }

    public SyncLag lag() {
        return store.lag();
    }
}
