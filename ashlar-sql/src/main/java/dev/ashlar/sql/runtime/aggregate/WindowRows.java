// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.sql.runtime.OpenedRows;
import dev.ashlar.sql.runtime.RowBudget;
import dev.ashlar.sql.runtime.RowKey;
import dev.ashlar.sql.runtime.SortedRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;

/// Rows with the results of window functions, in the order of the last window.
///
/// ```text
///   rows ─► by partition ─► in order ─► peers: rows with equal keys
///                                         └─► a frame for each row ─► WindowFunction: a value for each row
/// ```
public final class WindowRows {
    /// Functions over one window.
    ///
    /// @param partition columns whose values are equal in a partition
    public record Group(List<Integer> partition, List<SortedRows.Key> order, WindowFrame frame,
            List<WindowCall> calls) {
        public Group {
            partition = List.copyOf(partition);
            order = List.copyOf(order);
            calls = List.copyOf(calls);
        }
    }

    private final int columns;
    private final List<Group> groups;

    /// @param columns of a row before what windows add
    public WindowRows(int columns, List<Group> groups) {
        this.columns = columns;
        this.groups = List.copyOf(groups);
    }

    /// Called by generated code.
    @SuppressWarnings("exports")
    public Enumerable<Object[]> with(Enumerable<Object[]> rows, DataContext context) {
        RowBudget budget = (RowBudget) context.get(RowBudget.NAME);
        return OpenedRows.by(() -> Linq4j.enumerator(computed(rows, budget)));
    }

    private List<Object[]> computed(Enumerable<Object[]> from, RowBudget budget) {
        int width = columns + groups.stream().mapToInt(group -> group.calls.size()).sum();
        List<Object[]> rows = new ArrayList<>();
        try (Enumerator<Object[]> each = from.enumerator()) {
            while (each.moveNext()) {
                rows.add(Arrays.copyOf(each.current(), width));
            }
        }
        int first = columns;
        List<Object[]> ordered = rows;
        for (Group group : groups) {
            ordered = new ArrayList<>(rows.size());
            for (List<Object[]> partition : partitions(group, rows)) {
                compute(group, WindowPartition.sorted(partition, group.order, budget), first, budget);
                ordered.addAll(partition);
            }
            first += group.calls.size();
        }
        return ordered;
    }

    private static Collection<List<Object[]>> partitions(Group group, List<Object[]> rows) {
        if (group.partition.isEmpty()) {
            return rows.isEmpty() ? List.of() : List.of(new ArrayList<>(rows));
        }
        Map<Object, List<Object[]>> partitions = new LinkedHashMap<>();
        int single = group.partition.size() == 1 ? group.partition.getFirst() : -1;
        for (Object[] row : rows) {
            Object key = single >= 0 ? row[single] : RowKey.of(group.partition, row);
            partitions.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
        }
        return partitions.values();
    }

    private static void compute(Group group, WindowPartition partition, int first, RowBudget budget) {
        WindowFrame.Bounds bounds = group.frame.over(partition);
        List<WindowFunction> functions = group.calls.stream().map(call -> WindowFunction.of(call, partition, bounds,
                budget)).toList();
        for (int i = 0; i < partition.size(); i++) {
            budget.row(0);
            bounds.moveTo(i);
            for (int f = 0; f < functions.size(); f++) {
                Object value = functions.get(f).at(i);
                partition.row(i)[first + f] = value;
                if (group.calls.get(f).gathers()) {
                    budget.row(value instanceof List<?> list ? MemoryEstimate.shortRowBytes(list.size())
                            : MemoryEstimate.longTextBytes(value));
                }
            }
        }
    }
}
