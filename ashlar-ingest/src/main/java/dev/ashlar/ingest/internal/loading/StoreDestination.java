// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.UnsplitMessages;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/// A journal of one store.
public final class StoreDestination implements LoadDestination {
    private final JournalDefinition definition;
    private final Loader.Target target;
    private StoreWriter writer;
    private OpenJournal journal;

    public StoreDestination(JournalDefinition definition, Loader.Target target) {
        this.definition = definition;
        this.target = target;
    }

    @Override
    public void open() throws StoreException {
        writer = target.open();
        journal = new OpenJournal(writer, definition);
    }

    @Override
    public DuplicateSearch search() throws StoreException {
        Journal stored = writer.journal(definition.name());
        return stored.endPosition() > stored.firstPosition() ? new KnownMessages(stored) : null;
    }

    @Override
    public boolean record(MemorySegment memory, long offset, long length, long timeNs, long sequence)
            throws StoreException {
        if (length > journal.maxLength()) {
            return false;
        }
        journal.record(memory, offset, (int) length, timeNs, sequence);
        return true;
    }

    @Override
    public void publish() throws StoreException {
        journal.publish();
    }

    @Override
    public Contents close(boolean whole) throws StoreException {
        if (writer == null) {
            return Contents.NOTHING;
        }
        List<TemplateRows> templates = List.of();
        List<UnsplitMessages> refusals = List.of();
        SyncLag lag = Contents.NOTHING.lag();
        try (StoreWriter _ = writer) {
            if (journal != null) {
                if (whole) {
                    journal.end();
                }
                lag = journal.lag();
                refusals = journal.refusals();
                templates = journal.templates();
            }
        }
        return Contents.of(templates, refusals, lag, whole ? storedBytes(writer.folder()) : -1);
    }

    private static long storedBytes(Path folder) {
        try (Store store = Store.open(folder)) {
            return store.info().allocatedBytes();
        } catch (StoreException e) {
            // Only for information: the next reader of the store reports it.
            return -1;
        }
    }
}
