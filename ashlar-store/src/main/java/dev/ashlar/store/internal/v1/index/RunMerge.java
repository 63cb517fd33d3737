// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.store.internal.index.KeySort;
import dev.ashlar.store.internal.index.SortedRun;
import dev.ashlar.store.internal.index.StableSort;
import dev.ashlar.store.internal.v1.table.RowPlaces;
import dev.ashlar.store.internal.v1.table.Rows;

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
                // Its bytes are unknown; it is left out, wherever it stands.
                sorted.row(from + retired++, row);
            }
        }
        StableSort.sort(ties, live, this::compare);
        for (int i = 0; i < live; i++) {
            sorted.row(from + retired + i, ties[i]);
        }
    }

    private int compare(long row, long otherRow) {
        one.use(rows.chain().links());
        other.use(rows.chain().links());
        one.seek(row);
        other.seek(otherRow);
        return key.compareRows(one.memory(), one.offset(), other.memory(), other.offset());
    }

    /// How many of what was sorted is not retired.
    static long live(KeySort sorted, long first) {
        long live = 0;
        for (long i = 0; i < sorted.count(); i++) {
            live += sorted.row(i) >= first ? 1 : 0;
        }
        return live;
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

    /// One run of several, of which each has earlier rows than the next, and of what was sorted, which has the last.
    ///
    /// @param from the first of `runs` that is taken
    /// @return null if nothing is left
    SortedRun run(SortedRun[] runs, int from, KeySort sorted, long first) throws AllocationException {
        Source[] sources = new Source[runs.length - from + 1];
        long live = live(sorted, first);
        for (int i = from; i < runs.length; i++) {
            sources[i - from] = new Source(runs[i], null, runs[i].size(), first);
            live += live(runs[i], first);
        }
        sources[sources.length - 1] = new Source(null, sorted, sorted.count(), first);
        if (live == 0) {
            return null;
        }
        SortedRun run = new SortedRun(live);
        for (long i = 0; i < live; i++) {
            Source least = null;
            for (Source source : sources) {
                if (source.at < source.end && (least == null || isBefore(source, least))) {
                    least = source;
                }
            }
            run.add(least.key, least.row);
            least.next();
        }
        run.finish();
        return run;
    }

    /// Of what is equal that comes first that was there first.
    private boolean isBefore(Source later, Source earlier) {
        return later.key < earlier.key || later.key == earlier.key && !whole && compare(later.row, earlier.row) < 0;
    }

    /// What is merged, at an entry that is not of a retired row.
    private static final class Source {
        private final SortedRun run;
        private final KeySort sorted;
        private final long end;
        private final long first;
        private long at = -1;
        private long key;
        private long row;

        /// @param run    or null, then it is `sorted`
        Source(SortedRun run, KeySort sorted, long end, long first) {
            this.run = run;
            this.sorted = sorted;
            this.end = end;
            this.first = first;
            next();
        }

        void next() {
            at++;
            while (at < end && row(at) < first) {
                at++;
            }
            if (at < end) {
                key = run != null ? run.key(at) : sorted.key(at);
                row = row(at);
            }
        }

        private long row(long entry) {
            return run != null ? run.row(entry) : sorted.row(entry);
        }
    }
}
