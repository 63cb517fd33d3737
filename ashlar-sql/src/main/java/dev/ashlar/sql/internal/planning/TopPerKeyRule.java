// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import dev.ashlar.sql.internal.operator.TopPerKeyRel;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/// Recognizes queries that keep rows by their number within a key, `ROW_NUMBER() OVER (PARTITION BY k ORDER BY o) <=
/// n`, and keeps only the first ones of each key.
final class TopPerKeyRule extends RelOptRule {
    static final RelOptRule INSTANCE = new TopPerKeyRule();
    /// Rows of a key that are kept in order one by one.
    private static final int MOST = 100;

    // The other way wants a configuration made by an annotation processor.
    @SuppressWarnings("deprecation")
    private TopPerKeyRule() {
        super(operand(LogicalFilter.class, operand(LogicalProject.class, any())), "AshlarTopPerKeyRule");
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
        return call.<LogicalProject>rel(1).containsOver() && call.<LogicalFilter>rel(0).getVariablesSet().isEmpty();
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
        LogicalFilter filter = call.rel(0);
        LogicalProject project = call.rel(1);
        Set<RexOver> windows = windows(project.getProjects());
        if (windows.size() != 1 || windows.iterator().next().getOperator().getKind() != SqlKind.ROW_NUMBER) {
            return;
        }
        RexOver number = windows.iterator().next();
        int most = Integer.MAX_VALUE;
        List<RexNode> left = new ArrayList<>();
        for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
            OptionalInt bound = bound(RelOptUtil.pushPastProject(condition, project), number);
            if (bound.isEmpty()) {
                left.add(condition);
            } else {
                most = Math.min(most, bound.getAsInt());
            }
        }
        if (most > MOST) {
            return;
        }
        WidenedInput input = new WidenedInput(project.getInput(), 0);
        List<Integer> keys = number.getWindow().partitionKeys.stream().map(input::column).toList();
        List<RelFieldCollation> order = number.getWindow().orderKeys.stream().map(key -> new RelFieldCollation(
                input.column(key.left), key.getDirection(), key.getNullDirection())).toList();
        RelNode top = TopPerKeyRel.of(input.widened(), keys, RelCollations.of(order), most);
        RexBuilder builder = filter.getCluster().getRexBuilder();
        List<RexNode> projects = new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
                return builder.makeInputRef(top, input.count());
            }
        }.visitList(project.getProjects());
        RelNode shown = LogicalProject.create(top, project.getHints(), projects, project.getRowType(),
                project.getVariablesSet());
        call.transformTo(left.isEmpty() ? shown : LogicalFilter.create(shown, RexUtil.composeConjunction(builder,
                left)));
    }

    private static Set<RexOver> windows(List<RexNode> expressions) {
        Set<RexOver> windows = new LinkedHashSet<>();
        new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
                windows.add(over);
                return super.visitOver(over);
            }
        }.visitList(expressions);
        return windows;
    }

    /// The greatest number that a condition lets through; empty if it is another condition, or lets none through.
    private static OptionalInt bound(RexNode condition, RexOver number) {
        if (!(condition instanceof RexCall call) || call.getOperands().size() != 2) {
            return OptionalInt.empty();
        }
        boolean first = call.getOperands().get(0).equals(number);
        SqlKind kind = first ? call.getKind() : call.getKind().reverse();
        if (!call.getOperands().get(first ? 0 : 1).equals(number)
                || !(call.getOperands().get(first ? 1 : 0) instanceof RexLiteral literal) || literal.isNull()) {
            return OptionalInt.empty();
        }
        BigDecimal value = literal.getValueAs(BigDecimal.class);
        BigDecimal most = switch (kind) {
            case LESS_THAN_OR_EQUAL -> value;
            case LESS_THAN -> value.subtract(BigDecimal.ONE);
            // Only the first one: of others those before them would have to go.
            case EQUALS -> value.compareTo(BigDecimal.ONE) == 0 ? value : null;
            default -> null;
        };
        boolean usable = most != null && most.stripTrailingZeros().scale() <= 0 && most.signum() > 0
                && most.compareTo(BigDecimal.valueOf(MOST)) <= 0;
        return usable ? OptionalInt.of(most.intValueExact()) : OptionalInt.empty();
    }
}
