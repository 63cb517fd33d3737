// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.runtime.SampledRows;
import java.util.List;
import java.util.OptionalLong;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptSamplingParameters;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Sample;

/// A random part of rows: [SampledRows].
public final class SampleRel extends SingleRel implements EnumerableRel {
    private final RelOptSamplingParameters parameters;

    private SampleRel(RelTraitSet traits, RelNode input, RelOptSamplingParameters parameters) {
        super(input.getCluster(), traits, input);
        this.parameters = parameters;
    }

    public static RelNode of(Sample sample) {
        RelNode input = sample.getInput();
        return new SampleRel(input.getCluster().traitSetOf(Convention.NONE), input, sample.getSamplingParameters());
    }

    public static RelOptRule rule() {
        return OwnRule.of(SampleRel.class);
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new SampleRel(traits, inputs.getFirst(), parameters);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("share", parameters.sampleRate).itemIf("seed",
                parameters.getRepeatableSeed(), parameters.isRepeatable());
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        SampledRows rows = new SampledRows(parameters.sampleRate.doubleValue(), parameters.isRepeatable()
                ? OptionalLong.of(parameters.getRepeatableSeed()) : OptionalLong.empty());
        return ArrayRows.implement(this, implementor, rows, SampledRows.class, "of");
    }
}
