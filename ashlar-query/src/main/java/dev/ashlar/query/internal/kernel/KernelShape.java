// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.Guard;
import dev.ashlar.query.internal.pruning.Ranges;
import dev.ashlar.query.internal.relation.TableRelation;
import java.util.List;
import java.util.Optional;

/// What the kernels of a question have in common: what they decide, and in which words they leave what they find.
///
/// @param mode      what they leave
/// @param relation  whose rows they read
/// @param bounded   columns that have to lie between bounds, which kernels are given when they run
/// @param where     what rows have to be beside that
/// @param outputs   of the question
/// @param aggregates of the question
/// @param kept      of the outputs; empty where rows are numbers
/// @param keys      of groups
/// @param parts     sums of one kernel
/// @param merged    sums of all of them
public record KernelShape(Mode mode, TableRelation relation, List<Expr.ColumnRef> bounded, Optional<Expr> where,
        List<Output> outputs, List<Aggregate> aggregates, List<Kept> kept, KeyLayout keys, Sums parts, Sums merged) {
    /// What kernels leave.
    public enum Mode {
        /// Numbers of the rows that are as they have to be.
        ROWS,
        /// The words of the outputs of those rows.
        OUTPUTS,
        /// Groups.
        GROUPS
    }

    static KernelShape of(Mode mode, TableRelation relation, Plan plan, Ranges ranges, List<Kept> kept,
            List<Optional<Kept>> arguments) {
        KeyLayout keys = new KeyLayout(mode == Mode.GROUPS ? kept : List.of());
        List<Aggregate> aggregates = mode == Mode.GROUPS ? plan.aggregates() : List.of();
        return new KernelShape(mode, relation, ranges.columns(), ranges.rest(), mode == Mode.ROWS ? List.of()
                : plan.outputs(), aggregates, kept, keys, Sums.ofParts(aggregates, arguments, keys.words() > 0),
                Sums.ofAll(aggregates, arguments));
    }

    /// Words before those of a row's outputs, whose bits say which are NULL.
    public int nullWords() {
        return (kept.size() + Long.SIZE - 1) / Long.SIZE;
    }

    /// Words that a row leaves.
    public int rowWords() {
        return mode == Mode.ROWS ? 1 : nullWords() + kept.stream().mapToInt(Kept::words).sum();
    }

    boolean isCounted(int aggregate) {
        return aggregates.get(aggregate).function() == Aggregate.Function.COUNT_DISTINCT;
    }

    /// Words of a key that has a group and a value of an aggregate.
    public int distinctWords(int aggregate) {
        return 1 + parts.sums().get(aggregate).kept().orElseThrow().words();
    }

    /// Room for one kernel at a time.
    ///
    /// @param bounds of the question, as [Ranges#bounds] has them
    public KernelState newState(long[] bounds, Guard guard) {
        KernelState state = new KernelState(Math.max(keys.words(), longestDistinct()), relation.levels().size(),
                bounds);
        if (mode == Mode.GROUPS) {
            renew(state, guard);
        }
        return state;
    }

    /// Empty groups for a state whose groups somebody has taken.
    public void renew(KernelState state, Guard guard) {
        state.groups = newGroups(parts, true, guard);
        state.window = keys.isWindowed() ? new GroupWindow(state.groups, keys, guard) : null;
        state.distinct = newDistinct(guard);
    }

    /// @param noted whether their first rows are noted
    public GroupTable newGroups(Sums sums, boolean noted, Guard guard) {
        GroupTable groups = new GroupTable(keys.words(), sums.initial(), noted, guard);
        if (keys.words() == 0) {
            groups.find(new long[0], 0);
        }
        return groups;
    }

    public GroupTable[] newDistinct(Guard guard) {
        GroupTable[] tables = new GroupTable[aggregates.size()];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = isCounted(i) ? new GroupTable(distinctWords(i), new long[0], false, guard) : null;
        }
        return tables;
    }

    private int longestDistinct() {
        int longest = 0;
        for (int i = 0; i < aggregates.size(); i++) {
            longest = Math.max(longest, isCounted(i) ? distinctWords(i) : 0);
        }
        return longest;
    }
}
