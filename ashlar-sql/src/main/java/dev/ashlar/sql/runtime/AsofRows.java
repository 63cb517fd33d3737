// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/// Joins each row on the left with the row on the right that has the same keys and is nearest in time, before or after
/// it. NULL matches nothing. If several rows on the right have that time, a search backward uses the last of them, a
/// search forward the first. Results are in the order of the left side.
///
/// ```text
///   both in the order of time ─► merged: the last row of each key is kept
///   else ─► the rows on the right are kept by key, in the order of time, and searched
/// ```
///
/// If a scan can read the times alone, they are read first to find out whether rows are in order. Rows that are still
/// out of order, because they were appended meanwhile, are an error.
///
/// @param outer      whether rows on the left without a match are kept
/// @param leftTimes  the times on the left alone, in the order of its rows, if a scan gives them
/// @param rightTimes the same on the right
public record AsofRows(Side left, Side right, Direction direction, boolean outer, Optional<ScanRows> leftTimes,
        Optional<ScanRows> rightTimes) {
    /// Which row on the right matches.
    public enum Direction {
        /// The last one at or before.
        AT_OR_BEFORE(">="),
        /// The last one before.
        BEFORE(">"),
        /// The first one at or after.
        AT_OR_AFTER("<="),
        /// The first one after.
        AFTER("<");

        private final String sign;

        Direction(String sign) {
            this.sign = sign;
        }

        /// How the time on the left compares.
        public String sign() {
            return sign;
        }

        boolean isBackward() {
            return this == AT_OR_BEFORE || this == BEFORE;
        }

        private boolean isStrict() {
            return this == BEFORE || this == AFTER;
        }
    }

    /// Columns of one side.
    ///
    /// @param keys columns that must be equal
    /// @param time column of the time
    public record Side(List<Integer> keys, int time, int width) {
        public Side {
            keys = List.copyOf(keys);
        }

        /// Null if nothing can match the row.
        private Object key(Object[] row) {
            if (row[time] == null) {
                return null;
            }
            if (keys.size() == 1) {
                return row[keys.getFirst()];
            }
            Object[] values = new Object[keys.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = row[keys.get(i)];
                if (values[i] == null) {
                    return null;
                }
            }
            return new RowKey(values);
        }
    }

    /// Called by generated code.
    @SuppressWarnings("exports")
    public Enumerable<Object[]> joined(Enumerable<Object[]> lefts, Enumerable<Object[]> rights, DataContext context) {
        RowBudget budget = (RowBudget) context.get(RowBudget.NAME);
        return OpenedRows.by(() -> {
            boolean merges = direction.isBackward() && isOrdered(rightTimes, context, budget)
                    && isOrdered(leftTimes, context, budget);
            // The left side first: what its rows match was committed before them, so the right side has it.
            return new Joined(lefts.enumerator(), merges ? new Merge(rights.enumerator(), budget)
                    : new Search(rights, budget), budget);
        });
    }

    private static boolean isOrdered(Optional<ScanRows> times, DataContext context, RowBudget budget) {
        if (times.isEmpty()) {
            return false;
        }
        try (Enumerator<Object> each = times.get().open(context).enumerator()) {
            Object last = null;
            while (each.moveNext()) {
                budget.row(0);
                Object time = each.current();
                if (time != null && last != null && ValueOrder.values(last, time) > 0) {
                    return false;
                }
                last = time == null ? last : time;
            }
            return true;
        }
    }

    /// Finds the row on the right for one on the left.
    private interface Matches extends AutoCloseable {
        /// @return null if there is none
        Object[] of(Object key, Object time);

        @Override
        void close();
    }

    private final class Joined implements Enumerator<Object[]> {
        private final Matches matches;
        private final Enumerator<Object[]> lefts;
        private final RowBudget budget;
        private Object[] row;

        Joined(Enumerator<Object[]> lefts, Matches matches, RowBudget budget) {
            this.matches = matches;
            this.lefts = lefts;
            this.budget = budget;
        }

        @Override
        public boolean moveNext() {
            while (lefts.moveNext()) {
                budget.row(0);
                Object[] one = lefts.current();
                Object key = left.key(one);
                Object[] other = key == null ? null : matches.of(key, one[left.time]);
                if (other != null || outer) {
                    row = Arrays.copyOf(one, left.width + right.width);
                    if (other != null) {
                        System.arraycopy(other, 0, row, left.width, right.width);
                    }
                    return true;
                }
            }
            return false;
        }

        @Override
        public Object[] current() {
            return row;
        }

        @Override
        public void reset() {
            throw new UnsupportedOperationException("rows of a join are read once");
        }

        @Override
        public void close() {
            try (matches) {
                lefts.close();
            }
        }
    }

    /// Both sides are in the order of time: keeps the last row of each key.
    private final class Merge implements Matches {
        private final Enumerator<Object[]> rights;
        private final RowBudget budget;
        private final Map<Object, Object[]> last = new HashMap<>();
        private Object[] next;
        private Object rightTime;
        private Object leftTime;

        Merge(Enumerator<Object[]> rights, RowBudget budget) {
            this.rights = rights;
            this.budget = budget;
            read();
        }

        private void read() {
            next = rights.moveNext() ? rights.current() : null;
            if (next != null && next[right.time] != null) {
                rightTime = inOrder(rightTime, next[right.time]);
            }
        }

        private static Object inOrder(Object before, Object time) {
            if (before != null && ValueOrder.values(before, time) > 0) {
                throw new QueryException(Reason.UNSUPPORTED, "rows were appended out of order while they were joined; "
                        + "run the query again");
            }
            return time;
        }

        @Override
        public Object[] of(Object key, Object time) {
            leftTime = inOrder(leftTime, time);
            while (next != null && (next[right.time] == null || precedes(next[right.time], time))) {
                budget.row(0);
                Object of = right.key(next);
                if (of != null && last.put(of, next) == null) {
                    budget.row(MemoryEstimate.rowBytes(next) + MemoryEstimate.shortRowBytes(right.keys.size()));
                }
                read();
            }
            return last.get(key);
        }

        private boolean precedes(Object rightOne, Object leftOne) {
            int order = ValueOrder.values(rightOne, leftOne);
            return order < 0 || order == 0 && !direction.isStrict();
        }

        @Override
        public void close() {
            rights.close();
        }
    }

    /// Keeps the right side by key, in the order of time.
    private final class Search implements Matches {
        private final RowBudget budget;
        private final Map<Object, List<Object[]>> rows = new HashMap<>();

        Search(Enumerable<Object[]> rights, RowBudget budget) {
            this.budget = budget;
            try (Enumerator<Object[]> each = rights.enumerator()) {
                while (each.moveNext()) {
                    Object[] row = each.current();
                    Object key = right.key(row);
                    budget.row(key == null ? 0 : MemoryEstimate.rowBytes(row));
                    if (key != null) {
                        rows.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
                    }
                }
            }
            for (List<Object[]> ofKey : rows.values()) {
                ofKey.sort((one, other) -> {
                    budget.row(0);
                    return ValueOrder.values(one[right.time], other[right.time]);
                });
            }
        }

        @Override
        public Object[] of(Object key, Object time) {
            List<Object[]> ofKey = rows.get(key);
            if (ofKey == null) {
                return null;
            }
            // How many rows come before the border between those that match and those that do not.
            boolean withEqual = direction == Direction.AT_OR_BEFORE || direction == Direction.AFTER;
            int low = 0;
            int high = ofKey.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                int order = ValueOrder.values(ofKey.get(middle)[right.time], time);
                if (order < 0 || order == 0 && withEqual) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            int found = direction.isBackward() ? low - 1 : low;
            return found < 0 || found == ofKey.size() ? null : ofKey.get(found);
        }

        @Override
        public void close() {
            rows.clear();
        }
    }
}
