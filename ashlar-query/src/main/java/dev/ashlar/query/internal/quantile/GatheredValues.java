// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.quantile;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.internal.execution.QueryBudget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Words of values in the order in which kernels found them, each with the number of its group.
///
/// Kernels write into `values` and `groups` at `count` and ask for room when these are full.
///
/// **Threading**: one thread. **Ownership**: reserves memory from a budget until it is released.
public final class GatheredValues {
    private static final int LEAST_VALUES = 1 << 8;
    private static final int MAX_VALUES = 1 << 16;

    /// What does not change any more, all of it in use.
    private record Full(long[] values, int[] groups) {
    }

    private final boolean keyed;
    private final QueryBudget budget;
    private final List<Full> full = new ArrayList<>();
    private long bytes;

    public long[] values;
    /// Null if there is one group.
    public int[] groups;
    public int count;

    /// @param keyed whether there may be several groups
    public GatheredValues(boolean keyed, QueryBudget budget) {
        this.keyed = keyed;
        this.budget = budget;
        begin(LEAST_VALUES);
    }

    private void begin(int size) {
        reserve((long) size * (Long.BYTES + (keyed ? Integer.BYTES : 0)));
        values = new long[size];
        groups = keyed ? new int[size] : null;
        count = 0;
    }

    private void reserve(long more) {
        budget.reserve(more);
        bytes += more;
    }

    /// For how many values there is room; at least one.
    public int room() {
        if (count == values.length) {
            makeRoom();
        }
        return values.length - count;
    }

    /// Begins with arrays that have room; called where they have none.
    public void makeRoom() {
        budget.check();
        full.add(new Full(values, groups));
        begin(Math.min(2 * values.length, MAX_VALUES));
    }

    /// Takes the values of another, which has none afterwards.
    ///
    /// @param numbers of its groups here
    public void takeAll(GatheredValues other, int[] numbers) {
        List<Full> all = new ArrayList<>(other.full);
        all.add(new Full(Arrays.copyOf(other.values, other.count), keyed ? Arrays.copyOf(other.groups, other.count)
                : null));
        for (Full part : all) {
            budget.check();
            for (int i = 0; keyed && i < part.groups.length; i++) {
                part.groups[i] = numbers[part.groups[i]];
            }
            full.add(part);
        }
        // The memory goes with the values.
        bytes += other.bytes;
        other.bytes = 0;
        other.full.clear();
        other.count = 0;
    }

    /// The values of each group together; releases those here.
    ///
    /// @param groupCount how many groups there are
    public OrderedValues byGroup(int groupCount) {
        full.add(new Full(Arrays.copyOf(values, count), keyed ? Arrays.copyOf(groups, count) : null));
        count = 0;
        long total = full.stream().mapToLong(part -> part.values.length).sum();
        if (total > Integer.MAX_VALUE - 8) {
            throw new QueryException(Reason.MEMORY, "too many values for a quantile: values=" + total + ", most="
                    + (Integer.MAX_VALUE - 8));
        }
        long taken = Long.BYTES * total + 2L * Integer.BYTES * groupCount;
        budget.reserve(taken);
        int[] ends = ends(groupCount, (int) total);
        long[] ordered = new long[(int) total];
        int at = 0;
        for (Full part : full) {
            budget.check();
            if (!keyed) {
                System.arraycopy(part.values, 0, ordered, at, part.values.length);
                at += part.values.length;
            }
            for (int i = 0; keyed && i < part.groups.length; i++) {
                ordered[ends[part.groups[i]]++] = part.values[i];
            }
        }
        release();
        return new OrderedValues(ordered, ends, budget, taken);
    }

    /// Where the values of each group begin, which is where they end once they are there; of one group, where it ends.
    private int[] ends(int groupCount, int total) {
        if (!keyed) {
            return new int[] {total};
        }
        int[] ends = new int[groupCount];
        for (Full part : full) {
            budget.check();
            for (int group : part.groups) {
                ends[group]++;
            }
        }
        int begin = 0;
        for (int group = 0; group < groupCount; group++) {
            int size = ends[group];
            ends[group] = begin;
            begin += size;
        }
        return ends;
    }

    /// Of no use afterwards.
    public void release() {
        full.clear();
        budget.release(bytes);
        bytes = 0;
    }
}
