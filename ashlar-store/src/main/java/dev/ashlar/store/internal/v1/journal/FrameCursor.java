// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import static dev.ashlar.store.internal.v1.file.StoreLayout.FRAME;
import static dev.ashlar.store.internal.v1.file.StoreLayout.FRAME_BYTES;
import static dev.ashlar.store.internal.v1.file.StoreLayout.INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.View;
import dev.ashlar.store.internal.v1.file.Pins;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.foreign.MemorySegment;

/// A place in a journal, and the chunks it can see.
public final class FrameCursor implements JournalCursor {
    private static final long TIME = StoreLayout.offset(FRAME, "time");
    private static final long SEQUENCE = StoreLayout.offset(FRAME, "sequence");
    private static final long ROW = StoreLayout.offset(FRAME, "row");

    private static final long NONE = Long.MIN_VALUE;

    private final Frames journal;
    private final Chain chain;
    private final View view;
    private final boolean follows;
    private final FrameChecksum checksum;
    private final FrameSearch search;
    /// Where what it can see begins.
    private long firstPosition;
    /// Of the link with what comes next; -1 where there is none.
    private int index = -1;
    private long linkFirst;
    private long base;
    private long used;
    /// Offset in the chunk of what comes next.
    private long nextAt;
    private MemorySegment nextMemory = MemorySegment.NULL;
    /// Where a gap before the current chunk begins, if it was not reported yet.
    private long missingFrom = NONE;
    /// Up to where what is missing at the end was reported.
    private long reportedEnd = NONE;

    /// Of the current message; null where there is none, so that nothing can be read.
    private MemorySegment memory;
    private long frame;
    private long position;
    private int length;

    FrameCursor(Frames journal, Pins pins, boolean follows) {
        this.journal = journal;
        view = new View(journal.chain(), pins, journal.name());
        this.follows = follows;
        chain = journal.chain();
        checksum = journal.checksum();
        search = new FrameSearch(journal, checksum);
        firstPosition = journal.firstPosition();
        begin(follows ? journal.endPosition() : firstPosition);
    }

    /// Goes before what lies at a position.
    void begin(long at) {
        view.grow();
        memory = null;
        Link[] links = view.links();
        if (links.length > 0) {
            int found = Chain.indexOf(links, at);
            long first = links[found].identity().first();
            enter(found, Math.max(0, at - first));
            missingFrom = at < first ? at : NONE;
        }
    }

    private void enter(int link, long at) {
        Link to = view.links()[link];
        index = link;
        linkFirst = to.identity().first();
        base = to.offset();
        nextMemory = to.memory();
        used = 0;
        nextAt = at;
        missingFrom = NONE;
        checksum.enter(to);
        search.enter(to);
    }

    @Override
    public boolean next() {
        try {
            return move();
        } catch (InternalError e) {
            memory = null;
            long from = linkFirst + nextAt;
            nextAt = used;
            throw chain.fault(e, from, Math.max(linkFirst + used, from + 1));
        }
    }

    private boolean move() {
        if (view.isUnpinned() && memory != null) {
            requireThere(frame - base);
        }
        memory = null;
        if (nextAt >= used && !advance()) {
            return false;
        }
        int bytes = checksum.whole(nextAt, used);
        if (view.isUnpinned()) {
            requireThere(nextAt);
        }
        if (bytes < 0) {
            throw passDamage();
        }
        memory = nextMemory;
        frame = base + nextAt;
        position = linkFirst + nextAt;
        length = memory.get(INT, frame) - FRAME_BYTES;
        nextAt += bytes;
        return true;
    }

    /// The same, but passes over what is damaged.
    boolean tryNext() {
        while (true) {
            try {
                return next();
            } catch (CorruptChunkException e) {
                // The next call continues after it, further each time.
            }
        }
    }

    /// Finds the chunk with what comes next.
    private boolean advance() {
        if (index < 0) {
            begin(firstPosition);
            if (index < 0) {
                return requireAll(firstPosition);
            }
        }
        if (missingFrom != NONE) {
            long from = missingFrom;
            missingFrom = NONE;
            throw chain.missing(from, linkFirst);
        }
        while (true) {
            used = journal.used(view.links(), index);
            if (nextAt < used) {
                return true;
            }
            long promised = chain.promised();
            if (index + 1 == view.links().length && !view.grow()) {
                used = journal.used(view.links(), index);
                return nextAt < used || promised > linkFirst + used && requireAll(linkFirst + used);
            }
            // There is a successor now, and it says how far this chunk goes.
            used = journal.used(view.links(), index);
            if (nextAt < used) {
                return true;
            }
            long end = linkFirst + view.links()[index].identity().capacity();
            Link successor = view.links()[index + 1];
            if (follows) {
                view.releaseBefore(successor);
                firstPosition = successor.identity().first();
            }
            enter(index + 1, 0);
            if (successor.identity().first() > end) {
                throw chain.missing(end, successor.identity().first());
            }
        }
    }

    /// A loss of messages at the end is reported once.
    ///
    /// @return false if it was, or there is nothing
    private boolean requireAll(long from) {
        long promised = chain.promised();
        if (promised <= Math.max(from, reportedEnd)) {
            return false;
        }
        reportedEnd = promised;
        throw chain.missing(from, promised);
    }

    /// Goes on behind a frame that is not whole.
    private CorruptChunkException passDamage() {
        long from = linkFirst + nextAt;
        String found = checksum.lengthWithin(nextAt, used) < 0 ? "length of a frame is invalid"
                : "frame differs from its checksum";
        nextAt = search.behind(nextAt, used);
        return journal.damaged(found, from, linkFirst + nextAt);
    }

    @Override
    public boolean previous() {
        long before = memory != null ? position : missingFrom != NONE ? missingFrom : linkFirst + nextAt;
        while (index >= 0 && before > firstPosition) {
            long start = start(FrameIndex.POSITION, before);
            long last = lastBefore(before, start);
            if (last >= 0) {
                begin(last);
                return next();
            }
            before = start;
        }
        begin(firstPosition);
        return false;
    }

    /// The position of the last message from `start` on that is before another; -1 if there is none.
    ///
    /// @throws CorruptChunkException if there is damage behind it; the cursor is before that
    private long lastBefore(long before, long start) {
        begin(start);
        long last = -1;
        CorruptChunkException damage = null;
        while (true) {
            try {
                if (!next() || position >= before) {
                    break;
                }
                last = position;
                damage = null;
            } catch (CorruptChunkException e) {
                if (e.first() >= before) {
                    break;
                }
                damage = e;
            }
        }
        if (damage != null) {
            begin(damage.first());
            throw damage;
        }
        return last;
    }

    /// From where to look for what has less than a value before it.
    private long start(long field, long value) {
        FrameIndex rows = journal.index();
        try {
            long row = rows == null ? FrameIndex.NONE : rows.lastLess(field, value);
            return row == FrameIndex.NONE ? firstPosition : Math.max(firstPosition,
                    rows.require(row, FrameIndex.POSITION));
        } catch (CorruptChunkException e) {
            return firstPosition;
        }
    }

    @Override
    public boolean seekPosition(long wanted) {
        if (wanted < firstPosition || wanted >= journal.endPosition()) {
            return false;
        }
        view.grow();
        memory = null;
        Link[] links = view.links();
        int found = Chain.indexOf(links, wanted);
        if (links.length == 0 || wanted < links[found].identity().first()) {
            throw chain.missing(wanted, links.length == 0 ? journal.endPosition() : links[found].identity().first());
        }
        long at = wanted - links[found].identity().first();
        if (!isWhole(links, found, at)) {
            if (index >= 0) {
                checksum.enter(links[index]);
            }
            throw journal.damaged("no intact frame begins here", wanted, wanted + 1);
        }
        begin(wanted);
        return next();
    }

    private boolean isWhole(Link[] links, int at, long offset) {
        try {
            long end = journal.used(links, at);
            checksum.enter(links[at]);
            return (offset & Long.BYTES - 1) == 0 && checksum.whole(offset, end) >= 0;
        } catch (InternalError e) {
            throw chain.fault(e, links[at].identity().first() + offset, links[at].identity().first() + offset + 1);
        }
    }

    @Override
    public boolean seekPositionOrAfter(long wanted) {
        begin(start(FrameIndex.POSITION, wanted));
        while (true) {
            try {
                if (!next() || position >= wanted) {
                    return memory != null;
                }
            } catch (CorruptChunkException e) {
                if (e.end() > wanted) {
                    throw e;
                }
            }
        }
    }

    @Override
    public boolean seekTime(long timeNs) {
        return seek(FrameIndex.TIME, TIME, timeNs);
    }

    @Override
    public boolean seekSequence(long sequence) {
        return seek(FrameIndex.SEQUENCE, SEQUENCE, sequence);
    }

    private boolean seek(long indexField, long field, long value) {
        begin(start(indexField, value));
        while (next()) {
            if (Long.compareUnsigned(memory.get(LONG, frame + field), value) >= 0) {
                return true;
            }
        }
        return false;
    }

    /// As [#seekTime], but passes over what is damaged.
    public boolean trySeekTime(long timeNs) {
        begin(start(FrameIndex.TIME, timeNs));
        while (tryNext()) {
            if (Long.compareUnsigned(timeNs(), timeNs) >= 0) {
                return true;
            }
        }
        return false;
    }

    private void requireMessage() {
        if (memory == null) {
            throw new IllegalStateException("cursor is at no message (" + journal.name() + ")");
        }
    }

    @Override
    public long position() {
        requireMessage();
        return position;
    }

    @Override
    public long timeNs() {
        requireMessage();
        return memory.get(LONG, frame + TIME);
    }

    @Override
    public long sequence() {
        requireMessage();
        return memory.get(LONG, frame + SEQUENCE);
    }

    @Override
    public long row() {
        requireMessage();
        return memory.get(LONG, frame + ROW);
    }

    @Override
    public MemorySegment memory() {
        requireMessage();
        return memory;
    }

    @Override
    public long offset() {
        requireMessage();
        return frame + FRAME_BYTES;
    }

    @Override
    public int length() {
        requireMessage();
        return length;
    }

    /// This reader has no pin, so the messages that it reads may have been retired.
    ///
    /// @param at their offset in the chunk
    private void requireThere(long at) {
        if (view.links()[index].isGone()) {
            nextAt = used;
            memory = null;
            throw journal.damaged("messages were retired, and this reader cannot pin them", linkFirst + at,
                    linkFirst + used);
        }
    }

    @Override
    public void close() {
        view.close();
        index = -1;
        used = Long.MIN_VALUE;
        nextAt = 0;
        memory = null;
        nextMemory = MemorySegment.NULL;
    }
}
