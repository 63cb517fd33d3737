// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.SyncLag;
import java.lang.foreign.MemorySegment;

/// Where a live feed is recorded.
///
/// **Threading**: one thread at a time, except [#lag], which any thread may call. **Failure**: after a [StoreException]
/// a target can only be closed; messages committed before stay as durable as the target promised.
public interface RecordTarget extends AutoCloseable {
    /// Maximum length of a message, in bytes.
    int maxLength();

    /// Adds a message by copying it. It is visible after the next [#commit].
    ///
    /// @param length   at most [#maxLength]
    /// @param timeNs   when it was received: nanoseconds since 1970-01-01 UTC. Times may go back a little
    /// @param sequence of its packet, or [dev.ashlar.ingest.MessageContext#NO_SEQUENCE]
    /// @throws StoreException if there is no space
    void record(MemorySegment memory, long offset, int length, long timeNs, long sequence) throws StoreException;

    /// Publishes the messages that were added, and makes them as durable as the target promises.
    ///
    /// @throws StoreException if it cannot be made durable
    void commit() throws StoreException;

    /// What a power loss would lose now.
    SyncLag lag();

    /// Commits the messages that were added, and closes the target.
    ///
    /// @throws StoreException if not everything could be stored
    @Override
    void close() throws StoreException;
}
