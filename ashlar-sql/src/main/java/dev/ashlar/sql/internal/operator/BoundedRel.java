// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.internal.type.StatementBudget;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;

/// The root of a plan, which generates code with the bounds of [BoundedCode].
public final class BoundedRel extends SingleRel implements EnumerableRel {
    private final StatementBudget budget;

    public BoundedRel(RelNode input, StatementBudget budget) {
        super(input.getCluster(), input.getTraitSet(), input);
        this.budget = budget;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new BoundedRel(inputs.getFirst(), budget);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        Result result = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
        return new Result(result.block.accept(new BoundedCode(budget)), result.physType, result.format);
    }
}
