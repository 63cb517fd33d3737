// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.Aggregate.Function;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Builds a query:
///
/// ```java
/// Result result = trades.scan()
///         .where(price.between(Expr.decimal("10.5"), Expr.decimal("11")))
///         .groupBy(side)
///         .sum(price.times(quantity)).as("value")
///         .orderBy("value", true)
///         .limit(10)
///         .run(QueryOptions.defaults());
/// ```
///
/// Without outputs, groups and aggregates the result has all columns of the relation. [#as] names the output or
/// aggregate added last; by default its name is the text of its expression.
///
/// **Threading**: one thread at a time.
public final class Scan {
    private final Relation source;
    private Optional<Expr> where = Optional.empty();
    private final List<Output> outputs = new ArrayList<>();
    private final List<Aggregate> aggregates = new ArrayList<>();
    private final List<Order> order = new ArrayList<>();
    private boolean grouped;
    private boolean aggregateLast;
    private long offset;
    private long limit = Plan.NO_LIMIT;

    Scan(Relation source) {
        this.source = source;
    }

    /// Selects only rows for which this condition and all earlier ones are true.
    public Scan where(Expr condition) {
        where = Optional.of(where.isEmpty() ? condition : where.get().and(condition));
        return this;
    }

    /// Adds these expressions to the result.
    ///
    /// @throws IllegalStateException if rows are grouped
    public Scan select(Expr... exprs) {
        if (grouped) {
            throw new IllegalStateException("cannot select columns: rows are grouped (" + source.name() + ")");
        }
        return add(exprs);
    }

    /// Groups rows for which these expressions are equal; NULL equals NULL here.
    ///
    /// @throws IllegalStateException if columns are selected
    public Scan groupBy(Expr... exprs) {
        group();
        return add(exprs);
    }

    private Scan add(Expr... exprs) {
        for (Expr expr : exprs) {
            outputs.add(new Output(expr.toString(), expr));
        }
        aggregateLast = false;
        return this;
    }

    private void group() {
        if (!grouped && !outputs.isEmpty()) {
            throw new IllegalStateException("cannot group rows: columns are selected (" + source.name() + ")");
        }
        grouped = true;
    }

    /// Adds the number of rows.
    public Scan count() {
        return aggregate(new Aggregate("count(*)", Function.COUNT, Optional.empty()));
    }

    /// Adds the number of values that are not NULL.
    public Scan count(Expr expr) {
        return aggregate(Function.COUNT, "count", expr);
    }

    public Scan countDistinct(Expr expr) {
        return aggregate(Function.COUNT_DISTINCT, "count distinct", expr);
    }

    public Scan sum(Expr expr) {
        return aggregate(Function.SUM, "sum", expr);
    }

    public Scan min(Expr expr) {
        return aggregate(Function.MIN, "min", expr);
    }

    public Scan max(Expr expr) {
        return aggregate(Function.MAX, "max", expr);
    }

    public Scan avg(Expr expr) {
        return aggregate(Function.AVG, "avg", expr);
    }

    public Scan first(Expr expr) {
        return aggregate(Function.FIRST, "first", expr);
    }

    public Scan last(Expr expr) {
        return aggregate(Function.LAST, "last", expr);
    }

    /// Adds a continuous quantile: the value at this fraction of the sorted values, interpolated between the two
    /// nearest values.
    ///
    /// @param fraction from 0 to 1; 0.5 for the median
    public Scan quantile(Expr expr, BigDecimal fraction) {
        return aggregate(new Aggregate("quantile(" + expr + ", " + fraction + ")", Function.QUANTILE_CONT,
                Optional.of(expr), Optional.empty(), Optional.of(fraction)));
    }

    private Scan aggregate(Function function, String name, Expr expr) {
        return aggregate(new Aggregate(name + "(" + expr + ")", function, Optional.of(expr)));
    }

    private Scan aggregate(Aggregate aggregate) {
        group();
        aggregates.add(aggregate);
        aggregateLast = true;
        return this;
    }

    /// Names the output or aggregate added last.
    ///
    /// @throws IllegalStateException if none was added
    public Scan as(String name) {
        if (aggregateLast) {
            Aggregate last = aggregates.removeLast();
            aggregates.add(new Aggregate(name, last.function(), last.argument(), last.second(),
                    last.fraction()));
        } else if (!outputs.isEmpty()) {
            outputs.add(new Output(name, outputs.removeLast().expr()));
        } else {
            throw new IllegalStateException("no output or aggregate to name: name=" + name);
        }
        return this;
    }

    /// Orders by a result column that was added before, NULL last; each further call orders rows that are equal under
    /// the earlier ones.
    ///
    /// @throws IllegalArgumentException if the result has no such column
    public Scan orderBy(String column, boolean descending) {
        List<Column> columns = plan().columns();
        for (Column candidate : columns) {
            if (candidate.name().equals(column)) {
                order.add(new Order(candidate.index(), descending, false));
                return this;
            }
        }
        throw new IllegalArgumentException("result has no such column: column=" + column + ", columns="
                + columns.stream().map(Column::name).toList());
    }

    /// Skips the first rows of the result.
    public Scan offset(long rows) {
        offset = rows;
        return this;
    }

    /// Ends the result after this many rows.
    public Scan limit(long rows) {
        limit = rows;
        return this;
    }

    public Plan plan() {
        List<Output> shown = outputs;
        if (!grouped && outputs.isEmpty()) {
            shown = new ArrayList<>();
            for (Column column : source.columns()) {
                shown.add(new Output(column.name(), source.column(column.name())));
            }
        }
        return new Plan(source, where, shown, aggregates, grouped, order, offset, limit);
    }

    /// Starts the query.
    ///
    /// @throws QueryException from this method or from the result, if the query fails
    public Result run(QueryOptions options) {
        return plan().run(options);
    }
}
