// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.store.StoreException;
import java.lang.foreign.MemorySegment;

/// Finds messages of an input in what was stored before it: in one journal, or in those of the days of an archive.
///
/// **Threading**: one thread. **Ownership**: owns cursors and stores; [#close()] frees them.
public interface DuplicateSearch extends AutoCloseable {
    /// No such message.
    long NONE = -1;

    /// The position of the same message; [#NONE] if there is none. A message without a time is never found.
    ///
    /// @param sequence [dev.ashlar.ingest.MessageContext#NO_SEQUENCE] if the framing has none
    /// @throws StoreException if a day that may have it cannot be read
    long find(long timeNs, long sequence, MemorySegment memory, long offset, long length) throws StoreException;

    /// Whether nothing of this time or later is known to be stored.
    boolean isNew(long timeNs);

    /// Takes a message into account that is left out for another reason.
    void pass(long timeNs, long sequence, MemorySegment memory, long offset, long length) throws StoreException;

    /// Begins another input: each stored message may match one message of it again.
    void restart();

    @Override
    void close();
}
