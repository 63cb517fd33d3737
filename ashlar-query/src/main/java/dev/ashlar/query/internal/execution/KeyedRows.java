// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.query.FirstPerKey;
import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.value.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Keeps the first rows of each key, as [FirstPerKey] defines them.
///
/// **Threading**: one thread.
public final class KeyedRows {
    private final Plan plan;
    private final FirstPerKey firsts;
    private final QueryBudget budget;
    private final RowOrder order;
    private final Map<List<Object>, List<Row>> kept = new HashMap<>();
    private long added;

    private record Row(long place, Object[] values) {
    }

    public KeyedRows(Plan plan, QueryBudget budget) {
        this.plan = plan;
        this.budget = budget;
        firsts = plan.firsts().orElseThrow();
        order = new RowOrder(firsts.order(), plan.columns());
    }

    /// Adds the row after the last.
    ///
    /// @param row its outputs
    public void add(Object[] row) {
        Object[] key = new Object[firsts.keys().size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = Values.canonical(row[firsts.keys().get(i)]);
        }
        List<Row> rows = kept.get(Arrays.asList(key));
        if (rows == null) {
            rows = new ArrayList<>(1);
            budget.reserve(MemoryEstimate.rowBytes(key));
            kept.put(Arrays.asList(key), rows);
        }
        int place = rows.size();
        while (place > 0 && order.compare(row, rows.get(place - 1).values) < 0) {
            place--;
        }
        if (place < firsts.most()) {
            if (rows.size() == firsts.most()) {
                budget.release(MemoryEstimate.rowBytes(rows.removeLast().values));
            }
            budget.reserve(MemoryEstimate.rowBytes(row));
            rows.add(place, new Row(added, row));
        }
        added++;
    }

    /// In the plan's order, without those that its offset and limit leave out.
    public List<Object[]> rows() {
        List<Row> all = new ArrayList<>();
        for (List<Row> rows : kept.values()) {
            for (int i = 0; i < rows.size(); i++) {
                all.add(new Row(rows.get(i).place, numbered(rows.get(i).values, i + 1)));
            }
        }
        all.sort(Comparator.comparingLong(Row::place));
        TopRows top = new TopRows(plan, budget);
        all.forEach(row -> top.add(row.values));
        return top.rows();
    }

    /// The row of a result.
    ///
    /// @param number of the row within its key
    public static Object[] numbered(Object[] outputs, long number) {
        Object[] row = Arrays.copyOf(outputs, outputs.length + 1);
        row[outputs.length] = number;
        return row;
    }
}
