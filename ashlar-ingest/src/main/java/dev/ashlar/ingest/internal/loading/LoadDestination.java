// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.ingest.LoadReport.DayRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.UnsplitMessages;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Where a load puts messages: a journal of a store, or that of each day of an archive. It is opened for the first
/// message that is recorded, and closed once.
///
/// **Threading**: one thread. **Failure**: after a [StoreException] it can only be closed.
public interface LoadDestination {
    /// What it holds, known once it is closed.
    ///
    /// @param storedBytes on disk; -1 if that is not known
    /// @param days        one entry for each day of an archive that got messages; none for a store
    /// @param leftOut     messages for which [#record] returned true, and which turned out to be longer than a chunk
    /// @param leftOutBytes of these
    record Contents(List<TemplateRows> templates, List<UnsplitMessages> refusals, SyncLag lag, long storedBytes,
            List<DayRows> days, long leftOut, long leftOutBytes) {
        /// Of what was never opened.
        public static final Contents NOTHING = of(List.of(), List.of(), new SyncLag(0, 0, 0, 0), -1);

        /// Of a store.
        static Contents of(List<TemplateRows> templates, List<UnsplitMessages> refusals, SyncLag lag,
                long storedBytes) {
            return new Contents(templates, refusals, lag, storedBytes, List.of(), 0, 0);
        }
    }

    /// @throws StoreException if it cannot be written, or has something else of that name
    void open() throws StoreException;

    /// What it has now, to find duplicates in; null if that is nothing.
    DuplicateSearch search() throws StoreException;

    /// Records a message by copying it.
    ///
    /// @param sequence [dev.ashlar.ingest.MessageContext#NO_SEQUENCE] if the framing has none
    /// @return whether it was recorded: it was not if it is longer than a chunk
    /// @throws IOException if it belongs nowhere
    boolean record(MemorySegment memory, long offset, long length, long timeNs, long sequence) throws IOException;

    /// Makes visible what was recorded.
    void publish() throws StoreException;

    /// @param whole whether nothing has failed
    /// @throws StoreException if not everything could be stored
    Contents close(boolean whole) throws StoreException;
}
