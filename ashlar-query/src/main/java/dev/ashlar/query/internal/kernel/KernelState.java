// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.internal.quantile.GatheredValues;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// What a kernel reads and writes besides rows.
///
/// **Threading**: one thread.
public final class KernelState {
    /// Rows whose groups are looked for ahead: what they read fits into a processor's first cache, with the rows.
    public static final int AHEAD_ROWS = 64;
    /// Bytes of groups that a processor has in its caches, about.
    private static final long FEW_BYTES = 1 << 24;

    /// By bounded column: the least value, and how much more the greatest is.
    public final long[] bounds;
    /// Groups, if there are any; else one group.
    public GroupTable groups;
    /// Places of these; null if they have none.
    public GroupWindow window;
    /// Whether a kernel returned at a row whose group has no place.
    public boolean isOutside;
    /// By aggregate that counts different values: pairs of group and value; in `values` the values of one group, in
    /// `grouped` those of several if they have one word; null for others.
    public GroupTable[] distinct;
    public DistinctValues[] values;
    public GroupedValues[] grouped;
    /// By aggregate that is a quantile: its values; null for others. Empty if rows are not aggregated.
    public GatheredValues[] gathered = {};
    /// Of how many threads that have groups each, and which: a divided kernel leaves out the rows of others.
    int divisions = 1;
    int division;
    /// At which places groups of the next rows are looked for; where there is a window, in that first.
    final int[] inTable = new int[AHEAD_ROWS];
    final int[] inWindow = new int[AHEAD_ROWS];
    int aheadCount;
    /// Words of the key at hand.
    final long[] key;
    /// Results that are not groups, some words each.
    public long[] out;
    public int outAt;
    /// Words of the worst row that is kept: only rows that come before it are left. [Long#MAX_VALUE] in each while all
    /// are to be left.
    public long[] worst;
    /// By value that rows are ordered by, or by aggregate: ranks of the codes of an enum.
    long[][] ranks;
    /// Room for the words that one row is ordered by.
    long[] row;

    /// By level, from 1 for the parents of rows: the parents at hand, which lie at equal distances.
    public final MemorySegment[] parentMemory;
    public final long[] parentOffset;
    public final long[] parentStride;
    public final long[] parentFirst;
    public final long[] parentRows;

    KernelState(int keyWords, int levels, long[] bounds) {
        this.bounds = bounds;
        key = new long[keyWords];
        parentMemory = new MemorySegment[levels];
        parentOffset = new long[levels];
        parentStride = new long[levels];
        parentFirst = new long[levels];
        parentRows = new long[levels];
    }

    /// @param admits whether all rows are to be left
    void order(SortLayout sort, boolean admits) {
        row = new long[sort.words()];
        if (admits) {
            worst = new long[sort.words()];
            Arrays.fill(worst, Long.MAX_VALUE);
        }
    }

    /// Takes in the rows of some groups only from here on: of one division of several, which is the same for all rows
    /// of a group.
    public void divide(int of, int into) {
        division = of;
        divisions = into;
    }

    /// Whether groups exceed a processor's caches: then most rows wait for the memory of their group.
    public boolean isAheadUseful() {
        return groups.bytes() > FEW_BYTES;
    }

    /// Reads the groups of rows for which the kernel made for it has left places, so that they are in a cache when the
    /// rows are added up: then only one wait is for many of them.
    ///
    /// @param isWindowed whether the kernel has left places in the window, too
    public void readAhead(boolean isWindowed) {
        boolean useTable = !isWindowed || window.readAhead(inWindow, aheadCount);
        if (useTable) {
            groups.readAhead(inTable, aheadCount);
        }
        groups.readResultsAhead(isWindowed ? inWindow : inTable, aheadCount);
    }

    /// For how many rows there is room where values are gathered; at least one. Kernels also look for themselves, but
    /// the JIT takes that out of the loop, for all rows of a call: one without room would make it compile again.
    public int room() {
        int room = Integer.MAX_VALUE;
        for (GatheredValues all : gathered) {
            room = all == null ? room : Math.min(room, all.room());
        }
        return room;
    }

    public boolean isDivided() {
        return divisions > 1;
    }

    /// Gives back the memory of its groups; of no use afterwards.
    public void release() {
        groups.release();
        if (window != null) {
            window.release();
        }
        for (GroupTable pairs : distinct) {
            if (pairs != null) {
                pairs.release();
            }
        }
        for (GroupedValues sets : grouped) {
            if (sets != null) {
                sets.release();
            }
        }
        for (GatheredValues all : gathered) {
            if (all != null) {
                all.release();
            }
        }
        for (DistinctValues set : values) {
            if (set != null) {
                set.release();
            }
        }
    }

    /// Has the same parents at hand as another, and takes in the same rows.
    public void takePlace(KernelState other) {
        divide(other.division, other.divisions);
        System.arraycopy(other.parentMemory, 0, parentMemory, 0, parentMemory.length);
        System.arraycopy(other.parentOffset, 0, parentOffset, 0, parentOffset.length);
        System.arraycopy(other.parentStride, 0, parentStride, 0, parentStride.length);
        System.arraycopy(other.parentFirst, 0, parentFirst, 0, parentFirst.length);
        System.arraycopy(other.parentRows, 0, parentRows, 0, parentRows.length);
    }
}
