// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.runtime.StepRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;

/// Passes rows on and measures the step below it: [StepRows].
public final class StepRel extends SingleRel implements EnumerableRel {
    private final StepRows step;

    private StepRel(RelNode input, StepRows step) {
        super(input.getCluster(), input.getTraitSet(), input);
        this.step = step;
    }

    /// Measures each step of a plan.
    ///
    /// @param steps gets, by step of the plan, what is measured
    public static RelNode measured(RelNode node, Map<RelNode, StepRows> steps) {
        List<RelNode> inputs = new ArrayList<>();
        node.getInputs().forEach(input -> inputs.add(measured(input, steps)));
        RelNode over = inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
        StepRows step = new StepRows();
        steps.put(node, step);
        return new StepRel(over, step);
    }

    StepRows step() {
        return step;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new StepRel(inputs.getFirst(), step);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        BlockBuilder block = new BlockBuilder();
        Result result = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
        block.add(Expressions.return_(null, Expressions.call(implementor.stash(step, StepRows.class),
                Types.lookupMethod(StepRows.class, "measured", Enumerable.class), block.append("measured",
                        result.block))));
        return implementor.result(result.physType, block.toBlock());
    }
}
