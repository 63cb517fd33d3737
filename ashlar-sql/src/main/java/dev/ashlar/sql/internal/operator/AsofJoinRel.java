// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.operator;

import dev.ashlar.sql.internal.scan.StoreScan;
import dev.ashlar.sql.runtime.AsofRows;
import dev.ashlar.sql.runtime.AsofRows.Direction;
import dev.ashlar.sql.runtime.AsofRows.Side;
import dev.ashlar.sql.runtime.ScanRows;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.validate.SqlValidatorUtil;

/// A join by the nearest time: [AsofRows].
public final class AsofJoinRel extends BiRel implements EnumerableRel {
    /// Columns that are compared, and how.
    ///
    /// @param keys  of the left, each equal to one on the right
    /// @param outer whether rows on the left without a match are kept
    public record Link(List<Integer> keys, int time, List<Integer> rightKeys, int rightTime, Direction direction,
            boolean outer) {
        public Link {
            keys = List.copyOf(keys);
            rightKeys = List.copyOf(rightKeys);
        }
    }

    private final Link link;

    private AsofJoinRel(RelTraitSet traits, RelNode left, RelNode right, Link link) {
        super(left.getCluster(), traits, left, right);
        this.link = link;
    }

    public static AsofJoinRel of(RelNode left, RelNode right, Link link) {
        return new AsofJoinRel(left.getCluster().traitSetOf(Convention.NONE), left, right, link);
    }

    public static RelOptRule rule() {
        return OwnRule.of(AsofJoinRel.class);
    }

    public Link link() {
        return link;
    }

    @Override
    protected RelDataType deriveRowType() {
        return SqlValidatorUtil.deriveJoinRowType(left.getRowType(), right.getRowType(), link.outer ? JoinRelType.LEFT
                : JoinRelType.INNER, getCluster().getTypeFactory(), null, List.of());
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new AsofJoinRel(traits, inputs.get(0), inputs.get(1), link);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        List<String> names = left.getRowType().getFieldNames();
        List<String> rightNames = right.getRowType().getFieldNames();
        StringBuilder on = new StringBuilder();
        for (int i = 0; i < link.keys.size(); i++) {
            on.append(names.get(link.keys.get(i))).append(" = ").append(rightNames.get(link.rightKeys.get(i)))
                    .append(" and ");
        }
        on.append(names.get(link.time)).append(' ').append(link.direction.sign()).append(' ').append(rightNames.get(
                link.rightTime));
        return super.explainTerms(writer).item("on", on).itemIf("keeps", "left", link.outer);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        AsofRows rows = new AsofRows(new Side(link.keys, link.time, left.getRowType().getFieldCount()),
                new Side(link.rightKeys, link.rightTime, right.getRowType().getFieldCount()), link.direction,
                link.outer, times(left, link.time), times(right, link.rightTime));
        return ArrayRows.implementTwo(this, implementor, rows, AsofRows.class, "joined");
    }

    /// A column alone, in the order of the rows, as far as a scan gives it. Conditions above the scan only leave rows
    /// out.
    private static Optional<ScanRows> times(RelNode node, int column) {
        return switch (node) {
            case StoreScan scan -> scan.column(column);
            case Calc calc -> {
                RexNode origin = calc.getProgram().expandLocalRef(calc.getProgram().getProjectList().get(column));
                yield origin instanceof RexInputRef input ? times(calc.getInput(), input.getIndex()) : Optional.empty();
            }
            case BudgetedRel budgeted -> times(budgeted.getInput(), column);
            case StepRel step -> times(step.getInput(), column);
            default -> Optional.empty();
        };
    }
}
