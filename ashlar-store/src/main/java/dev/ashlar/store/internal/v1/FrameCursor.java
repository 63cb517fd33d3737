// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static dev.ashlar.store.internal.v1.StoreLayout.FRAME;
import static dev.ashlar.store.internal.v1.StoreLayout.FRAME_BYTES;
import static dev.ashlar.store.internal.v1.StoreLayout.INT;
import static dev.ashlar.store.internal.v1.StoreLayout.LONG;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.internal.v1.Chain.Link;
import java.lang.foreign.MemorySegment;

/// A place in a journal, and the chunks it can see.
final class FrameCursor implements JournalCursor {
    private static final long TIME = StoreLayout.offset(FRAME, "time");
    private static final long SEQUENCE = StoreLayout.offset(FRAME, "sequence");
    private static final long ROW = StoreLayout.offset(FRAME, "row");

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

    /// The message at hand, and whether there is one.
    private boolean placed;
    private MemorySegment memory = MemorySegment.NULL;
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
        placed = false;
        Link[] links = view.links();
        if (links.length > 0) {
            int found = Chain.indexOf(links, at);
            enter(found, Math.max(0, at - links[found].identity().first()));
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
        checksum.enter(to);
        search.enter(to);
    }

    @Override
    public boolean next() {
        if (nextAt >= used && !advance()) {
            placed = false;
            return false;
        }
        int bytes = checksum.whole(nextAt, used);
        if (view.isUnpinned()) {
            checkStillThere();
        }
        if (bytes < 0) {
            throw passDamage();
        }
        placed = true;
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
                // The next call goes on behind it, further each time.
            }
        }
    }

    /// Finds the chunk with what comes next.
    private boolean advance() {
        if (index < 0) {
            begin(firstPosition);
            if (index < 0) {
                return false;
            }
        }
        while (true) {
            used = journal.used(view.links(), index);
            if (nextAt < used) {
                return true;
            }
            if (index + 1 == view.links().length && !view.grow()) {
                return false;
            }
            // There is a successor now, and it says how far this chunk goes.
            used = journal.used(view.links(), index);
            if (nextAt < used) {
                return true;
            }
            long end = linkFirst + view.links()[index].identity().capacity();
            if (end >= chain.limit()) {
                return false;
            }
            Link successor = view.links()[index + 1];
            if (follows) {
                view.letGoBefore(successor);
                firstPosition = successor.identity().first();
            }
            enter(index + 1, 0);
            if (successor.identity().first() > end) {
                throw chain.missing(end, successor.identity().first());
            }
        }
    }

    /// Goes on behind a frame that is not whole.
    private CorruptChunkException passDamage() {
        long from = linkFirst + nextAt;
        String found = checksum.lengthWithin(nextAt, used) < 0 ? "length of a frame makes no sense"
                : "frame differs from its checksum";
        nextAt = search.behind(nextAt, used);
        return journal.damaged(found, from, linkFirst + nextAt);
    }

    @Override
    public boolean previous() {
        long before = placed ? position : linkFirst + nextAt;
        while (index >= 0 && before > firstPosition) {
            long start = start(FrameIndex.POSITION, before);
            begin(start);
            long last = -1;
            while (tryNext() && position < before) {
                last = position;
            }
            if (last >= 0) {
                begin(last);
                return next();
            }
            before = start;
        }
        begin(firstPosition);
        return false;
    }

    /// From where to look for what has less than a value before it.
    private long start(long field, long value) {
        FrameIndex rows = journal.index();
        try {
            long row = rows == null ? FrameIndex.NONE : rows.lastLess(field, value);
            return row == FrameIndex.NONE ? firstPosition : Math.max(firstPosition, rows.get(row, FrameIndex.POSITION));
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
        Link[] links = view.links();
        int found = Chain.indexOf(links, wanted);
        long at = wanted - links[found].identity().first();
        long end = journal.used(links, found);
        checksum.enter(links[found]);
        if ((at & Long.BYTES - 1) != 0 || checksum.whole(at, end) < 0) {
            checksum.enter(links[index]);
            throw journal.damaged("no whole frame begins here", wanted, wanted + 1);
        }
        begin(wanted);
        return next();
    }

    @Override
    public boolean seekPositionOrAfter(long wanted) {
        begin(start(FrameIndex.POSITION, wanted));
        while (true) {
            try {
                if (!next() || position >= wanted) {
                    return placed;
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
        while (tryNext()) {
            if (Long.compareUnsigned(memory.get(LONG, frame + field), value) >= 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public long timeNs() {
        return memory.get(LONG, frame + TIME);
    }

    @Override
    public long sequence() {
        return memory.get(LONG, frame + SEQUENCE);
    }

    @Override
    public long row() {
        return memory.get(LONG, frame + ROW);
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public long offset() {
        return frame + FRAME_BYTES;
    }

    @Override
    public int length() {
        return length;
    }

    /// Nobody knows of this reader, so what it reads may be gone.
    private void checkStillThere() {
        if (view.links()[index].isGone()) {
            long from = linkFirst + nextAt;
            nextAt = used;
            throw journal.damaged("messages were retired, and this reader cannot hold them back", from,
                    linkFirst + used);
        }
    }

    @Override
    public void close() {
        view.close();
        index = -1;
        used = Long.MIN_VALUE;
        nextAt = 0;
        memory = MemorySegment.NULL;
        nextMemory = MemorySegment.NULL;
    }
}
