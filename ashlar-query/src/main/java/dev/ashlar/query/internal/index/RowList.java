// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.index;

import dev.ashlar.query.internal.execution.QueryBudget;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/// Row numbers found by an index. They are few; otherwise the index is no better than a scan.
///
/// **Threading**: one thread.
public final class RowList {
    /// This many are read in no time, whatever the table.
    private static final int FEW = 64;

    private final long first;
    private final long end;
    private final LongUnaryOperator most;
    private final QueryBudget budget;
    private long[] rows = new long[FEW];
    private int count;
    private long limit = FEW;

    /// @param first the first row that is wanted
    /// @param end   the row after the last
    /// @param most  how many there may be at last; called when there are more than its argument
    public RowList(long first, long end, LongUnaryOperator most, QueryBudget budget) {
        this.first = first;
        this.end = end;
        this.most = most;
        this.budget = budget;
    }

    /// @return whether there is space for more
    public boolean add(long row) {
        if (row < first || row >= end) {
            return true;
        }
        if (count == limit && !grow()) {
            return false;
        }
        if (count == rows.length) {
            budget.check();
            budget.reserve((long) count * Long.BYTES);
            rows = Arrays.copyOf(rows, 2 * count);
        }
        rows[count++] = row;
        return true;
    }

    private boolean grow() {
        limit = Math.clamp(most.applyAsLong(limit), limit, Integer.MAX_VALUE / 4);
        return count < limit;
    }

    public long first() {
        return first;
    }

    public long end() {
        return end;
    }

    /// In order, each once.
    public long[] sorted() {
        return Arrays.stream(rows, 0, count).sorted().distinct().toArray();
    }

    public void clear() {
        count = 0;
    }
}
