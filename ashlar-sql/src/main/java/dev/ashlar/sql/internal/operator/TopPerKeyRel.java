// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.internal.scan.KeyedInput;
import dev.ashlar.sql.runtime.TopPerKeyRows;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/// The first rows of each key, with their numbers: [TopPerKeyRows].
public final class TopPerKeyRel extends SingleRel implements EnumerableRel, KeyedInput {
    private final List<Integer> keys;
    private final RelCollation order;
    private final int most;

    private TopPerKeyRel(RelTraitSet traits, RelNode input, List<Integer> keys, RelCollation order, int most) {
        super(input.getCluster(), traits, input);
        this.keys = List.copyOf(keys);
        this.order = order;
        this.most = most;
    }

    public static TopPerKeyRel of(RelNode input, List<Integer> keys, RelCollation order, int most) {
        return new TopPerKeyRel(input.getCluster().traitSetOf(Convention.NONE), input, keys, order, most);
    }

    public static RelOptRule rule() {
        return OwnRule.of(TopPerKeyRel.class);
    }

    @Override
    public List<Integer> keys() {
        return keys;
    }

    @Override
    public RelCollation order() {
        return order;
    }

    @Override
    public int most() {
        return most;
    }

    @Override
    protected RelDataType deriveRowType() {
        return getCluster().getTypeFactory().builder().addAll(getInput().getRowType().getFieldList()).add("$number",
                getCluster().getTypeFactory().createSqlType(SqlTypeName.BIGINT)).build();
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new TopPerKeyRel(traits, inputs.getFirst(), keys, order, most);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("keys", keys).item("order", order).item("most", most);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        return ArrayRows.implement(this, implementor, new TopPerKeyRows(keys, OrderedRel.keys(order), most),
                TopPerKeyRows.class, "of");
    }
}
