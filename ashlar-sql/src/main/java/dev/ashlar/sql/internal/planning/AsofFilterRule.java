// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import dev.ashlar.sql.internal.operator.AsofJoinRel;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/// Moves conditions on the left side of a join by time below it. Those on the right side stay above: they select
/// matches to return, not rows to match.
final class AsofFilterRule extends RelOptRule {
    static final RelOptRule INSTANCE = new AsofFilterRule();

    // The other way wants a configuration made by an annotation processor.
    @SuppressWarnings("deprecation")
    private AsofFilterRule() {
        super(operand(LogicalFilter.class, operand(AsofJoinRel.class, any())), "AshlarAsofFilterRule");
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
        return call.<LogicalFilter>rel(0).getVariablesSet().isEmpty();
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
        LogicalFilter filter = call.rel(0);
        AsofJoinRel join = call.rel(1);
        int columns = join.getLeft().getRowType().getFieldCount();
        List<RexNode> below = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
            boolean moves = RelOptUtil.InputFinder.bits(condition).length() <= columns
                    && RexUtil.isDeterministic(condition) && !RexUtil.containsCorrelation(condition);
            (moves ? below : above).add(condition);
        }
        if (below.isEmpty()) {
            return;
        }
        RexBuilder builder = filter.getCluster().getRexBuilder();
        RelNode left = LogicalFilter.create(join.getLeft(), RexUtil.composeConjunction(builder, below));
        RelNode joined = join.copy(join.getTraitSet(), List.of(left, join.getRight()));
        call.transformTo(above.isEmpty() ? joined : LogicalFilter.create(joined, RexUtil.composeConjunction(builder,
                above)));
    }
}
