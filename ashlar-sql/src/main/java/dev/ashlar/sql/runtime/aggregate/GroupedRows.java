// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.sql.runtime.OpenedRows;
import dev.ashlar.sql.runtime.RowBudget;
import dev.ashlar.sql.runtime.RowKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;

/// Groups of rows with their aggregates, by one set of columns or by several. The empty set has one group even if there
/// are no rows.
public final class GroupedRows {
    /// An aggregate of a group.
    ///
    /// @param filter   the column that must be true for a row to count; negative for none
    /// @param grouping for GROUPING: columns, one bit each, set if the group is not by the column; null for an
    ///     aggregate
    public record Call(WindowCall call, int filter, List<Integer> grouping) {
        long groupedBy(List<Integer> set) {
            long bits = 0;
            for (int column : grouping) {
                bits = bits << 1 | (set.contains(column) ? 0 : 1);
            }
            return bits;
        }
    }

    /// Accumulators by key.
    private final class Groups {
        private final List<Integer> set;
        private final int[] keys;
        private final Map<RowKey, AggregateState[]> groups = new LinkedHashMap<>();
        /// The previous row, whose group is often that of the next; null before the first.
        private Object[] last;
        private AggregateState[] ofLast;

        Groups(List<Integer> set, RowBudget budget) {
            this.set = set;
            keys = set.stream().mapToInt(Integer::intValue).toArray();
            if (set.isEmpty()) {
                groups.put(new RowKey(), accumulators(budget));
            }
        }

        void add(Object[] row, RowBudget budget) {
            AggregateState[] found = isOfLast(row) ? ofLast : find(row, budget);
            last = row;
            ofLast = found;
            for (int i = 0; i < found.length; i++) {
                Call call = calls.get(i);
                boolean counts = call.grouping == null && (call.filter < 0 || Boolean.TRUE.equals(row[call.filter]));
                long kept = counts ? found[i].add(row) : 0;
                if (kept > 0) {
                    budget.row(kept);
                }
            }
        }

        private boolean isOfLast(Object[] row) {
            if (last == null) {
                return false;
            }
            for (int column : keys) {
                if (!Objects.equals(row[column], last[column])) {
                    return false;
                }
            }
            return true;
        }

        private AggregateState[] find(Object[] row, RowBudget budget) {
            RowKey key = RowKey.of(set, row);
            AggregateState[] found = groups.get(key);
            if (found == null) {
                budget.row(MemoryEstimate.rowBytes(key.values()) + MemoryEstimate.shortRowBytes(calls.size()));
                found = accumulators(budget);
                groups.put(key, found);
            }
            return found;
        }

        void addTo(List<Object[]> rows) {
            groups.forEach((key, accumulators) -> {
                Object[] row = new Object[columns.size() + calls.size()];
                for (int i = 0; i < set.size(); i++) {
                    row[columns.indexOf(set.get(i))] = key.values()[i];
                }
                for (int i = 0; i < accumulators.length; i++) {
                    Call call = calls.get(i);
                    row[columns.size() + i] = call.grouping == null ? accumulators[i].value()
                            : call.call.type().apply(call.groupedBy(set));
                }
                rows.add(row);
            });
        }
    }

    private final List<Integer> columns;
    private final List<List<Integer>> sets;
    private final List<Call> calls;

    /// @param columns columns by which rows are grouped in any of the sets
    public GroupedRows(List<Integer> columns, List<List<Integer>> sets, List<Call> calls) {
        this.columns = List.copyOf(columns);
        // Lists of bit sets count bits for each element.
        this.sets = sets.stream().map(List::copyOf).toList();
        this.calls = List.copyOf(calls);
    }

    private AggregateState[] accumulators(RowBudget budget) {
        return calls.stream().map(call -> AggregateState.of(call.call, budget)).toArray(AggregateState[]::new);
    }

    /// Called by generated code.
    @SuppressWarnings("exports")
    public Enumerable<Object[]> of(Enumerable<Object[]> rows, DataContext context) {
        RowBudget budget = (RowBudget) context.get(RowBudget.NAME);
        return OpenedRows.by(() -> {
            List<Groups> groups = sets.stream().map(set -> new Groups(set, budget)).toList();
            try (Enumerator<Object[]> each = rows.enumerator()) {
                while (each.moveNext()) {
                    budget.row(0);
                    groups.forEach(set -> set.add(each.current(), budget));
                }
            }
            List<Object[]> found = new ArrayList<>();
            groups.forEach(set -> set.addTo(found));
            return Linq4j.enumerator(found);
        });
    }
}
