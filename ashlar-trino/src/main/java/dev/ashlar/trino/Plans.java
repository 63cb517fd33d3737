// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.Relation;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.predicate.TupleDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Builds query plans for what Trino reads from a table.
final class Plans {
    /// All rows that meet a predicate. Their columns do not matter.
    static Plan rows(Relation relation, TupleDomain<? extends ColumnHandle> predicate) {
        return new Plan(relation, Predicates.condition(relation, predicate), List.of(output(relation.column(0))),
                List.of(), false, List.of(), 0, Plan.NO_LIMIT);
    }

    /// The plan for a split: its columns in order, then perhaps others.
    ///
    /// @param predicate the predicate of the table's handle, and the dynamic filters known by now
    /// @throws TrinoException if the relation has other types than when the query was planned
    static Plan of(Relation relation, AshlarTable table, List<AshlarColumn> columns,
            TupleDomain<? extends ColumnHandle> predicate) {
        Optional<Expr> where = Predicates.condition(relation, predicate);
        if (table.aggregates().isPresent()) {
            return aggregates(relation, table.aggregates().get(), where);
        }
        List<Output> outputs = new ArrayList<>();
        for (AshlarColumn column : columns) {
            outputs.add(output(expr(relation, column)));
        }
        List<Order> order = new ArrayList<>();
        for (AshlarTable.By by : table.order()) {
            int index = columns.indexOf(by.column());
            if (index < 0) {
                index = outputs.size();
                outputs.add(output(expr(relation, by.column())));
            }
            order.add(order(index, by.order()));
        }
        if (outputs.isEmpty()) {
            outputs.add(output(relation.column(0)));
        }
        return new Plan(relation, where, outputs, List.of(), false, order, 0, order.isEmpty() ? Plan.NO_LIMIT
                : table.limit().orElseThrow());
    }

    private static Order order(int column, SortOrder order) {
        return new Order(column, !order.isAscending(), order.isNullsFirst());
    }

    private static Plan aggregates(Relation relation, AshlarTable.Aggregates wanted, Optional<Expr> where) {
        List<Output> keys = wanted.keys().stream().map(key -> output(expr(relation, key))).toList();
        List<Aggregate> aggregates = new ArrayList<>();
        for (AshlarTable.Measure measure : wanted.measures()) {
            Aggregate.Function function = switch (measure.function()) {
                case "count" -> Aggregate.Function.COUNT;
                case "sum" -> Aggregate.Function.SUM;
                case "min" -> Aggregate.Function.MIN;
                case "max" -> Aggregate.Function.MAX;
                default -> throw new IllegalArgumentException("no such aggregate: function=" + measure.function());
            };
            aggregates.add(new Aggregate(measure.output().name(), function, measure.argument().map(argument ->
                    expr(relation, argument))));
        }
        return new Plan(relation, where, keys, aggregates, true, List.of(), 0, Plan.NO_LIMIT);
    }

    /// The index of a column in the result.
    static int index(AshlarTable table, List<AshlarColumn> columns, int column) {
        if (table.aggregates().isEmpty()) {
            return column;
        }
        AshlarTable.Aggregates aggregates = table.aggregates().get();
        AshlarColumn wanted = columns.get(column);
        for (int i = 0; i < aggregates.measures().size(); i++) {
            if (aggregates.measures().get(i).output().equals(wanted)) {
                return aggregates.keys().size() + i;
            }
        }
        int key = aggregates.keys().indexOf(wanted);
        if (key < 0) {
            throw new IllegalArgumentException("no such column of groups: column=" + wanted);
        }
        return key;
    }

    private static Output output(Expr expr) {
        return new Output("", expr);
    }

    /// The expression of a column, or of a formula of columns.
    ///
    /// @throws TrinoException if the relation has another type for it than when the query was planned
    static Expr expr(Relation relation, AshlarColumn column) {
        if (column.formula().isPresent()) {
            AshlarColumn.Formula formula = column.formula().get();
            List<Expr> operands = formula.operands().stream().map(operand -> expr(relation, operand)).toList();
            return switch (formula.operator()) {
                case "+" -> operands.getFirst().plus(operands.getLast());
                case "-" -> operands.getFirst().minus(operands.getLast());
                case "*" -> operands.getFirst().times(operands.getLast());
                case "bigint" -> operands.getFirst();
                case "constant" -> Expr.of(formula.number());
                case "bucket" -> operands.getFirst().bucket(Duration.ofNanos(formula.number()));
                default -> throw new IllegalArgumentException("no such operator: operator=" + formula.operator());
            };
        }
        Optional<Column> found = relation.columns().stream().filter(some -> some.name().equals(column.name()))
                .findFirst();
        if (found.isEmpty() || !TrinoTypes.of(found.get()).equals(column.type())) {
            throw new TrinoException(AshlarErrors.ASHLAR_CHANGED, "column has changed since the query was planned: column="
                    + column.name() + ", planned=" + column.type() + ", now=" + found.map(some -> some.type().toString())
                    .orElse("none") + "; retry, in " + relation.name());
        }
        return relation.column(found.get().index());
    }
}
