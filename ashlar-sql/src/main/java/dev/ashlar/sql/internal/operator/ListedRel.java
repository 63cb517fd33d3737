// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.runtime.ListedRows;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;

/// Rows that are in memory: [ListedRows].
public final class ListedRel extends AbstractRelNode implements EnumerableRel {
    private final String name;
    private final ListedRows rows;

    /// @param name by which two of them differ
    public ListedRel(RelOptCluster cluster, String name, RelDataType rowType, ListedRows rows) {
        super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE));
        this.name = name;
        this.rowType = rowType;
        this.rows = rows;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return this;
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("rows", name);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        return implementor.result(PhysTypeImpl.of(implementor.getTypeFactory(), rowType, JavaRowFormat.ARRAY, false),
                Blocks.toBlock(Expressions.call(implementor.stash(rows, ListedRows.class), "open", DataContext.ROOT)));
    }
}
