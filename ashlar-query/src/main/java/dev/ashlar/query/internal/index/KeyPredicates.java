// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.index;

import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.pruning.ZonePruner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The parts of a condition that restrict single columns and can be used to find rows. All of them are true for every
/// selected row; the condition may have further parts.
public final class KeyPredicates {
    /// A comparison with a constant that is not NULL; never `<>`.
    public record Bound(Expr.Comparison comparison, Expr.Literal constant) {
    }

    /// The restrictions of one column.
    ///
    /// @param points constants of which it equals one; null if unrestricted
    /// @param bounds comparisons by order
    /// @param prefix prefix of its text; empty if unrestricted
    public record Condition(List<Expr.Literal> points, List<Bound> bounds, String prefix) {
        private static final Condition NONE = new Condition(null, List.of(), "");

        private Condition withPoints(List<Expr.Literal> found) {
            return points != null && points.size() <= found.size() ? this : new Condition(found, bounds, prefix);
        }

        private Condition withBound(Bound found) {
            List<Bound> all = new ArrayList<>(bounds);
            all.add(found);
            return new Condition(points, all, prefix);
        }

        private Condition withPrefix(String found) {
            return found.length() <= prefix.length() ? this : new Condition(points, bounds, found);
        }
    }

    private final Map<Integer, Condition> byColumn = new HashMap<>();

    public KeyPredicates(Optional<Expr> where) {
        ZonePruner.conjuncts(where).forEach(this::note);
    }

    /// What is said of a column; null if nothing is.
    public Condition of(int column) {
        return byColumn.get(column);
    }

    public boolean isEmpty() {
        return byColumn.isEmpty();
    }

    private void note(Expr condition) {
        switch (condition) {
            case Expr.Compare compare -> {
                if (compare.right() instanceof Expr.Literal constant) {
                    note(compare.left(), compare.comparison(), constant);
                } else if (compare.left() instanceof Expr.Literal constant) {
                    note(compare.right(), compare.comparison().swapped(), constant);
                }
            }
            case Expr.In in -> column(in.operand()).ifPresent(column -> put(column, at(column)
                    .withPoints(in.values().stream().filter(value -> value.value() != null).toList())));
            case Expr.Like like -> column(like.operand()).ifPresent(column -> put(column, at(column)
                    .withPrefix(prefix(like))));
            case Expr.ColumnRef _, Expr.Literal _, Expr.Arithmetic _, Expr.Negate _, Expr.And _, Expr.Or _,
                    Expr.Not _, Expr.IsNull _, Expr.Case _, Expr.Cast _, Expr.TimeBucket _ -> { }
        }
    }

    private void note(Expr value, Expr.Comparison comparison, Expr.Literal constant) {
        Optional<Integer> found = column(value);
        if (found.isEmpty() || constant.value() == null || comparison == Expr.Comparison.NOT_EQUAL) {
            return;
        }
        int column = found.get();
        put(column, comparison == Expr.Comparison.EQUAL ? at(column).withPoints(List.of(constant))
                : at(column).withBound(new Bound(comparison, constant)));
    }

    private Condition at(int column) {
        return byColumn.getOrDefault(column, Condition.NONE);
    }

    private void put(int column, Condition condition) {
        byColumn.put(column, condition);
    }

    /// The column whose value this is, be it as an exact number of a wider type.
    private static Optional<Integer> column(Expr value) {
        return switch (value) {
            case Expr.ColumnRef column -> Optional.of(column.index());
            case Expr.Cast cast when keeps(cast.operand().type(), cast.type()) -> column(cast.operand());
            default -> Optional.empty();
        };
    }

    private static boolean keeps(ValueType from, ValueType to) {
        return from.kind().isExact() && to.kind().isExact() && to.scale() >= from.scale();
    }

    /// What a pattern begins with.
    private static String prefix(Expr.Like like) {
        int end = 0;
        while (end < like.pattern().length() && like.pattern().charAt(end) != '%' && like.pattern().charAt(end) != '_'
                && (like.escape() == 0 || like.pattern().charAt(end) != like.escape())) {
            end++;
        }
        return like.pattern().substring(0, end);
    }
}
