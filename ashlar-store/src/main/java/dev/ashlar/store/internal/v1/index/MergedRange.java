// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.store.RowReader;
import dev.ashlar.store.SortedRange;
import dev.ashlar.store.internal.index.SortedRun;
import java.util.Arrays;

/// A range of several runs and of the tail, merged as it is read. There are few runs, so the next is looked for among
/// all of them.
///
/// **Threading**: that of its reader.
final class MergedRange implements SortedRange {
    private final TableSortedReader reader;
    private final SortedRuns runs;
    private final long first;
    private final SortedRun[] sources;
    private final long[] next;
    private final long[] ends;
    private int count;
    /// Of the tail, in order.
    private long[] keys = {};
    private long[] rows = {};
    private int tailCount;
    private int tailNext;

    MergedRange(TableSortedReader reader, SortedRuns runs) {
        this.reader = reader;
        this.runs = runs;
        first = reader.rows().first();
        sources = new SortedRun[runs.runs().length];
        next = new long[sources.length];
        ends = new long[sources.length];
    }

    /// Entries of a run; of a later one than those that were added before.
    void add(SortedRun run, long from, long to) {
        if (from < to) {
            sources[count] = run;
            next[count] = from;
            ends[count] = to;
            skip(count++);
        }
    }

    /// An entry of the tail.
    void add(long key, long row) {
        if (row < first) {
            return;
        }
        if (tailCount == keys.length) {
            keys = Arrays.copyOf(keys, Math.max(16, 2 * tailCount));
            rows = Arrays.copyOf(rows, keys.length);
        }
        int at = tailCount++;
        while (at > 0 && isBefore(key, row, keys[at - 1], rows[at - 1])) {
            keys[at] = keys[at - 1];
            rows[at] = rows[at - 1];
            at--;
        }
        keys[at] = key;
        rows[at] = row;
    }

    private void skip(int source) {
        while (next[source] < ends[source] && sources[source].row(next[source]) < first) {
            next[source]++;
        }
    }

    @Override
    public long next() {
        if (!reader.holds(runs)) {
            throw new IllegalStateException("range has ended: its reader moved on to newer rows, or was closed");
        }
        int least = -1;
        for (int i = 0; i < count; i++) {
            if (next[i] < ends[i] && (least < 0 || isBefore(key(i), row(i), key(least), row(least)))) {
                least = i;
            }
        }
        if (tailNext < tailCount
                && (least < 0 || isBefore(keys[tailNext], rows[tailNext], key(least), row(least)))) {
            return rows[tailNext++];
        }
        if (least < 0) {
            return RowReader.ABSENT;
        }
        long row = row(least);
        next[least]++;
        skip(least);
        return row;
    }

    private long key(int source) {
        return sources[source].key(next[source]);
    }

    private long row(int source) {
        return sources[source].row(next[source]);
    }

    private boolean isBefore(long key, long row, long otherKey, long otherRow) {
        if (key != otherKey) {
            return key < otherKey;
        }
        int compared = reader.compareRows(row, otherRow);
        return compared < 0 || compared == 0 && row < otherRow;
    }
}
