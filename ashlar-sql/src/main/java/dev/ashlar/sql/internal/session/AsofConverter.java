// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.exact.Convertlets;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.util.ImmutableBitSet;

/// Calcite's converter to relational form, which finds the time in `ASOF JOIN … USING (key, time)`: its last column.
final class AsofConverter extends SqlToRelConverter {
    private static final RelOptTable.ViewExpander NO_VIEWS = (_, _, _, _) -> {
        throw new IllegalStateException("no views");
    };

    AsofConverter(SqlValidator validator, CalciteCatalogReader catalog, RelOptCluster cluster) {
        super(NO_VIEWS, validator, catalog, cluster, Convertlets.INSTANCE, SqlToRelConverter.config().withExpand(false)
                .withInSubQueryThreshold(Integer.MAX_VALUE));
    }

    /// Columns of VALUES cannot be named where an alias of SELECT is one of their names, those of a projection can.
    @Override
    protected void convertAgg(Blackboard blackboard, SqlSelect select, List<SqlNode> order,
            List<SqlNode> qualified) {
        if (blackboard.root instanceof Values values) {
            RelDataType row = values.getRowType();
            blackboard.setRoot(LogicalProject.create(values, List.of(), rexBuilder.identityProjects(row),
                    row.getFieldNames(), Set.of()), false);
        }
        super.convertAgg(blackboard, select, order, qualified);
    }

    @Override
    protected RelNode createAsofJoin(SqlParserPos at, Blackboard blackboard, RelNode left, RelNode right,
            RexNode condition, RexNode match, JoinRelType type) {
        List<RexNode> links = new ArrayList<>(RelOptUtil.conjunctions(condition));
        int width = left.getRowType().getFieldCount();
        RexNode time = match;
        if (match.isAlwaysTrue() && !links.isEmpty() && links.getLast() instanceof RexCall last) {
            links.removeLast();
            List<RexNode> sides = RelOptUtil.InputFinder.bits(last.getOperands().getFirst()).nextSetBit(width) < 0
                    ? last.getOperands() : last.getOperands().reversed();
            time = rexBuilder.makeCall(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, sides);
        }
        for (RexNode link : links) {
            if (link.getKind() != SqlKind.EQUALS || !isOfBoth((RexCall) link, width)) {
                throw wrong(at);
            }
        }
        if (!SqlKind.ORDER_COMPARISON.contains(time.getKind()) || !isOfBoth((RexCall) time, width)) {
            throw wrong(at);
        }
        return super.createAsofJoin(at, blackboard, left, right, RexUtil.composeConjunction(rexBuilder, links), time,
                type);
    }

    private static SqlException wrong(SqlParserPos at) {
        return Place.of(at).wrong(Reason.UNSUPPORTED, "ASOF JOIN takes equal values of both sides and one comparison of "
                + "times; filter a side in a query: asof join (select … where …) q on …");
    }

    /// Whether one operand is of the left side alone, and the other of the right.
    private static boolean isOfBoth(RexCall comparison, int width) {
        List<RexNode> operands = comparison.getOperands();
        return operands.size() == 2 && side(operands.get(0), width) * side(operands.get(1), width) < 0;
    }

    /// Negative for the left side, 0 for both or none.
    private static int side(RexNode operand, int width) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(operand);
        return used.isEmpty() ? 0 : used.length() <= width ? -1 : used.nth(0) >= width ? 1 : 0;
    }
}
