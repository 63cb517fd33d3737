// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;

/// Sorts rows by [ValueOrder].
public final class SortedRows {
    /// @param column     of the row
    /// @param nullsFirst whether NULL comes before all values
    public record Key(int column, boolean descending, boolean nullsFirst) {
        int compare(Object left, Object right) {
            if (left == null || right == null) {
                return left == right ? 0 : (left == null) == nullsFirst ? -1 : 1;
            }
            int order = ValueOrder.values(left, right);
            return descending ? -order : order;
        }
    }

    private final List<Key> keys;
    private final long offset;
    private final long limit;

    public SortedRows(List<Key> keys, long offset, long limit) {
        this.keys = List.copyOf(keys);
        this.offset = offset;
        this.limit = limit;
    }

    /// Compares rows by these keys; 0 if all keys are equal.
    public static int compare(List<Key> keys, Object[] left, Object[] right) {
        for (Key key : keys) {
            int order = key.compare(left[key.column], right[key.column]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /// Compares by these keys, and stops when the query exceeds its limits.
    public static Comparator<Object[]> comparator(List<Key> keys, RowBudget budget) {
        return (left, right) -> {
            budget.row(0);
            return compare(keys, left, right);
        };
    }

    /// Called by generated code.
    @SuppressWarnings("exports")
    public Enumerable<Object[]> sorted(Enumerable<Object[]> rows, DataContext context) {
        RowBudget budget = (RowBudget) context.get(RowBudget.NAME);
        return OpenedRows.by(() -> {
            List<Object[]> all = read(rows);
            all.sort(comparator(keys, budget));
            int from = (int) Math.min(offset, all.size());
            int to = (int) Math.min(from + Math.min(limit, all.size()), all.size());
            return Linq4j.enumerator(all.subList(from, to));
        });
    }

    /// All rows, in a list that can be changed.
    @SuppressWarnings("exports")
    public static List<Object[]> read(Enumerable<Object[]> rows) {
        List<Object[]> all = new ArrayList<>();
        try (Enumerator<Object[]> each = rows.enumerator()) {
            while (each.moveNext()) {
                all.add(each.current());
            }
        }
        return all;
    }
}
