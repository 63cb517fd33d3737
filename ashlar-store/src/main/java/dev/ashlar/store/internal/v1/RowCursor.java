// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static dev.ashlar.store.internal.v1.StoreLayout.PACKED_LONG;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.internal.v1.Chain.Link;
import dev.ashlar.store.internal.v1.Entry.Seal;
import java.lang.foreign.MemorySegment;

/// A place in a table, and the chunks it can see.
final class RowCursor implements Cursor {
    private final Rows table;
    private final View view;
    private final boolean follows;
    private final RowPrefix prefix;
    /// Of the link that the cursor is in; -1 where there is none.
    private int index = -1;
    private final long firstRow;

    private long row;
    /// The first row after those that are known to be in the chunk.
    private long runEnd;
    private long linkFirst;
    private long base;
    private int stride;
    private int blockLength;
    private int schemaVersion;
    private MemorySegment memory = MemorySegment.NULL;

    RowCursor(Rows table, Pins pins, boolean follows) {
        this.table = table;
        view = new View(table.chain(), pins, table.name());
        this.follows = follows;
        prefix = table.prefix();
        long end = table.endRow();
        firstRow = table.firstRow();
        if (view.grow()) {
            Link[] links = view.links();
            boolean last = follows && end > firstRow;
            // Not the last link, since the writer may have gone on from that end meanwhile.
            index = Chain.indexOf(links, last ? end - 1 : firstRow);
            enter(links[index]);
            if (!last) {
                // Rows may be missing before the first chunk.
                runEnd = Math.min(linkFirst, firstRow);
            }
        }
        row = (follows ? end : firstRow) - 1;
    }

    @Override
    public boolean next() {
        long next = row + 1;
        if (next >= runEnd && !advance(next)) {
            return false;
        }
        row = next;
        if (view.isUnpinned()) {
            checkStillThere();
        }
        return true;
    }

    /// Finds the chunk with a row, which is the one at hand or comes after.
    private boolean advance(long next) {
        if (index < 0 && !grow()) {
            return next < table.chain().promised() && gap(next, table.chain().promised());
        }
        while (true) {
            Link link = view.links()[index];
            runEnd = Math.min(link.end(), table.chain().limit());
            if (next < runEnd) {
                return next >= linkFirst || gap(next, linkFirst);
            }
            if (index + 1 == view.links().length && !grow()) {
                return next < table.chain().promised() && gap(next, table.chain().promised());
            }
            Link successor = view.links()[index + 1];
            // Its count was read before there was a successor: now it is final.
            if (next < Math.min(link.end(), table.chain().limit())) {
                continue;
            }
            if (next < successor.identity().first()) {
                return gap(next, successor.identity().first());
            }
            index++;
            if (follows) {
                view.letGoBefore(successor);
            }
            enter(successor);
        }
    }

    private boolean gap(long from, long to) {
        throw table.chain().missing(from, to);
    }

    /// Takes in chunks that were added at the end.
    private boolean grow() {
        if (!view.grow()) {
            return false;
        }
        if (index < 0) {
            index = 0;
            enter(view.links()[0]);
        }
        return true;
    }

    private void enter(Link link) {
        linkFirst = link.identity().first();
        stride = link.identity().stride();
        blockLength = link.identity().blockLength();
        schemaVersion = link.identity().schemaVersion();
        base = link.offset() + link.identity().prefix();
        memory = link.memory();
        runEnd = linkFirst;
    }

    @Override
    public boolean previous() {
        if (row <= firstRow) {
            row = firstRow - 1;
            runEnd = row;
            return false;
        }
        return place(row - 1);
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
        Link[] links = view.links();
        int found = Chain.indexOf(links, wanted);
        Link link = links[found];
        if (wanted < link.identity().first()) {
            throw table.chain().missing(wanted, link.identity().first());
        }
        if (wanted >= link.end()) {
            long end = found + 1 < links.length ? links[found + 1].identity().first() : table.endRow();
            throw table.chain().missing(Math.max(wanted, link.end()), end);
        }
        index = found;
        enter(link);
        runEnd = Math.min(link.end(), table.chain().limit());
        row = wanted;
        return true;
    }

    @Override
    public boolean seekTime(long timeNs) {
        int timeOffset = table.requireTime();
        boolean swap = table.swapsTime();
        long end = table.endRow();
        grow();
        Link[] links = view.links();
        for (int i = Math.max(0, Chain.indexOf(links, firstRow)); i < links.length; i++) {
            Link link = links[i];
            Seal seal = link.entry().seal();
            if (seal != null && Long.compareUnsigned(seal.maxTime(), timeNs) < 0) {
                continue;
            }
            long at = link.offset() + link.identity().prefix() + timeOffset;
            long count = Math.min(link.end(), end) - link.identity().first();
            for (long n = skip(link, seal, timeNs, swap, at); n < count; n++) {
                long time = link.memory().get(PACKED_LONG, at + n * link.identity().stride());
                if (Long.compareUnsigned(swap ? Long.reverseBytes(time) : time, timeNs) >= 0) {
                    return place(link.identity().first() + n);
                }
            }
        }
        if (end > firstRow) {
            place(end - 1);
        }
        row = end - 1;
        return false;
    }

    /// How many rows at the beginning of a chunk are known to be before a time, as far as that is cheap to know.
    private long skip(Link link, Seal seal, long timeNs, boolean swap, long at) {
        Footer footer = seal == null ? null : Footer.read(link, seal, table.chain().geometry());
        if (footer == null || !footer.timesInOrder()) {
            return 0;
        }
        long low = 0;
        long high = seal.rows();
        while (low < high) {
            long middle = (low + high) >>> 1;
            long time = link.memory().get(PACKED_LONG, at + middle * link.identity().stride());
            if (Long.compareUnsigned(swap ? Long.reverseBytes(time) : time, timeNs) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public long row() {
        return row;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public long offset() {
        return base + (row - linkFirst) * stride;
    }

    @Override
    public int blockLength() {
        return blockLength;
    }

    @Override
    public int schemaVersion() {
        return schemaVersion;
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
        long time = memory.get(PACKED_LONG, offset() + table.requireTime());
        return table.swapsTime() ? Long.reverseBytes(time) : time;
    }

    private long prefixed(RowPrefix wanted, int at) {
        if (prefix != wanted) {
            throw new UnsupportedOperationException("rows do not begin with it: prefix=" + prefix + " ("
                    + table.name() + ")");
        }
        return memory.get(PACKED_LONG, offset() - prefix.bytes() + at);
    }

    /// Nobody knows of this reader, so its rows may be gone.
    private void checkStillThere() {
        Link link = view.links()[index];
        if (link.isGone()) {
            throw new CorruptChunkException("rows were retired, and this reader cannot hold them back", row,
                    link.end(), table.name());
        }
    }

    @Override
    public void close() {
        view.close();
        index = -1;
        runEnd = Long.MIN_VALUE;
        memory = MemorySegment.NULL;
    }
}
