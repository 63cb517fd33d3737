// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.IndexDefinition;
import dev.ashlar.store.IndexReport;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.SortedIndex;
import dev.ashlar.store.SortedReader;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.index.KeySort;
import dev.ashlar.store.internal.index.SortedRun;
import dev.ashlar.store.internal.index.Tail;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A sorted index of a table. Few rows go into the tail; when that is full, or many come at once, they become a run,
/// which is merged with those before it that are not much greater.
///
/// **Threading**: one thread updates; readers hold the runs that they look into.
public final class TableSortedIndex extends IndexedTable implements SortedIndex {
    /// A run is at least this many times as great as the next, so that there are few.
    private static final int FACTOR = 8;

    private final RunMerge merge;
    private volatile SortedRuns runs = new SortedRuns(new SortedRun[0], new Tail());
    /// The same for readers; null once they are refused.
    private volatile SortedRuns usable = runs;
    /// Takes rows that are too many for the tail; null where they are not.
    private KeySort many;
    /// The same, kept for when the tail is full; null until that is.
    private KeySort few;

    private TableSortedIndex(Table table, IndexDefinition definition) {
        super(table, definition);
        merge = new RunMerge(rows, key);
    }

    public static SortedIndex build(Table table, IndexDefinition definition) throws AllocationException {
        return filled(new TableSortedIndex(table, definition));
    }

    public SortedRuns runs() {
        return runs;
    }

    /// Null once readers are refused.
    SortedRuns usable() {
        return usable;
    }

    @Override
    void refuse() {
        usable = null;
    }

    /// The key of a block, or its first bytes, as a number that is in the order of signed ones.
    static long word(IndexKey key, MemorySegment memory, long block) {
        return key.isInteger() ? word(key, key.get(memory, block)) : key.headOfRow(memory, block) ^ Long.MIN_VALUE;
    }

    static long word(IndexKey key, long number) {
        return key.isUnsignedLong() ? number ^ Long.MIN_VALUE : number;
    }

    @Override
    void begin(long count) throws AllocationException {
        Tail tail = runs.tail();
        if (tail.count() + count > Tail.CAPACITY) {
            if (tail.count() + count <= 2 * Tail.CAPACITY) {
                few = few == null ? new KeySort(2 * Tail.CAPACITY) : few;
                few.clear();
                many = few;
            } else {
                many = new KeySort(tail.count() + count);
            }
            for (int i = 0; i < tail.count(); i++) {
                many.add(tail.key(i), tail.row(i));
            }
        }
    }

    @Override
    void add(MemorySegment memory, long offset, long count, long firstRow, RowLayout layout, long first) {
        if (!key.isIn(layout)) {
            return;
        }
        for (long i = 0; i < count; i++) {
            long block = offset + i * layout.stride();
            if (!key.isNull(memory, block)) {
                if (many != null) {
                    many.add(word(key, memory, block), firstRow + i);
                } else {
                    runs.tail().add(word(key, memory, block), firstRow + i);
                }
            }
        }
    }

    @Override
    void added(long first) throws AllocationException {
        KeySort sorted = many;
        many = null;
        if (sorted != null) {
            try {
                sorted.sort();
                merge.sortTies(sorted, first);
                publish(sorted, first);
            } finally {
                if (sorted != few) {
                    sorted.release();
                }
            }
        }
    }

    private void publish(KeySort sorted, long first) throws AllocationException {
        SortedRun[] before = runs.runs();
        int kept = before.length;
        long size = RunMerge.live(sorted, first);
        while (kept > 0 && before[kept - 1].size() < FACTOR * size) {
            size += before[--kept].size();
        }
        SortedRun merged = merge.run(before, kept, sorted, first);
        SortedRun[] now = Arrays.copyOf(before, merged == null ? kept : kept + 1);
        if (merged != null) {
            now[kept] = merged;
        }
        runs = new SortedRuns(now, new Tail());
        usable = runs;
        if (!isUsable()) {
            // Closed by another thread meanwhile.
            usable = null;
        }
        for (int i = kept; i < before.length; i++) {
            before[i].release();
        }
    }

    @Override
    public SortedReader reader() {
        requireUsable();
        return new TableSortedReader(this);
    }

    @Override
    public long entryCount() {
        return runs.entries();
    }

    @Override
    public long memoryBytes() {
        return runs.bytes();
    }

    @Override
    public IndexReport verify() {
        requireUsable();
        return new SortedIndexCheck(this).run();
    }

    @Override
    public void close() {
        if (end()) {
            runs.release();
            if (few != null) {
                few.release();
            }
        }
    }
}
