// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.predicate.TupleDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A table of a query, and the parts of the query that are pushed down to it.
///
/// @param name      name in Trino
/// @param relation  name in the archive, with its capitals
/// @param enforced  predicate that all returned rows meet
/// @param pruning   predicate that excludes rows, but perhaps not all that do not meet it
/// @param limit     maximum number of rows of a split
/// @param order     order that determines the first rows of a split; empty for any rows
/// @param aggregates groups and aggregates that are returned instead of rows
public record AshlarTable(SchemaTableName name, String relation, TupleDomain<AshlarColumn> enforced,
        TupleDomain<AshlarColumn> pruning, OptionalLong limit, List<By> order, Optional<Aggregates> aggregates)
        implements ConnectorTableHandle {
    /// A column that rows are ordered by.
    public record By(AshlarColumn column, SortOrder order) { }

    /// One aggregate.
    ///
    /// @param function `count`, `sum`, `min` or `max`
    /// @param argument empty for a count of rows
    public record Measure(AshlarColumn output, String function, Optional<AshlarColumn> argument) { }

    /// Keys of groups, and the aggregates of each group.
    public record Aggregates(List<AshlarColumn> keys, List<Measure> measures) {
        public Aggregates {
            keys = List.copyOf(keys);
            measures = List.copyOf(measures);
        }
    }

    public AshlarTable {
        order = List.copyOf(order);
    }

    static AshlarTable of(SchemaTableName name, String relation) {
        return new AshlarTable(name, relation, TupleDomain.all(), TupleDomain.all(), OptionalLong.empty(), List.of(),
                Optional.empty());
    }

    AshlarTable withPredicates(TupleDomain<AshlarColumn> nowEnforced, TupleDomain<AshlarColumn> nowPruning) {
        return new AshlarTable(name, relation, nowEnforced, nowPruning, limit, order, aggregates);
    }

    AshlarTable withLimit(long rows, List<By> by) {
        return new AshlarTable(name, relation, enforced, pruning, OptionalLong.of(rows), by, aggregates);
    }

    AshlarTable withAggregates(Aggregates found) {
        return new AshlarTable(name, relation, enforced, pruning, limit, order, Optional.of(found));
    }

    /// For EXPLAIN.
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        parts.add(name.toString());
        if (!enforced.isAll()) {
            parts.add("constraint=" + enforced);
        }
        if (!pruning.isAll()) {
            parts.add("pruning=" + pruning);
        }
        if (!order.isEmpty()) {
            parts.add("order by " + order.stream().map(by -> by.column().name() + " " + by.order().name()).toList());
        }
        limit.ifPresent(rows -> parts.add("limit " + rows));
        aggregates.ifPresent(found -> parts.add("group by " + found.keys().stream().map(AshlarColumn::name).toList()
                + " " + found.measures().stream().map(measure -> measure.function() + "("
                + measure.argument().map(AshlarColumn::name).orElse("*") + ")").toList()));
        return String.join(" ", parts);
    }
}
