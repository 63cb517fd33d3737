// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.index;

import dev.ashlar.memory.AllocationException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Keys in order, each with a row, and above them a tree of nodes of one cache line, which needs no pointers. It is
/// filled once and does not change from then on.
///
/// **Layout**: level 0 has the keys, 8 to a node, each followed by a line with their rows; each level above has the
/// last key of each node of the one below, up to one of a single node. The rest of a node is filled with the greatest
/// number, which also stands for the last key of all in the levels above.
///
/// ```
///    level 1   [  17        42        63  ..                    ]
///                 │         │         │
///    level 0   [..17][rows][..42][rows][..63][rows]
/// ```
///
/// Keys are compared as signed numbers.
///
/// **Threading**: one thread fills it and publishes it; any reads.
///
/// **Ownership**: see [Generation].
public final class SortedRun extends Generation {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int NODE = 8;
    private static final int NODE_SHIFT = 3;
    private static final int LINE_SHIFT = 6;
    /// Of level 0: a line of keys and one of rows, so that both lie in one page.
    private static final int LEAF_SHIFT = 7;
    private static final long TO_ROWS = 1L << LINE_SHIFT;
    /// Levels of less stay in a cache near the core, and need not be asked for ahead.
    private static final long NEAR_BYTES = 1 << 18;

    private final MemorySegment keys;
    /// Where levels begin, from the leaves up.
    private final long[] levels;
    /// How many of them are too large to be near.
    private final int farLevels;
    private final long size;
    private long filled;
    private long leastRow = Long.MAX_VALUE;
    private long least;
    private long greatest;

    /// @param size how many keys will be added, at least 1
    public SortedRun(long size) throws AllocationException {
        this.size = size;
        long[] begins = new long[Long.SIZE / NODE_SHIFT + 1];
        int count = 0;
        long end = 0;
        for (long nodes = Math.ceilDiv(size, NODE);; nodes = Math.ceilDiv(nodes, NODE)) {
            begins[count] = end;
            end += nodes << (count++ == 0 ? LEAF_SHIFT : LINE_SHIFT);
            if (nodes == 1) {
                break;
            }
        }
        levels = Arrays.copyOf(begins, count);
        int near = count;
        while (near > 0 && end - levels[near - 1] <= NEAR_BYTES) {
            near--;
        }
        farLevels = near;
        try {
            keys = allocate(end);
        } catch (AllocationException | RuntimeException e) {
            release();
            throw e;
        }
    }

    /// Adds a key that is not less than the one before.
    public void add(long key, long row) {
        long place = place(filled++);
        keys.set(LONG, place, key);
        keys.set(LONG, place + TO_ROWS, row);
        leastRow = Math.min(leastRow, row);
    }

    /// Builds the tree when all keys are there.
    public void finish() {
        assert filled == size : "filled=" + filled + ", size=" + size;
        long count = size;
        for (int level = 0; level < levels.length; level++) {
            long nodes = Math.ceilDiv(count, NODE);
            for (long i = count; i < nodes * NODE; i++) {
                keys.set(LONG, level == 0 ? place(i) : levels[level] + (i << 3), Long.MAX_VALUE);
            }
            if (level + 1 < levels.length) {
                // The last node's need not be known: who is not led to another is led to it.
                keys.set(LONG, levels[level + 1] + (nodes - 1 << 3), Long.MAX_VALUE);
                for (long node = 0; node < nodes - 1; node++) {
                    long last = (node + 1) * NODE - 1;
                    keys.set(LONG, levels[level + 1] + (node << 3),
                            keys.get(LONG, level == 0 ? place(last) : levels[level] + (last << 3)));
                }
            }
            count = nodes;
        }
        least = key(0);
        greatest = key(size - 1);
    }

    public long size() {
        return size;
    }

    public long key(long at) {
        return keys.get(LONG, place(at));
    }

    public long row(long at) {
        return keys.get(LONG, place(at) + TO_ROWS);
    }

    /// Of a key in level 0.
    private static long place(long at) {
        return (at >>> NODE_SHIFT << LEAF_SHIFT) + ((at & NODE - 1) << 3);
    }

    public long greatest() {
        return greatest;
    }

    public long least() {
        return least;
    }

    /// The least of its rows.
    public long leastRow() {
        return leastRow;
    }

    /// How many keys are less than `key` or equal.
    public long countUpTo(long key) {
        if (key >= greatest()) {
            return size;
        }
        long node = 0;
        for (int level = levels.length - 1; level > 0; level--) {
            node = (node << NODE_SHIFT) + rank(levels[level] + (node << LINE_SHIFT), key);
        }
        return (node << NODE_SHIFT) + rank(node << LEAF_SHIFT, key);
    }

    /// How many keys are less than `key`.
    public long countBelow(long key) {
        return key == Long.MIN_VALUE ? 0 : countUpTo(key - 1);
    }

    /// [#countUpTo] for several keys, level by level: the nodes of one level are asked for together, and while one
    /// comes the others are on their way.
    ///
    /// @param counts gets what was counted, from 0 on
    /// @return something that the caller has to use, or loads may be left out
    public long countUpTo(long[] wanted, int from, int n, long[] counts) {
        Arrays.fill(counts, 0, n, 0);
        long loaded = 0;
        for (int level = levels.length - 1; level >= 0; level--) {
            int shift = level == 0 ? LEAF_SHIFT : LINE_SHIFT;
            if (level < farLevels) {
                loaded += touch(levels[level], shift, n, counts);
            }
            descend(levels[level], shift, wanted, from, n, counts);
        }
        for (int i = 0; i < n; i++) {
            counts[i] = wanted[from + i] >= greatest ? size : counts[i];
        }
        return loaded;
    }

    /// Loads a word of each node, and does no more, so that as many are under way as the core can wait for.
    private long touch(long begin, int shift, int n, long[] nodes) {
        long loaded = 0;
        for (int i = 0; i < n; i++) {
            loaded += keys.get(LONG, begin + (nodes[i] << shift) + 24);
        }
        return loaded;
    }

    private void descend(long begin, int shift, long[] wanted, int from, int n, long[] nodes) {
        for (int i = 0; i < n; i++) {
            long key = Math.min(wanted[from + i], Long.MAX_VALUE - 1);
            nodes[i] = (nodes[i] << NODE_SHIFT) + rank(begin + (nodes[i] << shift), key);
        }
    }

    /// How many of the first seven keys of a node are not above `key`: by halves, and without a branch, which would be
    /// taken wrongly every other time. The eighth need not be looked at: it is above, or there is none above at all.
    private long rank(long node, long key) {
        long rank = notAbove(keys.get(LONG, node + 24), key) << 2;
        rank += notAbove(keys.get(LONG, node + (rank + 1 << 3)), key) << 1;
        return rank + notAbove(keys.get(LONG, node + (rank << 3)), key);
    }

    /// 1 if `one <= other`, else 0.
    private static long notAbove(long one, long other) {
        return ((other & ~one | ~(other ^ one) & (other - one)) >>> 63) ^ 1;
    }
}
