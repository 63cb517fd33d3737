// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.sql.runtime.Watch;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Window;

/// Lets rows pass and sees that there are not too many, for too long: [Watch].
final class WatchedRel extends SingleRel implements EnumerableRel {
    /// What a row that is kept takes, about: the array and its place; each value.
    private static final long ROW_BYTES = 64;
    private static final long VALUE_BYTES = 40;

    private final long keptBytes;
    private final boolean again;

    /// @param kept  whether what follows keeps the rows
    /// @param again whether it reads them for each of other rows
    private WatchedRel(RelNode input, boolean kept, boolean again) {
        super(input.getCluster(), input.getTraitSet(), input);
        keptBytes = kept ? ROW_BYTES + VALUE_BYTES * input.getRowType().getFieldCount() : 0;
        this.again = again;
    }

    /// Watches what comes out of joins, which make many rows of few, and what goes into operators that keep rows.
    static RelNode watched(RelNode node) {
        return watched(node, true);
    }

    /// @param once whether the operators run but once, so that what they keep adds up
    private static RelNode watched(RelNode node, boolean once) {
        boolean keeps = node instanceof Sort sort && !sort.getCollation().getFieldCollations().isEmpty()
                || node instanceof Window || node instanceof Join || node instanceof SetOp setOp && !setOp.all;
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            RelNode watched = watched(input, once && !(node instanceof Correlate && !inputs.isEmpty()));
            // Joins keep their right side.
            boolean kept = keeps && !(node instanceof Join && inputs.isEmpty());
            inputs.add(kept ? new WatchedRel(watched, once, node instanceof EnumerableNestedLoopJoin) : watched);
        }
        RelNode over = inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
        return node instanceof Join || node instanceof Correlate ? new WatchedRel(over, false, false) : over;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new WatchedRel(inputs.getFirst(), keptBytes > 0, again);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        BlockBuilder block = new BlockBuilder();
        Result result = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
        block.add(Expressions.call(Watch.class, again ? "kept" : "over", block.append("watched", result.block), DataContext.ROOT,
                Expressions.constant(keptBytes)));
        return implementor.result(result.physType, block.toBlock());
    }
}
