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
import java.util.List;

/// Makes rows of an answer from tables of groups.
///
/// @param values  by aggregate that counts different values of all rows: these
/// @param threads that find quantiles
record GroupAnswer(Plan plan, KernelShape shape, DistinctValues[] values, int threads, QueryBudget budget) {
    /// Groups whose quantiles one worker finds at a time.
    private static final int QUANTILES = 256;

    /// The rows of groups whose words were merged.
    List<Object[]> ofMerged(GroupTables tables) {
        TopRows top = new TopRows(plan, budget);
        Rows rows = new Rows(tables, true);
        for (int group = 0; group < tables.groups().count(); group++) {
            top.add(rows.row(group));
        }
        return top.rows();
    }

    /// The rows of tables that kernels have left, which have no group in common.
    List<Object[]> of(List<GroupTables> tables) {
        TopRows top = new TopRows(plan, budget);
        List<Rows> rows = tables.stream().map(table -> new Rows(table, false)).toList();
        GroupTables.forEachByFirstRow(tables, (table, group) -> top.add(rows.get(table).row(group)));
        return top.rows();
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
