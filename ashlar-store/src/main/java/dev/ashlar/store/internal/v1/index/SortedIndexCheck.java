// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.store.IndexReport;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.internal.index.SortedRun;
import dev.ashlar.store.internal.index.Tail;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/// Compares a sorted index with its table: the entries of each run must be in order and have the keys of their rows,
/// and each row with a key must have one entry.
///
/// **Threading**: that of the index's updates.
final class SortedIndexCheck {
    /// Rows that are looked for at a time, so that noting them takes little.
    private static final int PART = 1 << 28;

    private final TableSortedIndex index;
    private final IndexKey key;
    private final IndexedTable.Differences found = new IndexedTable.Differences();
    private final BitSet seen = new BitSet();
    private long keyed;
    private long entries;

    SortedIndexCheck(TableSortedIndex index) {
        this.index = index;
        key = index.key;
    }

    IndexReport run() {
        try (IndexRows rows = new IndexRows(index.rows)) {
            SortedRuns runs = index.runs();
            for (SortedRun run : runs.runs()) {
                checkOrder(run);
            }
            for (long from = rows.first(); from < index.endRow(); from += PART) {
                long to = Math.min(index.endRow(), from + PART);
                long begin = from;
                seen.clear();
                for (SortedRun run : runs.runs()) {
                    for (long i = 0; i < run.size(); i++) {
                        checkEntry(rows, run.key(i), run.row(i), from, to);
                    }
                }
                Tail tail = runs.tail();
                for (int i = 0; i < tail.count(); i++) {
                    checkEntry(rows, tail.key(i), tail.row(i), from, to);
                }
                index.rows.forEachRun(from, to, (memory, offset, _, count, firstRow, layout) ->
                        checkRows(memory, offset, count, firstRow, layout, begin));
            }
            return found.report(keyed, entries);
        }
    }

    private void checkOrder(SortedRun run) {
        for (long i = 1; i < run.size(); i++) {
            if (run.key(i - 1) > run.key(i)) {
                found.add("entries are not in order: entry=" + i + ", size=" + run.size());
            }
            if (run.row(i) >= index.endRow()) {
                found.add("entry leads beyond the rows of the index: row=" + run.row(i));
            }
            if (run.countUpTo(run.key(i)) <= i || run.countBelow(run.key(i)) > i) {
                found.add("tree does not lead to the entry: entry=" + i + ", size=" + run.size());
            }
        }
    }

    private void checkEntry(IndexRows rows, long word, long row, long from, long to) {
        if (row < from || row >= to) {
            return;
        }
        entries++;
        rows.seek(row);
        if (TableSortedIndex.word(key, rows.memory(), rows.offset()) != word) {
            found.add("entry leads to a row with another key: row=" + row);
        }
        int at = (int) (row - from);
        if (seen.get(at)) {
            found.add("two entries lead to one row: row=" + row);
        }
        seen.set(at);
    }

    private void checkRows(MemorySegment memory, long offset, long count, long firstRow, RowLayout layout, long from) {
        for (long i = 0; i < count; i++) {
            boolean has = key.isPresent(memory, offset + i * layout.stride(), layout);
            keyed += has ? 1 : 0;
            if (has != seen.get((int) (firstRow + i - from))) {
                found.add((has ? "row has no entry: row=" : "row without a key has an entry: row=") + (firstRow + i));
            }
        }
    }
}
