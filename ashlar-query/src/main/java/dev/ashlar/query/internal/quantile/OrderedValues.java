// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.quantile;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Quantile;
import dev.ashlar.query.internal.execution.QueryBudget;
import java.util.Arrays;
import java.util.function.LongFunction;

/// Words that sort as their values do, stored group by group.
///
/// **Threading**: any thread; one thread at a time per group. **Ownership**: reserves memory from a budget until it is
/// closed.
public record OrderedValues(long[] values, int[] ends, QueryBudget budget, long bytes) implements AutoCloseable {
    /// Fewer are sorted.
    private static final int FEW = 24;

    /// The quantile of a group; null if it has no values. Their order changes.
    ///
    /// @param reader of words
    public Object quantile(int group, Aggregate aggregate, LongFunction<Object> reader) {
        int from = group == 0 ? 0 : ends[group - 1];
        int to = ends[group];
        if (from == to) {
            return null;
        }
        Quantile.Place place = Quantile.place(aggregate, to - from);
        int at = from + place.index();
        select(at, from, to);
        Object low = reader.apply(values[at]);
        return Quantile.result(aggregate, low, place.isBetween() ? reader.apply(least(at + 1, to)) : low, place);
    }

    private long least(int from, int to) {
        long least = Long.MAX_VALUE;
        for (int i = from; i < to; i++) {
            least = Math.min(least, values[i]);
        }
        return least;
    }

    /// Puts the value there that would be there if they were sorted, and none greater before it, none less behind it.
    private void select(int at, int from, int to) {
        int first = from;
        int last = to - 1;
        // Values in an order that misleads the choice of the middle are sorted instead.
        for (int passes = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(to - from)); last - first > FEW; passes--) {
            budget.check();
            if (passes == 0) {
                break;
            }
            long middle = middle(first, last);
            int i = first;
            int j = last;
            while (i <= j) {
                while (values[i] < middle) {
                    i++;
                }
                while (values[j] > middle) {
                    j--;
                }
                if (i <= j) {
                    long value = values[i];
                    values[i++] = values[j];
                    values[j--] = value;
                }
            }
            if (at > j && at < i) {
                return;
            }
            if (at <= j) {
                last = j;
            } else {
                first = i;
            }
        }
        Arrays.sort(values, first, last + 1);
    }

    /// The median of the medians of nine values.
    private long middle(int first, int last) {
        int step = (last - first) / 8;
        long[] some = new long[3];
        for (int i = 0; i < some.length; i++) {
            int at = first + 3 * i * step;
            some[i] = median(values[at], values[at + step], values[Math.min(last, at + 2 * step)]);
        }
        return median(some[0], some[1], some[2]);
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    @Override
    public void close() {
        budget.release(bytes);
    }
}
