// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.internal.operator.AsofJoinRel;
import dev.ashlar.sql.internal.operator.AsofJoinRel.Link;
import dev.ashlar.sql.runtime.AsofRows.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAsofJoin;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/// Converts Calcite's ASOF join, and derives conditions on its right side from those on its left side.
final class AsofForm {
    private final LogicalAsofJoin join;
    private final WidenedInput left;
    private final WidenedInput right;

    private AsofForm(LogicalAsofJoin join) {
        this.join = join;
        left = new WidenedInput(join.getLeft(), 0);
        right = new WidenedInput(join.getRight(), join.getLeft().getRowType().getFieldCount());
    }

    static RelNode of(LogicalAsofJoin join) {
        return new AsofForm(join).joined();
    }

    private RelNode joined() {
        List<Integer> keys = new ArrayList<>();
        List<Integer> rightKeys = new ArrayList<>();
        for (RexNode condition : RelOptUtil.conjunctions(join.getCondition())) {
            if (condition.getKind() != SqlKind.EQUALS) {
                throw unsupported(condition);
            }
            RexCall equal = sided((RexCall) condition);
            RelDataType type = common(equal);
            keys.add(left.column(equal.getOperands().get(0), type));
            rightKeys.add(right.column(equal.getOperands().get(1), type));
        }
        if (!(join.getMatchCondition() instanceof RexCall match)) {
            throw unsupported(join.getMatchCondition());
        }
        RexCall times = sided(match);
        RelDataType type = common(times);
        Direction direction = switch (times.getKind()) {
            case GREATER_THAN_OR_EQUAL -> Direction.AT_OR_BEFORE;
            case GREATER_THAN -> Direction.BEFORE;
            case LESS_THAN_OR_EQUAL -> Direction.AT_OR_AFTER;
            case LESS_THAN -> Direction.AFTER;
            default -> throw unsupported(times);
        };
        int time = left.column(times.getOperands().get(0), type);
        int rightTime = right.column(times.getOperands().get(1), type);
        RelNode asof = AsofJoinRel.of(left.widened(), right.widened(), new Link(keys, time, rightKeys, rightTime,
                direction, join.getJoinType() == JoinRelType.LEFT_ASOF));
        List<RexNode> shown = new ArrayList<>();
        int leftCount = join.getLeft().getRowType().getFieldCount();
        RexBuilder builder = join.getCluster().getRexBuilder();
        for (int i = 0; i < join.getRowType().getFieldCount(); i++) {
            shown.add(builder.makeInputRef(asof, i < leftCount ? i : i - leftCount + left.count()));
        }
        return asof.getRowType().getFieldCount() == shown.size() ? asof : LogicalProject.create(asof, List.of(), shown,
                join.getRowType(), Set.of());
    }

    /// The comparison with its left side first.
    private RexCall sided(RexCall comparison) {
        List<RexNode> operands = comparison.getOperands();
        if (operands.size() == 2 && left.has(operands.get(0)) && right.has(operands.get(1))) {
            return comparison;
        }
        if (operands.size() == 2 && right.has(operands.get(0)) && left.has(operands.get(1))) {
            return (RexCall) RexUtil.invert(join.getCluster().getRexBuilder(), comparison);
        }
        throw unsupported(comparison);
    }

    private RelDataType common(RexCall comparison) {
        List<RelDataType> types = comparison.getOperands().stream().map(RexNode::getType).toList();
        RelDataType type = join.getCluster().getTypeFactory().leastRestrictive(types);
        if (type == null) {
            throw new QueryException(Reason.UNSUPPORTED, "ASOF JOIN compares columns of different types: " + types);
        }
        return type;
    }

    private static QueryException unsupported(RexNode condition) {
        return new QueryException(Reason.UNSUPPORTED, "ASOF JOIN takes equal columns of both sides and one comparison of "
                + "times, not " + condition.getKind() + "; compute what differs in a sub-query");
    }

    /// Keeps only those rows on the right that rows on the left can match, as far as conditions on the left say so:
    /// the same keys, and times up to the latest, or from the earliest, on the left.
    static RelNode narrowed(AsofJoinRel join) {
        RelOptPredicateList known = join.getCluster().getMetadataQuery().getPulledUpPredicates(join.getLeft());
        RexBuilder builder = join.getCluster().getRexBuilder();
        List<RexNode> conditions = new ArrayList<>();
        for (RexNode predicate : known.pulledUpPredicates) {
            for (RexNode condition : RelOptUtil.conjunctions(RexUtil.expandSearch(builder, null, predicate))) {
                RexNode onRight = onRight(condition, join);
                if (onRight != null && !conditions.contains(onRight)) {
                    conditions.add(onRight);
                }
            }
        }
        RelNode narrow = conditions.isEmpty() ? join.getRight() : LogicalFilter.create(join.getRight(),
                RexUtil.composeConjunction(builder, conditions));
        return join.copy(join.getTraitSet(), List.of(join.getLeft(), narrow));
    }

    /// Null if the condition says nothing about the right side.
    private static RexNode onRight(RexNode condition, AsofJoinRel join) {
        Link link = join.link();
        RexBuilder builder = join.getCluster().getRexBuilder();
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(condition);
        if (used.isEmpty() || condition.getKind() == SqlKind.IS_NOT_NULL || RexUtil.containsCorrelation(condition)
                || !RexUtil.isDeterministic(condition)) {
            return null;
        }
        if (link.keys().containsAll(used.asList())) {
            boolean same = used.asList().stream().allMatch(column -> join.getLeft().getRowType().getFieldList()
                    .get(column).getType().getSqlTypeName() == join.getRight().getRowType().getFieldList().get(
                    link.rightKeys().get(link.keys().indexOf(column))).getType().getSqlTypeName());
            return !same ? null : condition.accept(new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef input) {
                    return builder.makeInputRef(join.getRight(), link.rightKeys().get(link.keys().indexOf(
                            input.getIndex())));
                }
            });
        }
        if (!used.equals(ImmutableBitSet.of(link.time())) || !(condition instanceof RexCall call)
                || call.getOperands().size() != 2) {
            return null;
        }
        boolean first = call.getOperands().get(0) instanceof RexInputRef;
        RexNode bound = call.getOperands().get(first ? 1 : 0);
        SqlKind kind = first ? call.getKind() : call.getKind().reverse();
        if (!RexUtil.isConstant(bound) || !(call.getOperands().get(first ? 0 : 1) instanceof RexInputRef)) {
            return null;
        }
        boolean backward = switch (link.direction()) {
            case AT_OR_BEFORE, BEFORE -> true;
            case AT_OR_AFTER, AFTER -> false;
        };
        boolean bounds = switch (kind) {
            case EQUALS -> true;
            case LESS_THAN, LESS_THAN_OR_EQUAL -> backward;
            case GREATER_THAN, GREATER_THAN_OR_EQUAL -> !backward;
            default -> false;
        };
        return !bounds ? null : builder.makeCall(backward ? SqlStdOperatorTable.LESS_THAN_OR_EQUAL
                : SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, builder.makeInputRef(join.getRight(),
                link.rightTime()), bound);
    }
}
