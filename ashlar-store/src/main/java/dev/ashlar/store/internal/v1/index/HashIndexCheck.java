// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.store.IndexReport;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.internal.index.Buckets;
import java.lang.foreign.MemorySegment;

/// Compares a hash index with its table: each row must be found by its key, unless a later row has the same key; each
/// entry must lead to rows with its key; and if rows have links, the entries must lead to as many rows as have a key.
///
/// **Threading**: that of the index's updates.
final class HashIndexCheck {
    private final TableHashIndex index;
    private final IndexKey key;
    private final Buckets buckets;
    private final IndexedTable.Differences found = new IndexedTable.Differences();
    private final boolean linked;
    private long keyed;
    private long entries;
    private long linkedRows;

    HashIndexCheck(TableHashIndex index) {
        this.index = index;
        key = index.key;
        buckets = index.buckets();
        linked = !index.definition().unique();
    }

    IndexReport run() {
        try (IndexRows rows = new IndexRows(index.rows)) {
            long end = index.endRow();
            long first = rows.first();
            if (first < end) {
                index.rows.forEachRun(first, end, (memory, offset, stride, count, firstRow, layout) ->
                        checkRows(rows, memory, offset, count, firstRow, layout));
            }
            for (long number = 0; number < buckets.slots(); number++) {
                long slot = buckets.slotAt(number);
                long row = buckets.row(slot) - 1;
                if (row >= first) {
                    checkEntry(rows, slot, row, first, end);
                }
            }
            if (linked && linkedRows != keyed) {
                found.add("rows with a key=" + keyed + ", rows that entries lead to=" + linkedRows);
            }
            return found.report(keyed, entries);
        }
    }

    private void checkRows(IndexRows rows, MemorySegment memory, long offset, long count, long firstRow,
            RowLayout layout) {
        for (long i = 0; i < count; i++) {
            long block = offset + i * layout.stride();
            if (key.isPresent(memory, block, layout)) {
                keyed++;
                long row = slotRow(rows, memory, block);
                // A later one has the same key; which, is seen from the entry.
                if (row < firstRow + i) {
                    found.add("row is not found by its key: row=" + (firstRow + i) + ", found=" + row);
                }
            }
        }
    }

    /// The row that is found by the key of a block; -1 if none is.
    private long slotRow(IndexRows rows, MemorySegment memory, long block) {
        if (key.isInteger()) {
            return buckets.row(buckets.slotOf(key.get(memory, block))) - 1;
        }
        long hash = buckets.hash(key.hashRow(memory, block));
        long place = buckets.place(hash);
        long slot = place;
        for (long row = buckets.row(slot); row != Buckets.NONE; row = buckets.row(slot)) {
            if (buckets.key(slot) == hash && row > rows.first()) {
                rows.seek(row - 1);
                if (key.sameRows(memory, block, rows.memory(), rows.offset())) {
                    return row - 1;
                }
            }
            slot = buckets.nextSlot(slot, place);
        }
        return -1;
    }

    private void checkEntry(IndexRows rows, long slot, long newest, long first, long end) {
        entries++;
        long limit = end;
        for (long row = newest; row >= first; row = linked ? buckets.link(row) - 1 : -1) {
            if (row >= limit) {
                found.add("entry does not lead to an earlier row: row=" + row + ", before=" + limit);
                return;
            }
            rows.seek(row);
            long word = key.isInteger() ? key.get(rows.memory(), rows.offset())
                    : buckets.hash(key.hashRow(rows.memory(), rows.offset()));
            if (word != buckets.key(slot)) {
                found.add("entry leads to a row with another key: row=" + row);
            }
            linkedRows++;
            limit = row;
        }
    }
}
