// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.pruning.ColumnRanges;
import dev.ashlar.query.internal.quantile.GatheredValues;
import dev.ashlar.query.internal.relation.TableLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What the kernels of a query have in common: the conditions that they test, and the layout of the words that they
/// produce.
///
/// @param mode      what kernels produce
/// @param layout    layout of the rows that they read
/// @param bounded   columns that must lie between bounds, which are passed to kernels when they run
/// @param where     the rest of the condition
/// @param outputs   outputs of the query
/// @param aggregates aggregates of the query
/// @param layouts      layouts of the outputs; empty if kernels produce row numbers
/// @param sort      words that rows are ordered by
/// @param keys      layout of group keys
/// @param most      maximum number of rows kept for each group; 0 if none are
/// @param parts     aggregates in one kernel
/// @param merged    aggregates merged over all kernels
public record KernelShape(Mode mode, TableLayout layout, List<Expr.ColumnRef> bounded, Optional<Expr> where,
        List<Output> outputs, List<Aggregate> aggregates, List<WordLayout> layouts, SortLayout sort,
        KeyLayout keys, int most, AggregateLayout parts, AggregateLayout merged) {
    /// What kernels leave.
    public enum Mode {
        /// Numbers of the rows that match.
        ROWS,
        /// The words of the outputs of those rows.
        OUTPUTS,
        /// Groups.
        GROUPS,
        /// The words that rows are ordered by, of rows that may be among the first.
        TOP,
        /// The same of the first rows of each group. The first outputs are its key, the others what they are ordered
        /// by.
        FIRSTS
    }

    static KernelShape of(Mode mode, TableLayout layout, Plan plan, ColumnRanges ranges, List<WordLayout> layouts,
            List<Optional<WordLayout>> arguments, List<Optional<WordLayout>> seconds) {
        int keyParts = mode == Mode.GROUPS ? layouts.size() : plan.firsts().map(f -> f.keys().size()).orElse(0);
        int most = mode == Mode.FIRSTS ? plan.firsts().orElseThrow().most() : 0;
        KeyLayout keys = new KeyLayout(layouts.subList(0, mode == Mode.ROWS ? 0 : keyParts));
        List<Aggregate> aggregates = mode == Mode.GROUPS ? plan.aggregates() : List.of();
        SortLayout sort = switch (mode) {
            case TOP -> new SortLayout(plan.order(), layouts);
            case FIRSTS -> new SortLayout(plan.firsts().orElseThrow().order(), layouts);
            case ROWS, OUTPUTS, GROUPS -> SortLayout.NONE;
        };
        return new KernelShape(mode, layout, ranges.columns(), ranges.rest(), mode == Mode.ROWS ? List.of()
                : plan.outputs(), aggregates, layouts, sort, keys, most, AggregateLayout.ofParts(aggregates,
                        arguments, seconds, keys.words() > 0), AggregateLayout.ofAll(aggregates, arguments, seconds));
    }

    /// How many outputs a key has.
    public int keyParts() {
        return keys.parts().size();
    }

    /// Words before those of a row's outputs, whose bits say which are NULL.
    public int nullWords() {
        return (layouts.size() + Long.SIZE - 1) / Long.SIZE;
    }

    /// Words that a row leaves.
    public int rowWords() {
        return switch (mode) {
            case ROWS -> 1;
            case TOP, FIRSTS -> sort.words();
            case OUTPUTS, GROUPS -> nullWords() + layouts.stream().mapToInt(WordLayout::words).sum();
        };
    }

    /// Whether kernels look at what rows are ordered by before the condition.
    boolean isFilterFirst() {
        return mode == Mode.TOP && outputs.stream().allMatch(output -> output.expr() instanceof Expr.ColumnRef);
    }

    /// Whether kernels put rows into groups.
    private boolean isGrouped() {
        return mode == Mode.GROUPS || mode == Mode.FIRSTS;
    }

    /// Words that kernels keep for a group.
    int groupWords() {
        return most > 0 ? most * sort.words() : parts.words();
    }

    /// Whether groups may take in rows again after their results were taken: those without rows since then change
    /// nothing when they are merged.
    public boolean canGoOn() {
        return keys.words() > 0 && aggregates.stream().noneMatch(a -> a.function() == Aggregate.Function.COUNT_DISTINCT
                || a.function().isQuantile()) && parts.sums().stream().noneMatch(sum ->
                sum.aggregate().function() == Aggregate.Function.LAST && sum.countAt() == AggregateLayout.NO_COUNT);
    }

    boolean isCounted(int aggregate) {
        return aggregates.get(aggregate).function() == Aggregate.Function.COUNT_DISTINCT;
    }

    boolean isGathered(int aggregate) {
        return aggregates.get(aggregate).function().isQuantile();
    }

    /// Whether different values of an aggregate are a set of words: if there is one group, and values have one word.
    boolean isSet(int aggregate) {
        return isCounted(aggregate) && keys.words() == 0
                && parts.sums().get(aggregate).layout().orElseThrow().words() == 1;
    }

    /// Whether they are a set for each group: if there are several groups, and values have one word.
    boolean isGroupedSet(int aggregate) {
        return isCounted(aggregate) && keys.words() > 0
                && parts.sums().get(aggregate).layout().orElseThrow().words() == 1;
    }

    /// Words of a key that has a group and a value of an aggregate.
    public int distinctWords(int aggregate) {
        return 1 + parts.sums().get(aggregate).layout().orElseThrow().words();
    }

    /// Room for one kernel at a time.
    ///
    /// @param bounds of the question, as [ColumnRanges#bounds] has them
    public KernelState newState(long[] bounds, QueryBudget budget) {
        KernelState state = new KernelState(Math.max(keys.words(), longestDistinct()), layout.levels(),
                bounds);
        if (isGrouped()) {
            renew(state, budget);
            state.values = newValues(budget);
        }
        state.ranks = mode == Mode.GROUPS ? parts.ranks()
                : sort.parts().stream().map(SortLayout.Part::ranks).toArray(long[][]::new);
        state.order(sort, mode == Mode.TOP);
        return state;
    }

    /// Empty groups for a state whose groups and pairs somebody has taken; sets of values go on.
    public void renew(KernelState state, QueryBudget budget) {
        state.groups = most > 0 ? newFirsts(budget) : newGroups(parts, true, budget);
        state.window = keys.isWindowed() ? new GroupWindow(state.groups, keys, budget) : null;
        state.distinct = newDistinct(budget);
        state.grouped = newGrouped(budget);
        state.gathered = newGathered(budget);
    }

    /// @param noted whether their first rows are noted
    public GroupTable newGroups(AggregateLayout sums, boolean noted, QueryBudget budget) {
        return newGroups(sums.initial(), noted, budget);
    }

    /// Groups that have no rows yet.
    private GroupTable newFirsts(QueryBudget budget) {
        long[] none = new long[groupWords()];
        Arrays.fill(none, Long.MAX_VALUE);
        return newGroups(none, false, budget);
    }

    private GroupTable newGroups(long[] initial, boolean noted, QueryBudget budget) {
        GroupTable groups = new GroupTable(keys.words(), initial, noted, budget);
        if (keys.words() == 0) {
            groups.find(new long[0], 0);
        }
        return groups;
    }

    public GroupTable[] newDistinct(QueryBudget budget) {
        GroupTable[] tables = new GroupTable[aggregates.size()];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = isCounted(i) && !isSet(i) && !isGroupedSet(i) ? new GroupTable(distinctWords(i), new long[0],
                    false, budget) : null;
        }
        return tables;
    }

    public GroupedValues[] newGrouped(QueryBudget budget) {
        GroupedValues[] sets = new GroupedValues[aggregates.size()];
        for (int i = 0; i < sets.length; i++) {
            sets[i] = isGroupedSet(i) ? new GroupedValues(budget) : null;
        }
        return sets;
    }

    /// By aggregate that is a quantile: no values yet.
    public GatheredValues[] newGathered(QueryBudget budget) {
        GatheredValues[] all = new GatheredValues[aggregates.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = isGathered(i) ? new GatheredValues(keys.words() > 0, budget) : null;
        }
        return all;
    }

    public DistinctValues[] newValues(QueryBudget budget) {
        DistinctValues[] sets = new DistinctValues[aggregates.size()];
        for (int i = 0; i < sets.length; i++) {
            sets[i] = isSet(i) ? new DistinctValues(budget) : null;
        }
        return sets;
    }

    private int longestDistinct() {
        int longest = 0;
        for (int i = 0; i < aggregates.size(); i++) {
            longest = Math.max(longest, isCounted(i) ? distinctWords(i) : 0);
        }
        return longest;
    }
}
