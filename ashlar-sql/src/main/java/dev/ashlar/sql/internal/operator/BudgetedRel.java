// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.runtime.RowBudget;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Collect;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Spool;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.sql.SqlKind;

/// Passes rows on and counts them against the query's limits: [RowBudget].
public final class BudgetedRel extends SingleRel implements EnumerableRel {
    /// Aggregates that keep all values of a group.
    private static final Set<SqlKind> GATHERING = EnumSet.of(SqlKind.LISTAGG, SqlKind.STRING_AGG,
            SqlKind.GROUP_CONCAT, SqlKind.COLLECT, SqlKind.ARRAY_AGG, SqlKind.ARRAY_CONCAT_AGG, SqlKind.FUSION,
            SqlKind.INTERSECTION, SqlKind.JSON_ARRAYAGG, SqlKind.JSON_OBJECTAGG, SqlKind.MODE);

    private final boolean kept;
    private final boolean again;

    /// @param kept  whether what follows keeps the rows
    /// @param again whether it reads them for each of other rows
    private BudgetedRel(RelNode input, boolean kept, boolean again) {
        super(input.getCluster(), input.getTraitSet(), input);
        this.kept = kept;
        this.again = again;
    }

    /// Counts what comes out of joins, which make many rows of few, and what goes into operators that keep rows.
    public static RelNode budgeted(RelNode node) {
        return budgeted(node, true);
    }

    /// @param once whether the operators run only once, so that what they keep adds up
    private static RelNode budgeted(RelNode node, boolean once) {
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            RelNode budgeted = budgeted(input, once && !(node instanceof Correlate && !inputs.isEmpty()));
            // Joins keep their right side.
            boolean kept = keeps(node) && !(node instanceof Join && inputs.isEmpty());
            // What a recursion reads differs from round to round.
            boolean again = node instanceof EnumerableNestedLoopJoin && !changes(input);
            inputs.add(kept ? new BudgetedRel(budgeted, once, again) : budgeted);
        }
        RelNode over = inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
        return node instanceof Join || node instanceof Correlate ? new BudgetedRel(over, false, false) : over;
    }

    private static boolean changes(RelNode node) {
        return node instanceof ListedRel || node.getInputs().stream().anyMatch(BudgetedRel::changes);
    }

    /// Whether an operator keeps its rows. Groups count what they keep themselves, unless they keep all rows.
    private static boolean keeps(RelNode node) {
        return switch (node) {
            case Sort sort -> !sort.getCollation().getFieldCollations().isEmpty();
            case SetOp setOp -> !setOp.all || !(setOp instanceof Union);
            case AggregateRel _ -> false;
            case Aggregate aggregate -> aggregate.getAggCallList().stream()
                    .anyMatch(call -> GATHERING.contains(call.getAggregation().getKind()));
            case Window _, Join _, Collect _, Spool _ -> true;
            default -> false;
        };
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new BudgetedRel(inputs.getFirst(), kept, again);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        BlockBuilder block = new BlockBuilder();
        Result result = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
        block.add(Expressions.call(RowBudget.class, again ? "kept" : "over", block.append("budgeted", result.block),
                DataContext.ROOT, Expressions.constant(kept ? getRowType().getFieldCount() : -1)));
        return implementor.result(result.physType, block.toBlock());
    }
}
