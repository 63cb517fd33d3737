// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.exact;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/// Makes the expressions of Calcite's operators exact: see [ExactRex].
public final class ExactShuttle extends RelHomogeneousShuttle {
    private final RelOptCluster cluster;
    private final ExactRex rex;

    /// @param mostCharacters of a text that is computed
    public ExactShuttle(RelOptCluster cluster, int mostCharacters) {
        this.cluster = cluster;
        rex = new ExactRex(cluster.getRexBuilder(), mostCharacters);
    }

    @Override
    public RelNode visit(RelNode other) {
        RelNode children = super.visitChildren(other);
        return switch (children) {
            case Values values -> values(values);
            case LogicalAggregate aggregate -> aggregate(aggregate);
            case LogicalJoin join -> join(join);
            default -> children.accept(rex);
        };
    }

    /// Columns that have to be equal stay as they are: by them Calcite's operator finds rows, whose values are
    /// canonical.
    private RelNode join(LogicalJoin join) {
        List<RexNode> conditions = new ArrayList<>();
        for (RexNode condition : RelOptUtil.conjunctions(join.getCondition())) {
            conditions.add(isLink(condition, join.getLeft().getRowType().getFieldCount()) ? condition
                    : condition.accept(rex));
        }
        return join.copy(join.getTraitSet(), RexUtil.composeConjunction(cluster.getRexBuilder(), conditions),
                join.getLeft(), join.getRight(), join.getJoinType(), join.isSemiJoinDone());
    }

    private static boolean isLink(RexNode condition, int leftColumns) {
        return condition instanceof RexCall call && call.getKind() == SqlKind.EQUALS
                && call.getOperands().get(0) instanceof RexInputRef one
                && call.getOperands().get(1) instanceof RexInputRef other
                && one.getIndex() < leftColumns != other.getIndex() < leftColumns
                && one.getType().getSqlTypeName() == other.getType().getSqlTypeName()
                && one.getType().getScale() == other.getType().getScale();
    }

    /// Sums are of another type than what is summed up, which Calcite's operators take for the same.
    private RelNode aggregate(LogicalAggregate aggregate) {
        RelNode input = aggregate.getInput();
        RexBuilder builder = cluster.getRexBuilder();
        List<RexNode> columns = new ArrayList<>();
        List<String> names = new ArrayList<>(input.getRowType().getFieldNames());
        for (int i = 0; i < names.size(); i++) {
            columns.add(builder.makeInputRef(input, i));
        }
        List<AggregateCall> calls = new ArrayList<>();
        for (AggregateCall call : aggregate.getAggCallList()) {
            if (ExactRex.sums(call.getAggregation()) && ExactRex.differ(call.getType(),
                    columns.get(call.getArgList().getFirst()).getType())) {
                names.add("$" + names.size());
                columns.add(ExactRex.summand(builder, call.getType(), columns.get(call.getArgList().getFirst())));
                calls.add(call.withArgList(List.of(columns.size() - 1)));
            } else {
                calls.add(call);
            }
        }
        RelNode widened = columns.size() == input.getRowType().getFieldCount() ? input
                : LogicalProject.create(input, List.of(), columns, names, Set.of());
        return aggregate.copy(aggregate.getTraitSet(), widened, aggregate.getGroupSet(), aggregate.getGroupSets(),
                calls);
    }

    /// Timestamps among constants become numbers, with the timestamps computed above them, and zeros lose their signs.
    private RelNode values(Values values) {
        RelDataType row = values.getRowType();
        if (row.getFieldList().stream().noneMatch(f -> f.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
                || SqlTypeUtil.isApproximateNumeric(f.getType()))) {
            return values;
        }
        RexBuilder builder = cluster.getRexBuilder();
        RelDataTypeFactory types = cluster.getTypeFactory();
        RelDataTypeFactory.Builder numbers = types.builder();
        for (RelDataTypeField field : row.getFieldList()) {
            boolean time = field.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP;
            numbers.add(field.getName(), time ? types.createTypeWithNullability(
                    types.createSqlType(SqlTypeName.BIGINT), field.getType().isNullable()) : field.getType());
        }
        ImmutableList.Builder<ImmutableList<RexLiteral>> tuples = ImmutableList.builder();
        for (List<RexLiteral> tuple : values.getTuples()) {
            ImmutableList.Builder<RexLiteral> literals = ImmutableList.builder();
            for (RexLiteral literal : tuple) {
                literals.add(literal.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
                        ? rex.nanoseconds(literal) : rex.canonical(literal));
            }
            tuples.add(literals.build());
        }
        RelNode constants = LogicalValues.create(cluster, numbers.build(), tuples.build());
        List<RexNode> projects = new ArrayList<>();
        for (RelDataTypeField field : row.getFieldList()) {
            RexNode number = builder.makeInputRef(constants, field.getIndex());
            projects.add(field.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
                    ? rex.calls().reinterpret(field.getType(), number) : number);
        }
        return LogicalProject.create(constants, List.of(), projects, row, Set.of());
    }
}
