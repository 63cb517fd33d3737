// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.runtime.SeriesRows;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;

/// Numbers or times between the bounds given by its input: [SeriesRows].
public final class SeriesRel extends SingleRel implements EnumerableRel {
    private final boolean inclusive;
    private final SeriesRows.Unit unit;

    /// @param bounds one row: start, end and step
    public SeriesRel(RelNode bounds, RelDataType rowType, boolean inclusive, SeriesRows.Unit unit) {
        this(bounds.getCluster().traitSetOf(Convention.NONE), bounds, rowType, inclusive, unit);
    }

    private SeriesRel(RelTraitSet traits, RelNode bounds, RelDataType rowType, boolean inclusive,
            SeriesRows.Unit unit) {
        super(bounds.getCluster(), traits, bounds);
        this.rowType = rowType;
        this.inclusive = inclusive;
        this.unit = unit;
    }

    public static RelOptRule rule() {
        return OwnRule.of(SeriesRel.class);
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new SeriesRel(traits, inputs.getFirst(), rowType, inclusive, unit);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("to", inclusive ? "inclusive" : "exclusive").item("unit", unit);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        return ArrayRows.implement(this, implementor, new SeriesRows(inclusive, unit), SeriesRows.class, "of");
    }
}
