// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.TopRows;
import dev.ashlar.query.internal.kernel.DistinctValues;
import dev.ashlar.query.internal.kernel.GroupTable;
import dev.ashlar.query.internal.kernel.GroupedValues;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.WordLayout;
import dev.ashlar.query.internal.quantile.GatheredValues;
import dev.ashlar.query.internal.quantile.OrderedValues;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// Builds result rows from tables of groups.
///
/// @param values  by aggregate that counts different values of all rows: these
/// @param threads that find quantiles
record GroupAnswer(Plan plan, KernelShape shape, DistinctValues[] values, int threads, QueryBudget budget) {
    /// Groups whose quantiles one worker finds at a time.
    private static final int QUANTILES = 256;

    /// The rows of groups whose words were merged.
    Iterator<Object[]> ofMerged(GroupTables tables) {
        return inOrder(List.of(tables), true);
    }

    /// The rows of tables that kernels have left, which have no group in common.
    Iterator<Object[]> of(List<GroupTables> tables) {
        return inOrder(tables, false);
    }

    /// Rows that need not be put in order are made when they are asked for: objects take far more memory than words.
    /// Not those with moments, which may be for the interpreter.
    private Iterator<Object[]> inOrder(List<GroupTables> tables, boolean merged) {
        boolean isCertain = plan.aggregates().stream().noneMatch(aggregate -> aggregate.function().isMoment());
        if (plan.order().isEmpty() && isCertain) {
            return new Unordered(tables, merged);
        }
        TopRows top = new TopRows(plan, budget);
        List<Rows> rows = rows(tables, merged);
        for (GroupTables.ByFirstRow at = new GroupTables.ByFirstRow(tables); at.next();) {
            top.add(rows.get(at.table()).row(at.group()));
        }
        return top.rows().iterator();
    }

    private List<Rows> rows(List<GroupTables> tables, boolean merged) {
        return tables.stream().map(table -> new Rows(table, merged)).toList();
    }

    /// The rows of groups in the order of their first rows, from the plan's offset to its limit.
    private final class Unordered implements Iterator<Object[]> {
        private final List<Rows> rows;
        private final GroupTables.ByFirstRow at;
        private long left;
        private int made;

        Unordered(List<GroupTables> tables, boolean merged) {
            rows = rows(tables, merged);
            at = new GroupTables.ByFirstRow(tables);
            long skip = plan.offset();
            while (skip > 0 && at.next()) {
                skip--;
            }
            long groups = tables.stream().mapToLong(table -> table.groups().count()).sum();
            left = Math.min(plan.limit(), Math.max(0, groups - plan.offset()));
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Object[] next() {
            if (left == 0 || !at.next()) {
                throw new NoSuchElementException("no more groups");
            }
            if (++made % QueryBudget.INTERVAL_ROWS == 0) {
                budget.check();
            }
            left--;
            return rows.get(at.table()).row(at.group());
        }
    }

    /// Makes the rows of a table.
    private final class Rows {
        private final GroupTable groups;
        private final long[][] differents;
        private final Object[][] quantiles;
        /// Words of the groups, or room for those of one where a kernel has left them, which are other words.
        private final long[] results;
        private final long[] initial;
        private final boolean merged;

        Rows(GroupTables from, boolean merged) {
            groups = from.groups();
            this.merged = merged;
            differents = differents(from.distinct(), from.grouped(), groups.count());
            quantiles = quantiles(from.gathered(), groups.count());
            initial = shape.merged().initial();
            results = merged ? groups.results : new long[initial.length];
        }

        Object[] row(int group) {
            int keys = plan.outputs().size();
            Object[] row = new Object[keys + plan.aggregates().size()];
            for (int i = 0; i < keys; i++) {
                row[i] = shape.keys().read(groups, group, i);
            }
            int base = merged ? group * shape.merged().words() : 0;
            if (!merged) {
                System.arraycopy(initial, 0, results, 0, initial.length);
                shape.merged().merge(results, 0, shape.parts(), groups.results, group * shape.parts().words());
            }
            for (int i = 0; i < plan.aggregates().size(); i++) {
                row[keys + i] = quantiles[i] != null ? quantiles[i][group] : shape.merged().result(i, results,
                        base, differents[i] == null ? 0 : differents[i][group]);
            }
            return row;
        }
    }

    /// By aggregate that is a quantile: that of each group; null for others.
    private Object[][] quantiles(GatheredValues[] from, int count) {
        Object[][] found = new Object[from.length][];
        for (int i = 0; i < from.length; i++) {
            if (from[i] != null) {
                found[i] = quantiles(from[i], plan.aggregates().get(i), shape.merged().layout(i), count);
            }
        }
        return found;
    }

    private Object[] quantiles(GatheredValues from, Aggregate aggregate, WordLayout layout, int count) {
        Object[] found = new Object[count];
        try (OrderedValues ordered = from.byGroup(count)) {
            List<Integer> parts = new ArrayList<>();
            for (int first = 0; first < count; first += QUANTILES) {
                parts.add(first);
            }
            ParallelScan.over(parts, threads, budget, (_, first) -> {
                for (int group = first; group < Math.min(count, first + QUANTILES); group++) {
                    found[group] = ordered.quantile(group, aggregate, word -> layout.read(new long[] {
                        layout.ofOrdered(word)}, 0));
                }
                return first;
            }, _ -> { });
        }
        return found;
    }

    /// By aggregate that counts different values: how many each group has; null for others.
    private long[][] differents(GroupTable[] pairs, GroupedValues[] sets, int count) {
        long[][] differents = new long[pairs.length][];
        for (int i = 0; i < pairs.length; i++) {
            if (values[i] != null) {
                differents[i] = new long[] {values[i].count()};
            } else if (sets[i] != null) {
                differents[i] = sets[i].counts(count);
            } else if (pairs[i] != null) {
                differents[i] = new long[count];
                for (int pair = 0; pair < pairs[i].count(); pair++) {
                    differents[i][(int) pairs[i].key(pair, 0)]++;
                }
            }
        }
        return differents;
    }
}
