// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.runtime.RecursiveRows;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;

/// `WITH RECURSIVE`: [RecursiveRows].
public final class RecursiveRel extends BiRel implements EnumerableRel {
    private final RecursiveRows rows;

    /// @param second reads [RecursiveRows#working]
    public RecursiveRel(RelNode first, RelNode second, RelDataType rowType, RecursiveRows rows) {
        this(first.getCluster().traitSetOf(Convention.NONE), first, second, rowType, rows);
    }

    private RecursiveRel(RelTraitSet traits, RelNode first, RelNode second, RelDataType rowType, RecursiveRows rows) {
        super(first.getCluster(), traits, first, second);
        this.rowType = rowType;
        this.rows = rows;
    }

    public static RelOptRule rule() {
        return OwnRule.of(RecursiveRel.class);
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new RecursiveRel(traits, inputs.get(0), inputs.get(1), rowType, rows);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("all", rows.isAll());
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        return ArrayRows.implementTwo(this, implementor, rows, RecursiveRows.class, "of");
    }
}
