// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/// Makes what is left to Calcite's operators exact: see [ExactRex].
final class ExactShuttle extends RelHomogeneousShuttle {
    private final RelOptCluster cluster;
    private final ExactRex rex;

    ExactShuttle(RelOptCluster cluster) {
        this.cluster = cluster;
        rex = new ExactRex(cluster.getRexBuilder());
    }

    @Override
    public RelNode visit(RelNode other) {
        RelNode children = super.visitChildren(other);
        return switch (children) {
            case Values values -> values(values);
            case LogicalAggregate aggregate -> aggregate(aggregate);
            default -> children.accept(rex);
        };
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
        if (columns.size() == input.getRowType().getFieldCount()) {
            return aggregate;
        }
        RelNode widened = LogicalProject.create(input, List.of(), columns, names, Set.of());
        return aggregate.copy(aggregate.getTraitSet(), widened, aggregate.getGroupSet(), aggregate.getGroupSets(),
                calls);
    }

    /// Timestamps among constants become numbers, with the timestamps computed above them.
    private RelNode values(Values values) {
        RelDataType row = values.getRowType();
        if (row.getFieldList().stream().noneMatch(f -> f.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP)) {
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
                        ? rex.nanoseconds(literal) : literal);
            }
            tuples.add(literals.build());
        }
        RelNode constants = LogicalValues.create(cluster, numbers.build(), tuples.build());
        List<RexNode> projects = new ArrayList<>();
        for (RelDataTypeField field : row.getFieldList()) {
            RexNode number = builder.makeInputRef(constants, field.getIndex());
            projects.add(field.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
                    ? ExactRex.reinterpret(builder, field.getType(), number) : number);
        }
        return LogicalProject.create(constants, List.of(), projects, row, Set.of());
    }
}
