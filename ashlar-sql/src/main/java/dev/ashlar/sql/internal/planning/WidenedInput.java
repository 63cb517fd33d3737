// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/// The input of an operator, extended by columns for the expressions that the operator compares.
final class WidenedInput {
    private final RelNode node;
    private final int first;
    private final List<RexNode> columns = new ArrayList<>();

    /// @param first the number that its first column has in expressions
    WidenedInput(RelNode node, int first) {
        this.node = node;
        this.first = first;
        RexBuilder builder = node.getCluster().getRexBuilder();
        for (int i = 0; i < node.getRowType().getFieldCount(); i++) {
            columns.add(builder.makeInputRef(node, i));
        }
    }

    /// Whether an expression is of its columns alone.
    boolean has(RexNode expression) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(expression);
        return !used.isEmpty() && used.nth(0) >= first && used.length() <= first + node.getRowType().getFieldCount();
    }

    /// The column of an expression.
    int column(RexNode expression) {
        return column(expression, expression.getType());
    }

    /// The column of an expression as a value of this type.
    int column(RexNode expression, RelDataType type) {
        RexNode own = RexUtil.shift(expression, -first);
        boolean same = own.getType().getSqlTypeName() == type.getSqlTypeName()
                && own.getType().getScale() == type.getScale();
        RexNode typed = same ? own : node.getCluster().getRexBuilder().makeCast(node.getCluster().getTypeFactory()
                .createTypeWithNullability(type, own.getType().isNullable()), own);
        if (typed instanceof RexInputRef input) {
            return input.getIndex();
        }
        columns.add(typed);
        return columns.size() - 1;
    }

    /// Columns so far.
    int count() {
        return columns.size();
    }

    RelNode widened() {
        List<String> names = new ArrayList<>(node.getRowType().getFieldNames());
        while (names.size() < columns.size()) {
            names.add("$" + names.size());
        }
        return columns.size() == node.getRowType().getFieldCount() ? node
                : LogicalProject.create(node, List.of(), columns, names, Set.of());
    }
}
