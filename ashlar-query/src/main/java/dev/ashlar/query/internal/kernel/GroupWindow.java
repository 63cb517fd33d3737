// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.internal.execution.QueryBudget;
import java.math.BigInteger;

/// Index of groups whose values are whole numbers that are close together. The distance of each value from the least
/// value is one digit of the place, so a kernel finds a group by a subtraction and an array access.
///
/// The window derives the least value and the number of digits from the groups that are added. It grows as long as it
/// does not have far more places than groups; groups outside of the window are found by the [GroupTable] only.
///
/// **Threading**: one thread. **Ownership**: reserves memory from a budget until it is released.
public final class GroupWindow {
    /// More values in one key are not worth it.
    static final int MAX_PARTS = 4;
    /// Spare room for each part, in values beyond those found so far.
    private static final long SPARE = 8;
    /// Places that there may be for however few groups: some pages, of which only those are touched that are used.
    private static final long FREE_PLACES = 1 << 14;
    private static final long PLACES_PER_GROUP = 16;
    private static final long MAX_PLACES = 1 << 24;
    /// Of as many places, one without a group.
    private static final int MANY = 8;

    private final GroupTable groups;
    private final KeyLayout keys;
    private final QueryBudget budget;
    private final int parts;
    /// By part: the least and the greatest of all values met, and whether there was one.
    private final long[] min;
    private final long[] max;
    private final boolean[] met;
    private int seen;

    /// By part: the least value that has a digit.
    final long[] least;
    /// By part: how many values have a digit.
    final long[] span;
    /// By part: how many digits there are; where there is NULL, 0 stands for it.
    final long[] width;
    /// Numbers of groups, plus 1; 0 where there is none.
    int[] places = new int[1];

    GroupWindow(GroupTable groups, KeyLayout keys, QueryBudget budget) {
        this.groups = groups;
        this.keys = keys;
        this.budget = budget;
        parts = keys.parts().size();
        min = new long[parts];
        max = new long[parts];
        met = new boolean[parts];
        least = new long[parts];
        span = new long[parts];
        width = new long[parts];
        for (int i = 0; i < parts; i++) {
            width[i] = nulls(i);
        }
    }

    private int nulls(int part) {
        return keys.parts().get(part).layout().nullable() ? 1 : 0;
    }

    /// Gives a place to a group, if there is one for it.
    boolean admits(int group) {
        for (; seen < groups.count(); seen++) {
            note(seen);
            put(seen);
        }
        int at = place(group);
        if (at < 0 && widen()) {
            at = place(group);
        }
        return at >= 0;
    }

    /// Reads what lies at some places.
    ///
    /// @param at the places; the groups afterwards
    /// @return whether there is none at many of them, so that the table is asked
    boolean readAhead(int[] at, int count) {
        int absent = 0;
        for (int i = 0; i < count; i++) {
            int found = places[at[i]] - 1;
            absent -= found >> Integer.SIZE - 1;
            at[i] = Math.max(found, 0);
        }
        return absent > count / MANY;
    }

    private void note(int group) {
        for (int i = 0; i < parts; i++) {
            if (!keys.isNull(groups, group, i)) {
                long value = keys.word(groups, group, i);
                min[i] = met[i] ? Math.min(min[i], value) : value;
                max[i] = met[i] ? Math.max(max[i], value) : value;
                met[i] = true;
            }
        }
    }

    private void put(int group) {
        int at = place(group);
        if (at >= 0) {
            places[at] = group + 1;
        }
    }

    /// -1 where there is none.
    private int place(int group) {
        long place = 0;
        for (int i = 0; i < parts; i++) {
            long digit = 0;
            if (!keys.isNull(groups, group, i)) {
                long distance = keys.word(groups, group, i) - least[i];
                if (Long.compareUnsigned(distance, span[i]) >= 0) {
                    return -1;
                }
                digit = distance + nulls(i);
            }
            place = place * width[i] + digit;
        }
        return (int) place;
    }

    /// Makes room for all values met, if that is not too much.
    private boolean widen() {
        long limit = Math.min(MAX_PLACES, FREE_PLACES + PLACES_PER_GROUP * groups.count());
        long[] tight = new long[parts];
        long[] loose = new long[parts];
        for (int i = 0; i < parts; i++) {
            long distance = max[i] - min[i];
            if (Long.compareUnsigned(distance, MAX_PLACES) >= 0) {
                return false;
            }
            tight[i] = met[i] ? distance + 1 : 0;
            loose[i] = met[i] ? tight[i] + tight[i] / 2 + SPARE : 0;
        }
        if (count(loose) <= limit) {
            return rebuild(loose);
        }
        // Without room to spare it may be full again soon: not worth it for a few more.
        return count(tight) <= limit && count(tight) > places.length + places.length / 4 && rebuild(tight);
    }

    private long count(long[] spans) {
        long count = 1;
        for (int i = 0; i < parts && count <= MAX_PLACES; i++) {
            count *= Math.max(1, spans[i] + nulls(i));
        }
        return count;
    }

    private boolean rebuild(long[] spans) {
        int count = (int) count(spans);
        if (!budget.tryReserve(4L * (count - places.length))) {
            return false;
        }
        for (int i = 0; i < parts; i++) {
            BigInteger lowest = keys.parts().get(i).layout().least();
            BigInteger spare = BigInteger.valueOf(met[i] ? (spans[i] - (max[i] - min[i] + 1)) / 2 : 0);
            least[i] = BigInteger.valueOf(min[i]).subtract(spare).max(lowest).longValueExact();
            span[i] = spans[i];
            width[i] = Math.max(1, spans[i] + nulls(i));
        }
        places = new int[count];
        for (int group = 0; group < seen; group++) {
            put(group);
        }
        return true;
    }

    /// Of no use afterwards.
    public void release() {
        budget.release(4L * (places.length - 1));
    }
}
