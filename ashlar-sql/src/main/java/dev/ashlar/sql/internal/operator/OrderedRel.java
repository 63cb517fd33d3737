// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.query.Plan;
import dev.ashlar.sql.runtime.SortedRows;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/// Orders rows as scans do, in place of Calcite's operator: [SortedRows].
public final class OrderedRel extends Sort implements EnumerableRel {
    /// Makes these of Calcite's.
    private static final class Rule extends ConverterRule {
        Rule(Config config) {
            super(config);
        }

        @Override
        public RelNode convert(RelNode node) {
            Sort sort = (Sort) node;
            if (sort.getCollation().getFieldCollations().isEmpty() || !isCount(sort.offset) || !isCount(sort.fetch)) {
                return null;
            }
            RelTraitSet traits = sort.getTraitSet().replace(EnumerableConvention.INSTANCE);
            return new OrderedRel(sort.getCluster(), traits, convert(sort.getInput(),
                    sort.getInput().getTraitSet().replace(EnumerableConvention.INSTANCE)), sort.getCollation(),
                    sort.offset, sort.fetch);
        }

        private static boolean isCount(RexNode node) {
            return node == null || node instanceof RexLiteral;
        }
    }

    private OrderedRel(RelOptCluster cluster, RelTraitSet traits, RelNode input, RelCollation collation, RexNode offset,
            RexNode fetch) {
        super(cluster, traits, input, collation, offset, fetch);
    }

    public static RelOptRule rule() {
        return ConverterRule.Config.INSTANCE.withConversion(LogicalSort.class, Convention.NONE,
                EnumerableConvention.INSTANCE, "AshlarOrderedRule").withRuleFactory(Rule::new).toRule();
    }

    static List<SortedRows.Key> keys(RelCollation collation) {
        return collation.getFieldCollations().stream().map(OrderedRel::key).toList();
    }

    private static SortedRows.Key key(RelFieldCollation key) {
        boolean descending = key.getDirection().isDescending();
        boolean nullsFirst = switch (key.nullDirection) {
            case FIRST -> true;
            case LAST -> false;
            case UNSPECIFIED -> descending;
        };
        return new SortedRows.Key(key.getFieldIndex(), descending, nullsFirst);
    }

    @Override
    public Sort copy(RelTraitSet traits, RelNode input, RelCollation collation, RexNode offset, RexNode fetch) {
        return new OrderedRel(getCluster(), traits, input, collation, offset, fetch);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        SortedRows rows = new SortedRows(keys(getCollation()), count(offset, 0), count(fetch, Plan.NO_LIMIT));
        return ArrayRows.implement(this, implementor, rows, SortedRows.class, "sorted");
    }

    private static long count(RexNode node, long absent) {
        return node == null ? absent : ((RexLiteral) node).getValueAs(BigDecimal.class)
                .min(BigDecimal.valueOf(Plan.NO_LIMIT)).longValue();
    }
}
