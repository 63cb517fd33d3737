// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.scan;

import dev.ashlar.query.Expr;
import dev.ashlar.query.Output;
import dev.ashlar.query.Parents;
import dev.ashlar.query.Plan;
import dev.ashlar.query.ValueType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/// Replaces a join of group entries with their parents, `e._parent = p._row`, by a scan of the entries, which finds the
/// parents as it goes and returns their columns.
record ParentJoin(LogicalJoin join, StoreScan entries, StoreScan parent, boolean entriesFirst, Parents parents) {
    /// Which end of the link between the two a column is.
    private enum End { NONE, OF_ENTRIES, OF_PARENT }

    /// The scan that does it, below conditions that no scan can decide; empty if the join is another.
    static Optional<RelNode> of(LogicalJoin join, RexBuilder builder) {
        boolean inner = join.getJoinType() == JoinRelType.INNER;
        Optional<StoreScan> left = scan(join.getLeft(), inner);
        Optional<StoreScan> right = scan(join.getRight(), inner);
        if (left.isEmpty() || right.isEmpty() || !join.getVariablesSet().isEmpty()) {
            return Optional.empty();
        }
        List<RexNode> above = new ArrayList<>();
        if (join.getLeft() instanceof LogicalFilter filter) {
            above.add(filter.getCondition());
        }
        if (join.getRight() instanceof LogicalFilter filter) {
            above.add(RexUtil.shift(filter.getCondition(), join.getLeft().getRowType().getFieldCount()));
        }
        Optional<StoreScan> found = of(join, left.get(), right.get(), true, builder)
                .or(() -> of(join, right.get(), left.get(), false, builder));
        return found.map(scan -> above.isEmpty() ? scan
                : LogicalFilter.create(scan, RexUtil.composeConjunction(builder, above)));
    }

    /// What is joined, as far as it is a scan to which conditions may be added.
    ///
    /// @param filtered whether a condition may stand above it
    private static Optional<StoreScan> scan(RelNode side, boolean filtered) {
        RelNode below = filtered && side instanceof LogicalFilter filter && filter.getVariablesSet().isEmpty()
                ? filter.getInput() : side;
        return below instanceof StoreScan scan && scan.isOpen() ? Optional.of(scan) : Optional.empty();
    }

    private static Optional<StoreScan> of(LogicalJoin join, StoreScan entries, StoreScan parent, boolean entriesFirst,
            RexBuilder builder) {
        return entries.plan().source().parents(parent.plan().source()).flatMap(parents ->
                new ParentJoin(join, entries, parent, entriesFirst, parents).scan(builder));
    }

    private boolean isInner() {
        return join.getJoinType() == JoinRelType.INNER;
    }

    /// Whether entries without a parent are kept.
    private boolean keepsEntries() {
        return join.getJoinType() == (entriesFirst ? JoinRelType.LEFT : JoinRelType.RIGHT);
    }

    private Optional<StoreScan> scan(RexBuilder builder) {
        List<Expr> inputs = new ArrayList<>();
        List<End> ends = new ArrayList<>();
        add(entriesFirst, inputs, ends);
        add(!entriesFirst, inputs, ends);
        if (!isInner() && !keepsEntries() || inputs.isEmpty()) {
            return Optional.empty();
        }
        // What has to be true of an entry and its parent to be joined.
        List<Expr> joined = new ArrayList<>();
        joined.add(parents.present().isNotNull());
        parent.plan().where().map(this::ofParent).ifPresent(joined::add);
        RexToExpr converter = new RexToExpr(builder, inputs);
        boolean linked = false;
        for (RexNode condition : RelOptUtil.conjunctions(join.getCondition())) {
            Optional<Expr> expr = converter.convert(condition);
            if (isLink(condition, ends)) {
                linked = true;
            } else if (expr.isPresent()) {
                joined.add(expr.get());
            } else {
                return Optional.empty();
            }
        }
        if (!linked) {
            return Optional.empty();
        }
        List<Expr> where = new ArrayList<>();
        entries.plan().where().ifPresent(where::add);
        if (isInner()) {
            where.addAll(joined);
        } else {
            hideParent(inputs, joined);
        }
        return Optional.of(scan(inputs, where));
    }

    /// Where a condition is not true, an entry is kept without its parent, of which it has one at most. Columns are
    /// NULL by themselves where the parent is gone; what is computed from them may not be.
    private void hideParent(List<Expr> inputs, List<Expr> conditions) {
        Expr joined = conditions.size() == 1 ? conditions.getFirst() : new Expr.And(conditions);
        int first = entriesFirst ? entries.fields().size() : 0;
        for (int i = first; i < first + parent.fields().size(); i++) {
            Expr shown = inputs.get(i);
            if (conditions.size() == 1 && shown instanceof Expr.ColumnRef) {
                continue;
            }
            inputs.set(i, new Expr.Case(List.of(new Expr.When(joined, shown)), Expr.nullOf(shown.type())));
        }
    }

    private StoreScan scan(List<Expr> inputs, List<Expr> where) {
        List<String> names = join.getRowType().getFieldNames();
        List<Output> outputs = new ArrayList<>();
        for (Expr input : inputs) {
            outputs.add(new Output(names.get(outputs.size()), input));
        }
        Optional<Expr> condition = where.isEmpty() ? Optional.empty()
                : Optional.of(where.size() == 1 ? where.getFirst() : new Expr.And(where));
        Plan plan = new Plan(entries.plan().source(), condition, outputs, List.of(), false, List.of(), 0,
                Plan.NO_LIMIT);
        return new StoreScan(join.getCluster(), plan, IntStream.range(0, outputs.size()).boxed().toList(),
                join.getRowType());
    }

    /// Adds the columns of one side.
    ///
    /// @param ends whether each of them is one end of the link between the two
    private void add(boolean ofEntries, List<Expr> inputs, List<End> ends) {
        StoreScan side = ofEntries ? entries : parent;
        for (int field : side.fields()) {
            Expr expr = side.plan().outputs().get(field).expr();
            inputs.add(ofEntries ? expr : ofParent(expr));
            boolean end = ofEntries ? expr.equals(parents.row()) : expr instanceof Expr.ColumnRef column
                    && parents.columns().get(column.index()).equals(parents.row());
            ends.add(!end ? End.NONE : ofEntries ? End.OF_ENTRIES : End.OF_PARENT);
        }
    }

    private static boolean isLink(RexNode condition, List<End> ends) {
        return condition instanceof RexCall call && call.getKind() == SqlKind.EQUALS
                && call.getOperands().get(0) instanceof RexInputRef one
                && call.getOperands().get(1) instanceof RexInputRef other
                && EnumSet.of(ends.get(one.getIndex()), ends.get(other.getIndex()))
                .equals(EnumSet.of(End.OF_ENTRIES, End.OF_PARENT));
    }

    /// An expression over the parent's rows as one over the rows of its entries.
    private Expr ofParent(Expr expr) {
        return Substitution.of(expr, column -> {
            Expr found = parents.columns().get(column);
            // Where the parent is gone, the number of its row is known, and not one of the join.
            return isInner() || !found.equals(parents.row()) ? found : new Expr.Case(List.of(
                    new Expr.When(parents.present().isNotNull(), found)), Expr.nullOf(ValueType.INT64));
        });
    }
}
