// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.query.Expr;
import dev.ashlar.query.Relation;
import dev.ashlar.query.ValueType;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Converts Trino's predicates to conditions of a plan that are true for exactly the same rows.
final class Predicates {
    /// A domain with more ranges or values is widened, because kernels compare with each in turn.
    static final int MAX_RANGES = 32;

    /// Whether a domain can become an exact condition for kernels: ranges and lists that are not too long; for texts
    /// only lists, since kernels do not know their order.
    static boolean isExact(Domain domain) {
        ValueSet values = domain.getValues();
        if (values.isNone() || values.isAll()) {
            return true;
        }
        return domain.getType() instanceof VarcharType ? isShortList(values) || isShortList(values.complement())
                : values.getRanges().getRangeCount() <= MAX_RANGES;
    }

    private static boolean isShortList(ValueSet values) {
        return values.isDiscreteSet() && values.getDiscreteSet().size() <= MAX_RANGES;
    }

    /// Whether a domain that is not exact can still exclude rows.
    static boolean prunes(Domain domain) {
        return !(domain.getType() instanceof VarcharType);
    }

    /// A condition that is true for all rows of a predicate, and for no others if all its domains are exact.
    ///
    /// @return empty if it is true for all rows
    static Optional<Expr> condition(Relation relation, TupleDomain<? extends ColumnHandle> predicate) {
        if (predicate.isNone()) {
            return Optional.of(Expr.of(false));
        }
        List<Expr> all = new ArrayList<>();
        for (Map.Entry<? extends ColumnHandle, Domain> entry : predicate.getDomains().orElseThrow().entrySet()) {
            Domain domain = entry.getValue();
            if (isExact(domain) || prunes(domain)) {
                add(Plans.expr(relation, (AshlarColumn) entry.getKey()), isExact(domain) ? domain : domain.simplify(1),
                        all);
            }
        }
        return all.size() < 2 ? all.stream().findFirst() : Optional.of(new Expr.And(all));
    }

    private static void add(Expr column, Domain domain, List<Expr> to) {
        if (domain.isAll()) {
            return;
        }
        if (domain.getValues().isNone()) {
            to.add(domain.isNullAllowed() ? new Expr.IsNull(column) : Expr.of(false));
            return;
        }
        if (domain.getValues().isAll()) {
            to.add(new Expr.Not(new Expr.IsNull(column)));
            return;
        }
        if (domain.getType() instanceof VarcharType && !domain.getValues().isDiscreteSet()) {
            Expr others = new Expr.Not(all(ranges(column, Domain.create(domain.getValues().complement(), false))
                    .getFirst()));
            to.add(domain.isNullAllowed() ? new Expr.Or(List.of(others, new Expr.IsNull(column))) : others);
            return;
        }
        List<List<Expr>> either = ranges(column, domain);
        if (either.size() == 1 && !domain.isNullAllowed()) {
            // One by one, so that zones and kernels find the bounds.
            to.addAll(either.getFirst());
            return;
        }
        List<Expr> found = new ArrayList<>(either.stream().map(Predicates::all).toList());
        if (domain.isNullAllowed()) {
            found.add(new Expr.IsNull(column));
        }
        to.add(found.isEmpty() ? Expr.of(false) : found.size() == 1 ? found.getFirst() : new Expr.Or(found));
    }

    private static Expr all(List<Expr> conditions) {
        return conditions.size() == 1 ? conditions.getFirst() : new Expr.And(conditions);
    }

    /// The bounds of each range. Single values form one list.
    private static List<List<Expr>> ranges(Expr column, Domain domain) {
        Type type = domain.getType();
        List<List<Expr>> found = new ArrayList<>();
        List<Expr.Literal> single = new ArrayList<>();
        for (Range range : domain.getValues().getRanges().getOrderedRanges()) {
            if (range.isSingleValue()) {
                Expr.Literal value = Constants.of(type, range.getSingleValue());
                if (value != null) {
                    single.add(value);
                }
                continue;
            }
            bounds(column, type, range).ifPresent(found::add);
        }
        if (single.size() == 1) {
            found.add(List.of(column.eq(single.getFirst())));
        } else if (!single.isEmpty()) {
            found.add(List.of(new Expr.In(column, single)));
        }
        return found;
    }

    /// Empty if no value lies between them.
    private static Optional<List<Expr>> bounds(Expr column, Type type, Range range) {
        List<Expr> bounds = new ArrayList<>();
        if (!range.isLowUnbounded() && !Constants.isBefore(type, range.getLowBoundedValue())) {
            Expr.Literal low = Constants.of(type, range.getLowBoundedValue());
            if (low == null) {
                return Optional.empty();
            }
            bounds.add(range.isLowInclusive() ? column.ge(low) : column.gt(low));
        }
        if (!range.isHighUnbounded() && !Constants.isAfter(type, range.getHighBoundedValue())) {
            Expr.Literal high = Constants.of(type, range.getHighBoundedValue());
            if (high == null) {
                return Optional.empty();
            }
            bounds.add(range.isHighInclusive() ? column.le(high) : column.lt(high));
        } else if (type instanceof DoubleType || type instanceof RealType) {
            // Here NaN is greater than everything else; in Trino no comparison with it is true.
            bounds.add(column.le(new Expr.Literal(Double.POSITIVE_INFINITY, ValueType.DOUBLE)));
        }
        if (bounds.isEmpty()) {
            bounds.add(new Expr.Not(new Expr.IsNull(column)));
        }
        return Optional.of(bounds);
    }
}
