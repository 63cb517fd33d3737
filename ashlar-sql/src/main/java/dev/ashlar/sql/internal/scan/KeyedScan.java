// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.scan;

import dev.ashlar.query.Expr;
import dev.ashlar.query.FirstPerKey;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.sql.internal.type.RuntimeAggregate;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.runtime.aggregate.WindowCall.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;

/// Recognizes queries that a scan can run as the first rows of each key: rows by their number within a key, and
/// `ARG_MAX(x, t)`, `ARG_MIN(x, t)` of groups.
final class KeyedScan {
    /// The first rows of an open scan; empty if they are too many for a scan.
    static Optional<RelNode> of(RelNode node, KeyedInput keyed, StoreScan scan) {
        if (!scan.isOpen() || keyed.most() > FirstPerKey.MAX_ROWS) {
            return Optional.empty();
        }
        List<Integer> keys = keyed.keys().stream().map(scan.fields()::get).toList();
        // Rows of a key do not differ in it.
        List<Order> order = keyed.order().getFieldCollations().stream().map(key -> order(
                scan.fields().get(key.getFieldIndex()), key)).filter(by -> !keys.contains(by.column())).toList();
        List<Integer> fields = new ArrayList<>(scan.fields());
        // The number of the row, behind all columns of the plan.
        fields.add(scan.plan().outputs().size());
        return Optional.of(scan(scan, scan.plan().outputs(), new FirstPerKey(keys, order, keyed.most()), fields,
                node.getRowType()));
    }

    /// An order of rows by a column of a plan, NULL as Calcite has it: greater than all else.
    static Order order(int column, RelFieldCollation key) {
        boolean descending = key.getDirection().isDescending();
        boolean nullsFirst = switch (key.nullDirection) {
            case FIRST -> true;
            case LAST -> false;
            case UNSPECIFIED -> descending;
        };
        return new Order(column, descending, nullsFirst);
    }

    private static StoreScan scan(StoreScan scan, List<Output> outputs, FirstPerKey firsts, List<Integer> fields,
            RelDataType rowType) {
        Plan plan = scan.plan();
        return new StoreScan(scan.getCluster(), new Plan(plan.source(), plan.where(), outputs, List.of(), false,
                Optional.of(firsts), List.of(), 0, Plan.NO_LIMIT), fields, rowType);
    }

    /// Groups of an open scan whose aggregates are all values of one row: the one with the greatest, or with the least
    /// `by`. Empty for others.
    static Optional<RelNode> of(LogicalAggregate aggregate, StoreScan scan) {
        List<AggregateCall> calls = aggregate.getAggCallList();
        Optional<AggregateCall> first = calls.stream().filter(call -> function(call).isPresent()).findFirst();
        if (first.isEmpty() || aggregate.getGroupCount() == 0) {
            return Optional.empty();
        }
        int column = first.get().getArgList().get(1);
        boolean greatest = function(first.get()).get() == Function.ARG_MAX;
        if (!calls.stream().allMatch(call -> isOfOneRow(call, column, greatest))) {
            return Optional.empty();
        }
        // Rows where the value is NULL do not count: then each value has a row of its own.
        List<Integer> nullable = calls.stream().map(call -> call.getArgList().getFirst()).distinct()
                .filter(argument -> type(scan, argument).isNullable() && argument != column).toList();
        boolean ofOne = calls.stream().allMatch(call -> call.getArgList().getFirst().equals(nullable.isEmpty() ? null
                : nullable.getFirst()));
        if (!nullable.isEmpty() && !ofOne) {
            return Optional.empty();
        }
        Expr by = expr(scan, column);
        List<Output> outputs = new ArrayList<>();
        List<Integer> keys = new ArrayList<>();
        List<String> names = aggregate.getRowType().getFieldNames();
        for (int key : aggregate.getGroupSet()) {
            keys.add(outputs.size());
            outputs.add(new Output(names.get(outputs.size()), expr(scan, key)));
        }
        for (AggregateCall call : calls) {
            Expr value = expr(scan, call.getArgList().getFirst());
            if (!SqlTypes.scanned(call.getType()).filter(type -> type.kind() == value.type().kind()
                    && type.scale() == value.type().scale()).isPresent()) {
                return Optional.empty();
            }
            boolean known = !type(scan, column).isNullable() || call.getArgList().getFirst() == column;
            outputs.add(new Output(names.get(outputs.size()), known ? value : new Expr.Case(List.of(new Expr.When(
                    by.isNotNull(), value)), Expr.nullOf(value.type()))));
        }
        List<Integer> fields = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            fields.add(i);
        }
        List<Order> order = new ArrayList<>();
        if (!nullable.isEmpty()) {
            order.add(Order.ascending(outputs.size()));
            outputs.add(new Output("$null", expr(scan, nullable.getFirst()).isNull()));
        }
        order.add(new Order(outputs.size(), greatest, false));
        outputs.add(new Output("$by", by));
        return Optional.of(scan(scan, outputs, new FirstPerKey(keys, order, 1), fields, aggregate.getRowType()));
    }

    private static RelDataType type(StoreScan scan, int column) {
        return scan.getRowType().getFieldList().get(column).getType();
    }

    private static Expr expr(StoreScan scan, int column) {
        return scan.plan().outputs().get(scan.fields().get(column)).expr();
    }

    private static Optional<Function> function(AggregateCall call) {
        return call.getAggregation() instanceof RuntimeAggregate aggregate && (aggregate.function() == Function.ARG_MAX
                || aggregate.function() == Function.ARG_MIN) ? Optional.of(aggregate.function()) : Optional.empty();
    }

    /// Whether it is a value of the row that has the greatest, or the least, value in a column.
    private static boolean isOfOneRow(AggregateCall call, int column, boolean greatest) {
        if (call.isDistinct() || call.hasFilter() || call.distinctKeys != null || !call.rexList.isEmpty()
                || !call.getCollation().getKeys().isEmpty()) {
            return false;
        }
        Optional<Function> function = function(call);
        if (function.isPresent()) {
            return function.get() == (greatest ? Function.ARG_MAX : Function.ARG_MIN)
                    && call.getArgList().get(1) == column;
        }
        return call.getAggregation().getKind() == (greatest ? SqlKind.MAX : SqlKind.MIN)
                && call.getArgList().equals(List.of(column));
    }
}
