// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.internal.parts.PartRunner;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.value.Typing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A query as a value: its source, which rows it selects, and what it computes.
///
/// ```text
///   source ─► where ─► outputs                         ─► order ─► offset ─► limit ─► Result
///                      or the first rows of each key,
///                      or groups of equal outputs,
///                      with aggregates of each group
/// ```
///
/// Without `order`, rows are in the order of the source, and groups in the order of their first rows. Rows that `order`
/// treats as equal stay in this order.
///
/// @param where      the condition for rows; empty for all
/// @param outputs    columns of the result; if `grouped`, the expressions to group by
/// @param aggregates further columns of the result; empty unless `grouped`
/// @param grouped    whether a row of the result is a group of rows. Without outputs there is one group, even if there
///     are no rows
/// @param firsts     keeps the first rows of each key alone, with their number as a last column; not if `grouped`
/// @param order      by columns of the result, the most important first
/// @param offset     rows skipped at the beginning
/// @param limit      most rows of the result; [#NO_LIMIT] for all
public record Plan(Relation source, Optional<Expr> where, List<Output> outputs, List<Aggregate> aggregates,
        boolean grouped, Optional<FirstPerKey> firsts, List<Order> order, long offset, long limit) {
    public static final long NO_LIMIT = Long.MAX_VALUE;

    public Plan {
        Objects.requireNonNull(source, "source");
        where.ifPresent(Typing::requireBoolean);
        outputs = List.copyOf(outputs);
        aggregates = List.copyOf(aggregates);
        order = List.copyOf(order);
        if (!grouped && !aggregates.isEmpty()) {
            throw new IllegalArgumentException("aggregates without groups: aggregates=" + aggregates.size());
        }
        if (outputs.isEmpty() && aggregates.isEmpty()) {
            throw new IllegalArgumentException("result without columns (" + source.name() + ")");
        }
        if (grouped && firsts.isPresent()) {
            throw new IllegalArgumentException("first rows of each key, of groups (" + source.name() + ")");
        }
        for (Order by : order) {
            Objects.checkIndex(by.column(), outputs.size() + aggregates.size() + (firsts.isPresent() ? 1 : 0));
        }
        if (firsts.isPresent()) {
            for (int key : firsts.get().keys()) {
                Objects.checkIndex(key, outputs.size());
            }
            for (Order by : firsts.get().order()) {
                Objects.checkIndex(by.column(), outputs.size());
            }
        }
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException("negative: offset=" + offset + ", limit=" + limit);
        }
        where.ifPresent(e -> Typing.requireColumns(e, source));
        outputs.forEach(o -> Typing.requireColumns(o.expr(), source));
        aggregates.forEach(a -> a.arguments().forEach(e -> Typing.requireColumns(e, source)));
    }

    /// All rows, or groups.
    public Plan(Relation source, Optional<Expr> where, List<Output> outputs, List<Aggregate> aggregates,
            boolean grouped, List<Order> order, long offset, long limit) {
        this(source, where, outputs, aggregates, grouped, Optional.empty(), order, offset, limit);
    }

    /// Whether the result has all rows that match, one by one, as the source has them.
    public boolean isPlain() {
        return !grouped && firsts.isEmpty() && order.isEmpty() && offset == 0 && limit == NO_LIMIT;
    }

    /// Whether the result has values as a table has them: all rows that match, one by one, and nothing computed. Then
    /// [#scanColumns] is the faster way to many rows, and computes nothing that could fail for a row that nobody needs.
    public boolean isOfStoredColumns() {
        return isPlain() && source instanceof TableRelation && outputs.stream().allMatch(output ->
                output.expr() instanceof Expr.ColumnRef);
    }

    /// Columns of the result.
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        for (Output output : outputs) {
            columns.add(new Column(columns.size(), output.name(), output.expr().type(), true));
        }
        for (Aggregate aggregate : aggregates) {
            boolean counts = aggregate.function() == Aggregate.Function.COUNT
                    || aggregate.function() == Aggregate.Function.COUNT_DISTINCT;
            columns.add(new Column(columns.size(), aggregate.name(), aggregate.type(), !counts));
        }
        if (firsts.isPresent()) {
            columns.add(new Column(columns.size(), FirstPerKey.NUMBER, ValueType.INT64, false));
        }
        return columns;
    }

    /// Starts the query.
    ///
    /// @throws QueryException from this method or from the result, if the query fails
    public Result run(QueryOptions options) {
        return PartRunner.run(this, options);
    }

    /// Starts the query for a program that takes many rows as columns. A plan without groups, order, offset and limit
    /// has as many readers as `options` has threads, any other has one.
    ///
    /// @throws QueryException from this method or from readers, if the query fails
    public ColumnScan scanColumns(QueryOptions options) {
        return PartRunner.scanColumns(this, options);
    }

    /// Names of the parts that may have rows for which the condition is true, found without opening them; one empty
    /// name if the source is of one store.
    ///
    /// @throws QueryException if the list of parts cannot be read
    public List<String> parts() {
        return PartRunner.parts(this);
    }

    /// Divides the rows that a part contributes, for programs that read them in several processes. Together the ranges
    /// have all rows of the part for which the condition may be true as of now; zones, times and row numbers exclude
    /// others. Order, offset, limit and groups do not matter.
    ///
    /// @param bytes that a range has, about; one with more than that is one chunk
    /// @throws QueryException if the part cannot be read, or is no longer there
    public List<RowRange> ranges(String part, long bytes) {
        return PartRunner.ranges(this, part, bytes);
    }

    /// Starts the query over these rows alone, which this or another process found by [#ranges].
    ///
    /// @param ranges of different rows, in their order; one if the source is of one store
    /// @throws QueryException likewise
    public Result run(List<RowRange> ranges, QueryOptions options) {
        return PartRunner.run(this, ranges, options);
    }

    /// The same for a program that takes many rows as columns.
    public ColumnScan scanColumns(List<RowRange> ranges, QueryOptions options) {
        return PartRunner.scanColumns(this, ranges, options);
    }

    /// Describes how the query would be run, in readable lines.
    public String explain(QueryOptions options) {
        return PartRunner.explain(this, options);
    }
}
