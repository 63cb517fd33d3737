// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.index.KeySort;
import dev.ashlar.store.internal.index.SortedRun;

/// Makes runs of a sorted index, leaving out rows that are retired. Keys of more than 8 bytes, of which runs have the
/// first 8, are compared to their ends where their rows lie.
///
/// **Threading**: that of the index's updates, while rows that are there stay.
final class RunMerge {
    private final IndexKey key;
    private final boolean whole;
    private final RowPlaces one;
    private final RowPlaces other;
    private final Rows rows;

    RunMerge(Rows rows, IndexKey key) {
        this.rows = rows;
        this.key = key;
        whole = key.isInteger() || key.length() <= Long.BYTES;
        one = new RowPlaces(rows);
        other = new RowPlaces(rows);
    }

    /// Puts keys in order whose first bytes are the same.
    void sortTies(KeySort sorted, long first) {
        if (whole) {
            return;
        }
        for (long from = 0; from < sorted.count();) {
            long to = from + 1;
            while (to < sorted.count() && sorted.key(to) == sorted.key(from)) {
                to++;
            }
            if (to - from > 1) {
                sortTies(sorted, from, Math.toIntExact(to - from), first);
            }
            from = to;
        }
    }

    private void sortTies(KeySort sorted, long from, int count, long first) {
        long[] ties = new long[count];
        int retired = 0;
        int live = 0;
        for (int i = 0; i < count; i++) {
            long row = sorted.row(from + i);
            if (row >= first) {
                ties[live++] = row;
            } else {
                // Its bytes nobody knows; it will be left out, wherever it stands.
                sorted.row(from + retired++, row);
            }
        }
        long[] spare = ties.clone();
        sort(spare, ties, 0, live);
        for (int i = 0; i < live; i++) {
            sorted.row(from + retired + i, ties[i]);
        }
    }

    /// Merge sort, which keeps the order of what is equal; both arrays are the same at first.
    private void sort(long[] source, long[] target, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(target, source, from, middle);
        sort(target, source, middle, to);
        int left = from;
        int right = middle;
        for (int at = from; at < to; at++) {
            boolean takeLeft = right == to || left < middle && compare(source[left], source[right]) <= 0;
            target[at] = takeLeft ? source[left++] : source[right++];
        }
    }

    private int compare(long row, long otherRow) {
        one.use(rows.chain().links());
        other.use(rows.chain().links());
        one.seek(row);
        other.seek(otherRow);
        return key.compareRows(one.memory(), one.offset(), other.memory(), other.offset());
    }

    /// A run of what was sorted; null if nothing of it is left.
    SortedRun run(KeySort sorted, long first) throws AllocationException {
        long live = 0;
        for (long i = 0; i < sorted.count(); i++) {
            live += sorted.row(i) >= first ? 1 : 0;
        }
        if (live == 0) {
            return null;
        }
        SortedRun run = new SortedRun(live);
        for (long i = 0; i < sorted.count(); i++) {
            if (sorted.row(i) >= first) {
                run.add(sorted.key(i), sorted.row(i));
            }
        }
        run.finish();
        return run;
    }

    /// A run of two, of which one has the earlier rows; null if nothing of them is left.
    SortedRun run(SortedRun earlier, SortedRun later, long first) throws AllocationException {
        long live = live(earlier, first) + live(later, first);
        if (live == 0) {
            return null;
        }
        SortedRun run = new SortedRun(live);
        long left = next(earlier, 0, first);
        long right = next(later, 0, first);
        while (left < earlier.size() || right < later.size()) {
            if (right == later.size() || left < earlier.size() && isFirst(earlier, left, later, right)) {
                run.add(earlier.key(left), earlier.row(left));
                left = next(earlier, left + 1, first);
            } else {
                run.add(later.key(right), later.row(right));
                right = next(later, right + 1, first);
            }
        }
        run.finish();
        return run;
    }

    private boolean isFirst(SortedRun earlier, long left, SortedRun later, long right) {
        long leftKey = earlier.key(left);
        long rightKey = later.key(right);
        return leftKey < rightKey
                || leftKey == rightKey && (whole || compare(earlier.row(left), later.row(right)) <= 0);
    }

    private static long next(SortedRun run, long from, long first) {
        long at = from;
        while (at < run.size() && run.row(at) < first) {
            at++;
        }
        return at;
    }

    private static long live(SortedRun run, long first) {
        if (run.leastRow() >= first) {
            return run.size();
        }
        long live = 0;
        for (long i = 0; i < run.size(); i++) {
            live += run.row(i) >= first ? 1 : 0;
        }
        return live;
    }
}
