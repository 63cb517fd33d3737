// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.connector.SortItem;
import io.trino.spi.connector.TopNApplicationResult;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.RealType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pushes filters, limits and orders of a query into the handle of its table.
final class HandlePushdown {
    /// Bounded, because kernels keep the first rows in memory.
    private static final long MAX_TOP = 65_536;

    /// Whether the handle returns plain rows of the archive, so that more can be pushed down.
    private static boolean isPlain(AshlarTable table) {
        return table.limit().isEmpty() && table.aggregates().isEmpty();
    }

    /// Domains that are exact conditions are enforced. Others only exclude rows, and Trino applies them, too.
    static Optional<ConstraintApplicationResult<ConnectorTableHandle>> filter(AshlarTable table,
            Constraint constraint) {
        if (!isPlain(table)) {
            return Optional.empty();
        }
        TupleDomain<AshlarColumn> wanted = constraint.getSummary().transformKeys(AshlarColumn.class::cast);
        if (wanted.isNone()) {
            return table.enforced().isNone() ? Optional.empty() : Optional.of(result(table.withPredicates(
                    TupleDomain.none(), TupleDomain.all()), TupleDomain.all(), constraint));
        }
        Map<AshlarColumn, Domain> exact = new HashMap<>();
        Map<AshlarColumn, Domain> wide = new HashMap<>();
        TupleDomain<AshlarColumn> all = table.enforced().intersect(wanted);
        for (Map.Entry<AshlarColumn, Domain> entry : all.getDomains().orElse(Map.of()).entrySet()) {
            Domain known = table.enforced().getDomain(entry.getKey(), entry.getValue().getType());
            if (Predicates.isExact(entry.getValue())) {
                exact.put(entry.getKey(), entry.getValue());
            } else {
                // The previous predicate stays enforced.
                exact.put(entry.getKey(), known);
                wide.put(entry.getKey(), Predicates.prunes(entry.getValue()) ? entry.getValue()
                        : Domain.all(entry.getValue().getType()));
            }
        }
        TupleDomain<AshlarColumn> enforced = all.isNone() ? TupleDomain.none() : TupleDomain.withColumnDomains(exact);
        TupleDomain<AshlarColumn> pruning = table.pruning().intersect(TupleDomain.withColumnDomains(wide));
        if (enforced.equals(table.enforced()) && pruning.equals(table.pruning())) {
            return Optional.empty();
        }
        Map<ColumnHandle, Domain> remaining = new HashMap<>();
        if (!all.isNone()) {
            wanted.getDomains().orElse(Map.of()).forEach((column, domain) -> {
                if (wide.containsKey(column)) {
                    remaining.put(column, domain);
                }
            });
        }
        return Optional.of(result(table.withPredicates(enforced, pruning), TupleDomain.withColumnDomains(remaining),
                constraint));
    }

    private static ConstraintApplicationResult<ConnectorTableHandle> result(AshlarTable table,
            TupleDomain<ColumnHandle> remaining, Constraint constraint) {
        return new ConstraintApplicationResult<>(table, remaining, constraint.getExpression(), false);
    }

    /// Applies to each split, so Trino still limits the total.
    static Optional<LimitApplicationResult<ConnectorTableHandle>> limit(AshlarTable table, long limit) {
        if (table.aggregates().isPresent() || !table.order().isEmpty()
                || table.limit().isPresent() && table.limit().getAsLong() <= limit) {
            return Optional.empty();
        }
        return Optional.of(new LimitApplicationResult<>(table.withLimit(limit, List.of()), false, false));
    }

    /// The first rows of each split, which Trino merges. Orders by floating-point numbers stay with Trino, which orders
    /// NaN differently.
    static Optional<TopNApplicationResult<ConnectorTableHandle>> topN(AshlarTable table, long count,
            List<SortItem> items, Map<String, ColumnHandle> assignments) {
        if (!isPlain(table) || !table.pruning().isAll() || count > MAX_TOP) {
            return Optional.empty();
        }
        List<AshlarTable.By> order = new ArrayList<>();
        for (SortItem item : items) {
            AshlarColumn column = (AshlarColumn) assignments.get(item.getName());
            if (column == null || column.type() instanceof DoubleType || column.type() instanceof RealType) {
                return Optional.empty();
            }
            order.add(new AshlarTable.By(column, item.getSortOrder()));
        }
        return Optional.of(new TopNApplicationResult<>(table.withLimit(count, order), false, false));
    }
}
