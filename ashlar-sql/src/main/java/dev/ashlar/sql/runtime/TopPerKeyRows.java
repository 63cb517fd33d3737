// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.MemoryEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;

/// The first rows of each key in an order, with their number from 1 as the last column: `ROW_NUMBER() … <= n` without
/// keeping and sorting all rows. Of rows that compare as equal, the earlier ones are kept.
public final class TopPerKeyRows {
    private final List<Integer> keys;
    private final List<SortedRows.Key> order;
    private final int most;

    /// @param most maximum number of rows of a key
    public TopPerKeyRows(List<Integer> keys, List<SortedRows.Key> order, int most) {
        this.keys = List.copyOf(keys);
        this.order = List.copyOf(order);
        this.most = most;
    }

    /// Called by generated code.
    @SuppressWarnings("exports")
    public Enumerable<Object[]> of(Enumerable<Object[]> rows, DataContext context) {
        RowBudget budget = (RowBudget) context.get(RowBudget.NAME);
        return OpenedRows.by(() -> Linq4j.enumerator(numbered(rows, budget)));
    }

    private List<Object[]> numbered(Enumerable<Object[]> rows, RowBudget budget) {
        Map<RowKey, List<Object[]>> first = new LinkedHashMap<>();
        try (Enumerator<Object[]> each = rows.enumerator()) {
            while (each.moveNext()) {
                budget.row(0);
                Object[] row = each.current();
                RowKey key = RowKey.of(keys, row);
                List<Object[]> known = first.get(key);
                if (known == null) {
                    known = new ArrayList<>(1);
                    budget.row(MemoryEstimate.rowBytes(key.values()));
                    first.put(key, known);
                }
                add(row, known, budget);
            }
        }
        List<Object[]> numbered = new ArrayList<>();
        for (List<Object[]> ofKey : first.values()) {
            for (int i = 0; i < ofKey.size(); i++) {
                Object[] row = ofKey.get(i);
                Object[] with = Arrays.copyOf(row, row.length + 1);
                with[row.length] = i + 1L;
                numbered.add(with);
            }
        }
        return numbered;
    }

    private void add(Object[] row, List<Object[]> known, RowBudget budget) {
        int place = known.size();
        while (place > 0 && SortedRows.compare(order, row, known.get(place - 1)) < 0) {
            place--;
        }
        if (place == most) {
            return;
        }
        if (known.size() == most) {
            known.removeLast();
        } else {
            budget.row(MemoryEstimate.rowBytes(row) + MemoryEstimate.shortRowBytes(1));
        }
        known.add(place, row);
    }
}
