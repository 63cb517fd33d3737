// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;

/// Converts one of Ashlar's operators, and its inputs, to executable form.
final class OwnRule extends ConverterRule {
    private OwnRule(Config config) {
        super(config);
    }

    static RelOptRule of(Class<? extends RelNode> type) {
        return Config.INSTANCE.withConversion(type, Convention.NONE, EnumerableConvention.INSTANCE, "Ashlar"
                + type.getSimpleName()).withRuleFactory(OwnRule::new).toRule();
    }

    @Override
    public RelNode convert(RelNode node) {
        return node.copy(node.getTraitSet().replace(EnumerableConvention.INSTANCE), node.getInputs().stream().map(
                input -> convert(input, input.getTraitSet().replace(EnumerableConvention.INSTANCE))).toList());
    }
}
