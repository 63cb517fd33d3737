// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.HashIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.IndexReport;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.index.Buckets;
import dev.ashlar.store.internal.v1.table.RowPlaces;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/// A hash index of a table.
///
/// **Threading**: one thread updates; see [Buckets] for those that read meanwhile.
public final class TableHashIndex extends IndexedTable implements HashIndex {
    private static final int GROUP = 64;
    private static final long LEAST_KEYS = 64;
    /// Links for more rows than there are, so that not each commit needs a new generation.
    private static final long LEAST_LINKS = 1 << 10;

    private final long seed = new SplittableRandom().nextLong();
    private final boolean linked;
    private final AtomicLong linkedEnd = new AtomicLong();
    private volatile Buckets buckets;
    /// The same for readers; null once they are refused.
    private volatile Buckets usable;
    /// Where rows lie that keys of bytes are compared with.
    private final RowPlaces places;
    private final long[] keys = new long[GROUP];
    private final long[] keyRows = new long[GROUP];
    private final long[] bucketPlaces = new long[GROUP];
    /// Keeps loads from being left out.
    private long touched;

    private TableHashIndex(Table table, IndexDefinition definition) throws AllocationException {
        super(table, definition);
        linked = !definition.unique();
        places = new RowPlaces(rows);
        long count = rows.rowCount();
        // Where each row may have another key, as many as there are; else it grows.
        publish(new Buckets(Math.max(LEAST_KEYS, linked ? 0 : count), seed, rows.firstRow(),
                linked ? count + LEAST_LINKS : 0));
    }

    public static HashIndex build(Table table, IndexDefinition definition) throws AllocationException {
        return filled(new TableHashIndex(table, definition));
    }

    public Buckets buckets() {
        return buckets;
    }

    /// Null once readers are refused.
    Buckets usable() {
        return usable;
    }

    private void publish(Buckets next) {
        buckets = next;
        usable = next;
        if (!isUsable()) {
            // Closed by another thread meanwhile.
            usable = null;
        }
    }

    @Override
    void refuse() {
        usable = null;
    }

    @Override
    void add(MemorySegment memory, long offset, long count, long firstRow, RowLayout layout, long first)
            throws AllocationException {
        if (!key.isIn(layout)) {
            return;
        }
        int stride = layout.stride();
        for (long done = 0; done < count;) {
            int found = 0;
            Buckets now = buckets;
            for (; done < count && found < GROUP; done++) {
                long block = offset + done * stride;
                if (!key.isNull(memory, block)) {
                    keys[found] = key.isInteger() ? key.get(memory, block) : now.hash(key.hashRow(memory, block));
                    keyRows[found] = firstRow + done;
                    found++;
                }
            }
            // As in lookups: all lines of a group are asked for before the first is waited for.
            if (key.isInteger()) {
                now.placeEach(keys, 0, found, bucketPlaces);
            } else {
                now.placeEachHash(keys, found, bucketPlaces);
            }
            touched = now.prefetch(bucketPlaces, found);
            for (int i = 0; i < found; i++) {
                put(keys[i], keyRows[i], memory, offset + (keyRows[i] - firstRow) * stride, first);
            }
        }
    }

    @Override
    void begin(long count) {
        // Grows as it has to.
    }

    @Override
    void added(long first) {
        // Each row is published as it comes.
    }

    private void put(long word, long row, MemorySegment memory, long block, long first) throws AllocationException {
        if (buckets.isFull() || linked && !buckets.hasLinkFor(row)) {
            grow(row, first);
        }
        Buckets now = buckets;
        long slot = key.isInteger() ? now.slotOf(word) : slotOf(now, word, memory, block, first);
        long before = now.row(slot);
        if (linked) {
            now.link(row, before);
            // A thread that finds the row may look up the one before it at once.
            linkedEnd.setRelease(row + 1);
        }
        if (before == Buckets.NONE) {
            now.take(now.place(key.isInteger() ? now.hash(word) : word), slot, word, row + 1);
        } else {
            now.replace(slot, row + 1);
        }
    }

    /// The slot with the key of a row; else one whose row is retired and had the same hash; else a free one.
    private long slotOf(Buckets in, long hash, MemorySegment memory, long block, long first) {
        long place = in.place(hash);
        long slot = place;
        long retired = -1;
        for (long row = in.row(slot); row != Buckets.NONE; row = in.row(slot)) {
            if (in.key(slot) == hash) {
                if (row <= first) {
                    retired = slot;
                } else {
                    seek(row - 1);
                    if (key.sameRows(memory, block, places.memory(), places.offset())) {
                        return slot;
                    }
                }
            }
            slot = in.nextSlot(slot, place);
        }
        return retired >= 0 ? retired : slot;
    }

    /// The row after the last that has a link.
    long linkedEnd() {
        return Math.max(endRow(), linkedEnd.getAcquire());
    }

    /// For the writer's thread, or while the rows are pinned.
    private void seek(long row) {
        places.use(rows.chain().links());
        places.seek(row);
    }

    /// Goes on in a new generation, in which nothing is of rows that are retired.
    private void grow(long row, long first) throws AllocationException {
        Buckets old = buckets;
        long live = old.countFrom(first);
        long linkRows = linked ? 2 * (row - first) + LEAST_LINKS : 0;
        Buckets next = new Buckets(Math.max(LEAST_KEYS, old.isFull() ? 2 * live : live + live / 2), seed, first,
                linkRows);
        next.takeIn(old, first, !key.isInteger());
        publish(next);
        old.release();
    }

    @Override
    public HashReader reader() {
        requireUsable();
        return new TableHashReader(this);
    }

    @Override
    public long entryCount() {
        return buckets.count();
    }

    @Override
    public long memoryBytes() {
        return buckets.bytes();
    }

    @Override
    public IndexReport verify() {
        requireUsable();
        return new HashIndexCheck(this).run();
    }

    @Override
    public void close() {
        if (end()) {
            buckets.release();
        }
    }
}
