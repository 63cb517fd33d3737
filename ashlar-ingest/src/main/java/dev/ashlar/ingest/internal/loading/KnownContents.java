// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Whether the first messages of an input without times stand in a journal one after the other, without times as well.
///
/// **Threading**: one thread. **Ownership**: owns cursors; [#close()] frees them.
public final class KnownContents implements AutoCloseable {
    private static final int MESSAGES = 16;

    private final WholeMessages search;
    private final WholeMessages run;
    private final List<MemorySegment> messages = new ArrayList<>();
    private long position;

    public KnownContents(Journal journal) {
        long end = journal.endPosition();
        search = new WholeMessages(journal, end);
        run = new WholeMessages(journal, end);
    }

    /// Forgets the messages of the input before.
    public void begin() {
        messages.clear();
    }

    /// Whether more messages are of use.
    public boolean isOpen() {
        return messages.size() < MESSAGES;
    }

    public void add(MemorySegment memory, long offset, long length) {
        messages.add(MemorySegment.ofArray(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE)));
    }

    /// How many messages were compared.
    public int count() {
        return messages.size();
    }

    /// Where they stand, if they do.
    public long position() {
        return position;
    }

    /// Reads the journal for them.
    public boolean isKnown() {
        if (messages.isEmpty()) {
            return false;
        }
        for (boolean more = search.seek(0); more; more = search.next()) {
            if (isSame(search.cursor(), messages.getFirst()) && stands(search.cursor().position())) {
                position = search.cursor().position();
                return true;
            }
        }
        return false;
    }

    private boolean stands(long from) {
        boolean there = run.seek(from);
        for (MemorySegment message : messages) {
            if (!there || !isSame(run.cursor(), message)) {
                return false;
            }
            there = run.next();
        }
        return true;
    }

    private static boolean isSame(JournalCursor cursor, MemorySegment message) {
        return cursor.timeNs() == 0 && cursor.length() == message.byteSize()
                && MemorySegment.mismatch(cursor.memory(), cursor.offset(), cursor.offset() + cursor.length(), message,
                0, message.byteSize()) < 0;
    }

    @Override
    public void close() {
        search.close();
        run.close();
    }
}
