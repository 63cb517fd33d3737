// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.table;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkZones;
import dev.ashlar.store.internal.v1.chunk.View;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.Pins;
import java.lang.foreign.MemorySegment;

/// A place in a table, and the chunks it can see.
///
/// Where rows are damaged or missing the cursor stays before them, at no row, and says so until it is moved elsewhere.
final class RowCursor implements Cursor {
    /// Before every row.
    private static final long NOWHERE = Long.MIN_VALUE;

    private final Rows table;
    private final Chain chain;
    private final View view;
    private final boolean follows;
    private final RowPrefix prefix;
    /// Of the link that the cursor is in; -1 where there is none.
    private int index = -1;
    private final long firstRow;

    /// The current row; without one, the row before the next.
    private long row;
    /// The first row after those that are known to be in the chunk, and readable.
    private long runEnd = NOWHERE;
    private long linkFirst;
    private long base;
    private int stride;
    private int blockLength;
    private int schemaVersion;
    /// Of the current row; null where there is none, so that nothing can be read.
    private MemorySegment memory;
    /// Why the cursor cannot continue; null if it can.
    private CorruptChunkException failure;

    RowCursor(Rows table, Pins pins, boolean follows) {
        this.table = table;
        chain = table.chain();
        view = new View(chain, pins, table.name());
        this.follows = follows;
        prefix = table.prefix();
        long end = table.endRow();
        firstRow = table.firstRow();
        row = (follows ? end : firstRow) - 1;
        if (view.grow()) {
            // Not the last link, since the writer may have gone on from that end meanwhile.
            enter(Chain.indexOf(view.links(), follows && end > firstRow ? end - 1 : firstRow));
        }
    }

    @Override
    public boolean next() {
        long next = row + 1;
        if (next >= runEnd && !advance(next)) {
            return false;
        }
        if (view.isUnpinned()) {
            requireThere(next);
        }
        row = next;
        return true;
    }

    /// Finds the chunk with a row, which is the current one or comes after it, and makes sure that it can be read.
    private boolean advance(long next) {
        leave();
        if (failure != null) {
            throw failure;
        }
        try {
            return find(next);
        } catch (InternalError e) {
            throw fail(chain.fault(e, next, next + 1));
        }
    }

    private boolean find(long next) {
        if (index < 0 && !grow()) {
            return next < chain.promised() && gap(next, chain.promised());
        }
        while (true) {
            Link link = view.links()[index];
            if (next < end(index)) {
                return next >= linkFirst ? arrive(next) : gap(next, linkFirst);
            }
            if (index + 1 == view.links().length && !grow()) {
                long promised = chain.promised();
                if (next >= promised) {
                    return false;
                }
                // What was promised may have been seen by another since it was looked for here.
                if (next >= end(index) && !grow()) {
                    return gap(next, promised);
                }
                continue;
            }
            Link successor = view.links()[index + 1];
            // Its count was read before there was a successor: now it is final.
            if (next < end(index)) {
                continue;
            }
            if (next < successor.identity().first()) {
                return gap(next, successor.identity().first());
            }
            if (follows) {
                view.releaseBefore(successor);
            }
            enter(index + 1);
        }
    }

    /// Leaves the current row, which has to have been there until now, until it arrives at another.
    private void leave() {
        if (memory != null) {
            memory = null;
            runEnd = NOWHERE;
            Link link = view.links()[index];
            try {
                chain.requireUncut(link);
            } catch (CorruptChunkException e) {
                throw fail(e);
            }
            if (view.isUnpinned() && link.isReused()) {
                throw fail(gone(link, row));
            }
        }
    }

    /// Moves to a row of the current link.
    private boolean arrive(long to) {
        Link link = view.links()[index];
        try {
            runEnd = linkFirst + chain.readable(link, to - linkFirst, end(index) - linkFirst);
        } catch (CorruptChunkException e) {
            throw fail(e);
        }
        memory = link.memory();
        return true;
    }

    private long end(int of) {
        return Chain.end(view.links(), of);
    }

    private boolean gap(long from, long to) {
        throw fail(chain.missing(from, to));
    }

    private CorruptChunkException fail(CorruptChunkException why) {
        memory = null;
        runEnd = NOWHERE;
        failure = why;
        return why;
    }

    /// Takes in chunks that were added at the end.
    private boolean grow() {
        if (!view.grow()) {
            return false;
        }
        if (index < 0) {
            enter(0);
        }
        return true;
    }

    private void enter(int of) {
        Link link = view.links()[of];
        index = of;
        linkFirst = link.identity().first();
        stride = link.identity().stride();
        blockLength = link.identity().blockLength();
        schemaVersion = link.identity().schemaVersion();
        base = link.offset() + link.identity().prefix();
    }

    @Override
    public boolean previous() {
        long before = memory == null ? row : row - 1;
        leave();
        if (failure != null) {
            throw failure;
        }
        if (before < firstRow) {
            row = firstRow - 1;
            return false;
        }
        return place(before);
    }

    @Override
    public boolean seek(long wanted) {
        if (wanted < firstRow || wanted >= table.endRow()) {
            return false;
        }
        if (index < 0 || wanted >= runEnd) {
            grow();
        }
        return place(wanted);
    }

    private boolean place(long wanted) {
        leave();
        try {
            return put(wanted);
        } catch (InternalError e) {
            throw fail(chain.fault(e, wanted, wanted + 1));
        }
    }

    private boolean put(long wanted) {
        Link[] links = view.links();
        if (links.length == 0) {
            return gap(wanted, table.endRow());
        }
        int found = Chain.indexOf(links, wanted);
        if (wanted < links[found].identity().first()) {
            return gap(wanted, links[found].identity().first());
        }
        if (wanted >= end(found)) {
            return gap(Math.max(wanted, end(found)), found + 1 < links.length ? links[found + 1].identity().first()
                    : Math.max(wanted + 1, table.endRow()));
        }
        enter(found);
        arrive(wanted);
        failure = null;
        row = wanted;
        if (view.isUnpinned()) {
            requireThere(wanted);
        }
        return true;
    }

    @Override
    public long contiguousRows(long most) {
        requireRow();
        return Math.min(most, runEnd - row);
    }

    @Override
    public boolean seekTime(long timeNs) {
        try {
            return findTime(timeNs);
        } catch (InternalError e) {
            throw fail(chain.fault(e, firstRow, Math.max(firstRow + 1, chain.promised())));
        }
    }

    private boolean findTime(long timeNs) {
        int timeOffset = table.requireTime();
        boolean swap = table.swapsTime();
        long end = table.endRow();
        leave();
        grow();
        Link[] links = view.links();
        long next = firstRow;
        for (int i = Math.max(0, Chain.indexOf(links, firstRow)); i < links.length && next < end; i++) {
            Link link = links[i];
            long first = link.identity().first();
            if (next < first) {
                return gap(next, first);
            }
            long count = Math.min(end(i), end) - first;
            Seal seal = Chain.seal(link, count);
            next = Math.max(next, first + count);
            if (seal != null && Long.compareUnsigned(seal.maxTime(), timeNs) < 0) {
                continue;
            }
            Times times = new Times(link, link.offset() + link.identity().prefix() + timeOffset, swap, count);
            long n = Math.max(skip(link, seal, timeNs, times), firstRow - first);
            while (n < count && Long.compareUnsigned(times.at(n), timeNs) < 0) {
                n++;
            }
            if (n < count) {
                return place(first + n);
            }
        }
        if (next < end) {
            return gap(next, end);
        }
        if (links.length > 0) {
            enter(Chain.indexOf(links, end - 1));
        }
        failure = null;
        row = end - 1;
        return false;
    }

    /// Times of rows of a chunk, each of which is made sure of before it is read.
    private final class Times {
        private final Link link;
        private final long offset;
        private final boolean swap;
        private final long count;
        private long from;
        private long to;

        Times(Link link, long offset, boolean swap, long count) {
            this.link = link;
            this.offset = offset;
            this.swap = swap;
            this.count = count;
        }

        long at(long n) {
            if (n < from || n >= to) {
                try {
                    to = chain.readable(link, n, count);
                } catch (CorruptChunkException e) {
                    throw fail(e);
                }
                from = n;
            }
            long time = link.memory().get(PACKED_LONG, offset + n * link.identity().stride());
            return swap ? Long.reverseBytes(time) : time;
        }
    }

    /// How many rows at the beginning of a chunk are known to be before a time, as far as that is cheap to know.
    private long skip(Link link, Seal seal, long timeNs, Times times) {
        ChunkZones known = chain.zones(link, seal);
        if (known == null || !known.timesInOrder()) {
            return 0;
        }
        long low = 0;
        long high = seal.rows();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (Long.compareUnsigned(times.at(middle), timeNs) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public long row() {
        requireRow();
        return row;
    }

    @Override
    public MemorySegment memory() {
        requireRow();
        return memory;
    }

    @Override
    public long offset() {
        requireRow();
        return base + (row - linkFirst) * stride;
    }

    @Override
    public int blockLength() {
        requireRow();
        return blockLength;
    }

    @Override
    public int schemaVersion() {
        requireRow();
        return schemaVersion;
    }

    private void requireRow() {
        if (memory == null) {
            throw new IllegalStateException("cursor is at no row (" + table.name() + ")");
        }
    }

    @Override
    public long parentRow() {
        return prefixed(RowPrefix.PARENT, 0);
    }

    @Override
    public long position() {
        return prefixed(RowPrefix.MESSAGE, 0);
    }

    @Override
    public long timeNs() {
        long at = offset() + table.requireTime();
        long time = memory.get(PACKED_LONG, at);
        return table.swapsTime() ? Long.reverseBytes(time) : time;
    }

    private long prefixed(RowPrefix wanted, int at) {
        if (prefix != wanted) {
            throw new UnsupportedOperationException("rows have another prefix: prefix=" + prefix + " ("
                    + table.name() + ")");
        }
        long offset = offset();
        return memory.get(PACKED_LONG, offset - prefix.bytes() + at);
    }

    /// This reader has no pin, so its rows may have been retired.
    private void requireThere(long to) {
        Link link = view.links()[index];
        if (link.isGone()) {
            throw fail(gone(link, to));
        }
    }

    private CorruptChunkException gone(Link link, long from) {
        return new CorruptChunkException("rows were retired, and this reader cannot pin them", from,
                Math.max(from + 1, link.end()), table.name());
    }

    @Override
    public void close() {
        view.close();
        index = -1;
        runEnd = NOWHERE;
        memory = null;
    }
}
