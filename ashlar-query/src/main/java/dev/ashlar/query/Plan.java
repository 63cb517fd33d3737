// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.query.internal.parts.PartRunner;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.value.Typing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A query as a value: its source, the rows that it selects, and the columns that it computes.
///
/// ```text
///   source ─► where ─► outputs                         ─► order ─► offset ─► limit ─► Result
///                      or the first rows of each key,
///                      or groups of equal outputs,
///                      with aggregates of each group
/// ```
///
/// Without `order`, rows are in the order of the source, and groups in the order of their first rows. Rows that compare
/// as equal under `order` stay in this order.
///
/// @param where      the condition that selects rows; empty for all rows
/// @param outputs    result columns; if `grouped`, the expressions to group by
/// @param aggregates further result columns; empty unless `grouped`
/// @param grouped    whether each row of the result is a group of rows. Without outputs there is exactly one group,
///     even if no row matches
/// @param firsts     keeps only the first rows of each key and adds their number as the last column; must be empty if
///     `grouped`
/// @param order      sort order by result columns, the most significant first
/// @param offset     number of rows to skip at the beginning
/// @param limit      maximum number of rows in the result; [#NO_LIMIT] for all
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
            throw new IllegalArgumentException("first rows of each key cannot be combined with groups ("
                    + source.name() + ")");
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

    /// A plan of all rows or of groups, without `firsts`.
    public Plan(Relation source, Optional<Expr> where, List<Output> outputs, List<Aggregate> aggregates,
            boolean grouped, List<Order> order, long offset, long limit) {
        this(source, where, outputs, aggregates, grouped, Optional.empty(), order, offset, limit);
    }

    /// Whether the result has all matching rows, ungrouped and in the order of the source.
    public boolean isPlain() {
        return !grouped && firsts.isEmpty() && order.isEmpty() && offset == 0 && limit == NO_LIMIT;
    }

    /// Whether the result has only stored values: all matching rows of a table, with nothing computed. For such a plan
    /// [#scanColumns] is the faster way to read many rows; because it evaluates no expressions, it cannot fail on a row
    /// that the caller does not need.
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

    /// Starts the query for a program that reads many rows as columns. A plan without groups, order, offset and limit
    /// has as many readers as `options` has threads; any other plan has one.
    ///
    /// @throws QueryException from this method or from readers, if the query fails
    public ColumnScan scanColumns(QueryOptions options) {
        return PartRunner.scanColumns(this, options);
    }

    /// Names of the parts that may have rows for which the condition is true, determined without opening them; a single
    /// empty name if the source belongs to one store.
    ///
    /// @throws QueryException if the list of parts cannot be read
    public List<String> parts() {
        return PartRunner.parts(this);
    }

    /// Divides the rows of a part into ranges, for programs that read them in several processes. Together the ranges
    /// cover all current rows of the part for which the condition may be true; zones, times and row numbers exclude
    /// other rows. Order, offset, limit and groups are ignored.
    ///
    /// @param bytes approximate size of a range, at least 1; a larger range is a single chunk
    /// @throws QueryException if the part cannot be read or no longer exists
    public List<RowRange> ranges(String part, long bytes) {
        return PartRunner.ranges(this, part, bytes);
    }

    /// Starts the query over these rows only; this or another process got the ranges from [#ranges].
    ///
    /// @param ranges disjoint ranges, in row order; exactly one if the source belongs to one store
    /// @throws QueryException likewise
    public Result run(List<RowRange> ranges, QueryOptions options) {
        return PartRunner.run(this, ranges, options);
    }

    /// Starts the query over these rows only, for a program that reads many rows as columns; see
    /// [#scanColumns(QueryOptions)].
    public ColumnScan scanColumns(List<RowRange> ranges, QueryOptions options) {
        return PartRunner.scanColumns(this, ranges, options);
    }

    /// Describes in readable lines how the query would be run.
    public String explain(QueryOptions options) {
        return PartRunner.explain(this, options);
    }
}
