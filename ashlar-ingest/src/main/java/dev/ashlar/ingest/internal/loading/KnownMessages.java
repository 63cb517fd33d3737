// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Finds messages of an input that a journal already has: those with the same time, the same sequence number where the
/// framing has one, and the same bytes. Only what was in the journal when this was made counts.
///
/// Each message of the journal stands for one of the input: two equal messages in one packet are two messages.
///
/// A message later than all of the journal costs one comparison. At the first message that is not later, the journal is
/// read once, from the first message of that time on; after that, each block of the journal is read when the input
/// reaches its times.
///
/// **Threading**: one thread. **Ownership**: owns cursors of the journal; [#close()] frees them.
public final class KnownMessages implements DuplicateSearch {
    /// Number of messages that are looked up one by one before all times of the journal are read.
    private static final int SINGLE_LOOKUPS = 64;

    /// A message of the input that was left out.
    private record Passed(long sequence, byte[] bytes) { }

    private final long end;
    private final JournalCursor times;
    private final JournalCursor content;
    private final JournalTimes blocks;
    /// From this time on all messages are new.
    private long newFrom = Long.MAX_VALUE;
    /// Of the current message and those before it with the same time.
    private long timeNs = Long.MIN_VALUE;
    private final List<Long> matched = new ArrayList<>();
    private final List<Passed> passed = new ArrayList<>();
    private int lookups;

    public KnownMessages(Journal journal) {
        this(journal, journal.endPosition());
    }

    /// @param end position from which on messages do not count
    KnownMessages(Journal journal, long end) {
        this.end = end;
        times = journal.cursor();
        content = journal.cursor();
        blocks = new JournalTimes(journal, end);
    }

    @Override
    public long find(long timeNs, long sequence, MemorySegment memory, long offset, long length) {
        if (timeNs <= 0 || timeNs >= newFrom) {
            return NONE;
        }
        begin(timeNs);
        // What was left out before it stands in the journal, too.
        for (Passed before : passed) {
            match(timeNs, before.sequence, MemorySegment.ofArray(before.bytes), 0, before.bytes.length);
        }
        passed.clear();
        return match(timeNs, sequence, memory, offset, length);
    }

    @Override
    public boolean isNew(long time) {
        return time >= newFrom;
    }

    @Override
    public void pass(long timeNs, long sequence, MemorySegment memory, long offset, long length) {
        begin(timeNs);
        passed.add(new Passed(sequence, memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE)));
    }

    @Override
    public void restart() {
        timeNs = Long.MIN_VALUE;
        matched.clear();
        passed.clear();
    }

    private void begin(long time) {
        if (time != timeNs) {
            timeNs = time;
            matched.clear();
            passed.clear();
        }
    }

    private long match(long time, long sequence, MemorySegment memory, long offset, long length) {
        if (blocks.isReadFrom(time)) {
            return blocks.find(time, position -> isMatch(position, sequence, memory, offset, length)
                    ? take(position) : NONE);
        }
        if (!times.seekTime(time) || times.position() >= end) {
            newFrom = time;
            return NONE;
        }
        long first = times.position();
        // What is in order is found right here.
        for (boolean more = true; more && times.position() < end && times.timeNs() == time; more = next()) {
            if (isMatch(times.position(), sequence, memory, offset, length)) {
                if (++lookups > SINGLE_LOOKUPS) {
                    blocks.read(first, time);
                }
                return take(times.position());
            }
        }
        blocks.read(first, time);
        return match(time, sequence, memory, offset, length);
    }

    private boolean next() {
        try {
            return times.next();
        } catch (CorruptChunkException e) {
            // What is damaged is looked for among all.
            return false;
        }
    }

    private long take(long position) {
        matched.add(position);
        return position;
    }

    private boolean isMatch(long position, long sequence, MemorySegment memory, long offset, long length) {
        if (matched.contains(position)) {
            return false;
        }
        try {
            return content.seekPosition(position) && content.length() == length
                    && (sequence == MessageContext.NO_SEQUENCE || content.sequence() == sequence)
                    && MemorySegment.mismatch(content.memory(), content.offset(), content.offset() + length, memory,
                    offset, offset + length) < 0;
        } catch (CorruptChunkException e) {
            return false;
        }
    }

    @Override
    public void close() {
        times.close();
        content.close();
        blocks.close();
    }
}
