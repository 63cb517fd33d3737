// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;

/// Walks over the messages of a journal before an end, passing over those that are damaged.
///
/// **Threading**: one thread. **Ownership**: owns a cursor.
final class WholeMessages implements AutoCloseable {
    private final long end;
    private final JournalCursor cursor;

    WholeMessages(Journal journal, long end) {
        this.end = end;
        cursor = journal.cursor();
    }

    /// At the message of the last call that returned true.
    JournalCursor cursor() {
        return cursor;
    }

    /// Goes to the first message from a position on.
    boolean seek(long position) {
        try {
            return cursor.seekPositionOrAfter(position) && cursor.position() < end;
        } catch (CorruptChunkException e) {
            return next();
        }
    }

    boolean next() {
        while (true) {
            try {
                return cursor.next() && cursor.position() < end;
            } catch (CorruptChunkException e) {
                if (e.end() >= end) {
                    return false;
                }
            }
        }
    }

    @Override
    public void close() {
        cursor.close();
    }
}
