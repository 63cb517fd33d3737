// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.store.SortedRange;
import dev.ashlar.store.SortedReader;
import dev.ashlar.store.internal.index.SortedRun;
import dev.ashlar.store.internal.index.Tail;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/// Looks up in a sorted index: in its tail and its runs, of which the last have the last rows.
final class TableSortedReader extends IndexReader<SortedRuns> implements SortedReader {
    private static final int GROUP = 64;

    private final TableSortedIndex index;
    private final long[] words = new long[GROUP];
    private final long[] counts = new long[GROUP];
    /// Keeps loads from being left out.
    private long touched;

    TableSortedReader(TableSortedIndex index) {
        super(index);
        this.index = index;
    }

    @Override
    SortedRuns newest() {
        return index.usable();
    }

    IndexRows rows() {
        return rows;
    }

    /// Of rows with the same first bytes, which come first by the others; 0 if keys have no others.
    int compareRows(long row, long otherRow) {
        if (key.isInteger() || key.length() <= Long.BYTES) {
            return 0;
        }
        rows.seek(row);
        MemorySegment memory = rows.memory();
        long offset = rows.offset();
        rows.seek(otherRow);
        return key.compareRows(memory, offset, rows.memory(), rows.offset());
    }

    @Override
    public long find(long number) {
        requireInteger(true);
        SortedRuns now = generation();
        long word = TableSortedIndex.word(key, number);
        long row = now.tail().find(word, now.tail().count());
        for (int i = now.runs().length - 1; i >= 0 && row < 0; i--) {
            SortedRun run = now.runs()[i];
            if (word >= run.least() && word <= run.greatest()) {
                long count = run.countUpTo(word);
                row = run.key(count - 1) == word ? run.row(count - 1) : ABSENT;
            }
        }
        // Where the last one is retired, all are.
        return row >= rows.first() ? row : ABSENT;
    }

    @Override
    public long floor(long number) {
        requireInteger(true);
        SortedRuns now = generation();
        long word = TableSortedIndex.word(key, number);
        long best = ABSENT;
        long bestKey = Long.MIN_VALUE;
        for (SortedRun run : now.runs()) {
            long at = run.countUpTo(word) - 1;
            while (at >= 0 && run.row(at) < rows.first()) {
                at--;
            }
            // Rows of later runs are later.
            if (at >= 0 && (best == ABSENT || run.key(at) >= bestKey)) {
                best = run.row(at);
                bestKey = run.key(at);
            }
        }
        Tail tail = now.tail();
        for (int i = 0; i < tail.count(); i++) {
            if (tail.key(i) <= word && tail.row(i) >= rows.first() && (best == ABSENT || tail.key(i) >= bestKey)) {
                best = tail.row(i);
                bestKey = tail.key(i);
            }
        }
        return best;
    }

    @Override
    public long ceiling(long number) {
        requireInteger(true);
        SortedRuns now = generation();
        long word = TableSortedIndex.word(key, number);
        long best = ABSENT;
        long bestKey = Long.MAX_VALUE;
        for (SortedRun run : now.runs()) {
            long at = run.countBelow(word);
            while (at < run.size() && run.row(at) < rows.first()) {
                at++;
            }
            if (at < run.size() && (best == ABSENT || run.key(at) < bestKey)) {
                best = run.row(at);
                bestKey = run.key(at);
            }
        }
        Tail tail = now.tail();
        for (int i = 0; i < tail.count(); i++) {
            if (tail.key(i) >= word && tail.row(i) >= rows.first() && (best == ABSENT || tail.key(i) < bestKey)) {
                best = tail.row(i);
                bestKey = tail.key(i);
            }
        }
        return best;
    }

    @Override
    public int lookup(long[] keys, int from, int n, long[] found) {
        requireInteger(true);
        Objects.checkFromIndexSize(from, n, keys.length);
        Objects.checkFromIndexSize(0, n, found.length);
        if (n == 1) {
            found[0] = find(keys[from]);
            return found[0] == ABSENT ? 0 : 1;
        }
        SortedRuns now = generation();
        int hits = 0;
        for (int done = 0; done < n; done += GROUP) {
            hits += lookup(now, keys, from + done, Math.min(GROUP, n - done), found, done);
        }
        return hits;
    }

    private int lookup(SortedRuns in, long[] keys, int from, int n, long[] found, int to) {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < n; i++) {
            words[i] = TableSortedIndex.word(key, keys[from + i]);
            least = Math.min(least, words[i]);
            greatest = Math.max(greatest, words[i]);
        }
        Arrays.fill(found, to, to + n, ABSENT);
        for (SortedRun run : in.runs()) {
            if (least <= run.greatest() && greatest >= run.least()) {
                lookup(run, n, found, to);
            }
        }
        int count = in.tail().count();
        long first = rows.first();
        int hits = 0;
        for (int i = 0; i < n; i++) {
            long row = count == 0 ? ABSENT : in.tail().find(words[i], count);
            row = Math.max(row, found[to + i]);
            found[to + i] = row >= first ? row : ABSENT;
            hits += row >= first ? 1 : 0;
        }
        return hits;
    }

    private void lookup(SortedRun run, int n, long[] found, int to) {
        touched = run.countUpTo(words, 0, n, counts);
        for (int i = 0; i < n; i++) {
            // A key that is less than all has none before it, and differs from the first.
            long at = Math.max(0, counts[i] - 1);
            long row = run.row(at);
            found[to + i] = Math.max(found[to + i], run.key(at) == words[i] ? row : ABSENT);
        }
    }

    @Override
    public SortedRange range(long from, long to) {
        requireInteger(true);
        SortedRuns now = generation();
        long low = TableSortedIndex.word(key, from);
        long high = TableSortedIndex.word(key, to);
        MergedRange range = new MergedRange(this, now);
        if (low <= high) {
            for (SortedRun run : now.runs()) {
                range.add(run, run.countBelow(low), run.countUpTo(high));
            }
            int count = now.tail().count();
            for (int i = 0; i < count; i++) {
                if (now.tail().key(i) >= low && now.tail().key(i) <= high) {
                    range.add(now.tail().key(i), now.tail().row(i));
                }
            }
        }
        return range;
    }

    @Override
    public long find(MemorySegment bytes, long offset) {
        requireInteger(false);
        Objects.checkFromIndexSize(offset, key.length(), bytes.byteSize());
        SortedRuns now = generation();
        long word = key.headOfKey(bytes, offset, key.length()) ^ Long.MIN_VALUE;
        for (int i = now.tail().count() - 1; i >= 0; i--) {
            if (now.tail().key(i) == word && isOf(now.tail().row(i), bytes, offset, key.length())) {
                return now.tail().row(i);
            }
        }
        for (int i = now.runs().length - 1; i >= 0; i--) {
            SortedRun run = now.runs()[i];
            long end = bound(run, run.countBelow(word), run.countUpTo(word), bytes, offset, key.length(), true);
            // Those before it that are retired come from before a later row with the same key.
            if (end > 0 && run.key(end - 1) == word && isOf(run.row(end - 1), bytes, offset, key.length())) {
                return run.row(end - 1);
            }
        }
        return ABSENT;
    }

    private boolean isOf(long row, MemorySegment bytes, long offset, int length) {
        if (row < rows.first()) {
            return false;
        }
        rows.seek(row);
        return key.compare(bytes, offset, length, rows.memory(), rows.offset()) == 0;
    }

    @Override
    public SortedRange prefix(MemorySegment bytes, long offset, int length) {
        requireInteger(false);
        if (length > key.length()) {
            throw new IllegalArgumentException("prefix is longer than the key: length=" + length + ", keyLength="
                    + key.length());
        }
        Objects.checkFromIndexSize(offset, length, bytes.byteSize());
        SortedRuns now = generation();
        long head = key.headOfKey(bytes, offset, length);
        long open = length >= Long.BYTES ? 0 : -1L >>> length * Byte.SIZE;
        long low = head ^ Long.MIN_VALUE;
        long high = (head | open) ^ Long.MIN_VALUE;
        MergedRange range = new MergedRange(this, now);
        for (SortedRun run : now.runs()) {
            long from = run.countBelow(low);
            long to = run.countUpTo(high);
            if (length > Long.BYTES) {
                long begin = bound(run, from, to, bytes, offset, length, false);
                range.add(run, begin, bound(run, begin, to, bytes, offset, length, true));
            } else {
                range.add(run, from, to);
            }
        }
        int count = now.tail().count();
        for (int i = 0; i < count; i++) {
            long word = now.tail().key(i);
            if (word >= low && word <= high
                    && (length <= Long.BYTES || isOf(now.tail().row(i), bytes, offset, length))) {
                range.add(word, now.tail().row(i));
            }
        }
        return range;
    }

    /// Among entries with the same first bytes, the first whose bytes are above; or not below. Entries of retired rows,
    /// whose bytes are unknown, are skipped.
    private long bound(SortedRun run, long from, long to, MemorySegment bytes, long offset, int length,
            boolean above) {
        long low = from;
        long high = to;
        while (low < high) {
            long middle = (low + high) >>> 1;
            long at = middle;
            while (at < high && run.row(at) < rows.first()) {
                at++;
            }
            if (at == high) {
                high = middle;
                continue;
            }
            rows.seek(run.row(at));
            int compared = key.compare(bytes, offset, length, rows.memory(), rows.offset());
            if (above ? compared >= 0 : compared > 0) {
                low = at + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
