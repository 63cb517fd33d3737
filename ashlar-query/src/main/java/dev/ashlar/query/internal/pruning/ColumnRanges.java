// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.column.EnumText;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Cursor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/// Separates conditions that a column lies between two constants from all other conditions.
///
/// The bounds are passed to kernels when they run, so a query that differs from an earlier one only in its bounds
/// reuses compiled kernels. Where zones, row numbers or sorted times show that all rows of a range lie between the
/// bounds, kernels need not test them.
public final class ColumnRanges {
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    /// One column's.
    ///
    /// @param least    as kernels keep the column in one word: a decimal without its point, the number of an enum's
    ///     value
    /// @param greatest likewise, inclusive
    private record Range(Expr.ColumnRef column, TableRelation.Binding bound, long least, long greatest) {
        Range and(Range other) {
            return new Range(column, bound, Math.max(least, other.least), Math.min(greatest, other.greatest));
        }
    }

    /// A column's values have to be from `least` to `greatest`.
    record Condition(Placement placement, long least, long greatest) {
    }

    /// Rows of a chunk that may lie between all bounds.
    ///
    /// @param end     the row after the last
    /// @param decided whether all of them do
    public record Found(long first, long end, boolean decided) {
    }

    private final TableRelation relation;
    private final Map<Integer, Range> ranges = new LinkedHashMap<>();
    private final List<Expr> others = new ArrayList<>();

    public ColumnRanges(TableRelation relation, Optional<Expr> where) {
        this.relation = relation;
        for (Expr condition : ZonePruner.conjuncts(where)) {
            Range range = range(condition);
            if (range == null) {
                others.add(condition);
            } else {
                ranges.merge(range.column.index(), range, Range::and);
            }
        }
    }

    /// The columns that have bounds.
    public List<Expr.ColumnRef> columns() {
        return ranges.values().stream().map(Range::column).toList();
    }

    /// The condition without these.
    public Optional<Expr> rest() {
        return others.isEmpty() ? Optional.empty() : Optional.of(others.size() == 1 ? others.getFirst()
                : new Expr.And(others));
    }

    /// For each column its least value, and how much more the greatest is.
    public long[] bounds() {
        return ranges.values().stream().flatMapToLong(range -> LongStream.of(range.least,
                range.greatest - range.least)).toArray();
    }

    /// Whether no value lies between some bounds.
    public boolean isEmpty() {
        return ranges.values().stream().anyMatch(range -> range.least > range.greatest);
    }

    private Range range(Expr condition) {
        if (condition instanceof Expr.Compare compare) {
            if (compare.left() instanceof Expr.ColumnRef column && compare.right() instanceof Expr.Literal literal) {
                return range(column, compare.comparison(), literal);
            }
            if (compare.right() instanceof Expr.ColumnRef column && compare.left() instanceof Expr.Literal literal) {
                return range(column, compare.comparison().swapped(), literal);
            }
        }
        return null;
    }

    private Range range(Expr.ColumnRef column, Expr.Comparison comparison, Expr.Literal literal) {
        TableRelation.Binding bound = relation.binding(column.index());
        BigDecimal constant = switch (bound.placement()) {
            case Placement.RowNumber _, Placement.Prefix _ -> number(literal, 0);
            case Placement.Number number -> isWord(number) ? number(literal, 0) : null;
            case Placement.Time _ -> number(literal, 0);
            case Placement.Scaled scaled -> isWord(scaled.mantissa()) && scaled.shift() == 0
                    ? number(literal, scaled.scale()) : null;
            case Placement.Code code -> isWord(code.number()) && comparison == Expr.Comparison.EQUAL
                    ? code(code, literal) : null;
            case Placement.Truth _, Placement.Bit _, Placement.Letter _, Placement.Characters _, Placement.Elements _,
                    Placement.Floating _, Placement.Constant _ -> null;
        };
        if (constant == null) {
            return null;
        }
        BigInteger floor = constant.setScale(0, RoundingMode.FLOOR).toBigInteger();
        BigInteger ceiling = constant.setScale(0, RoundingMode.CEILING).toBigInteger();
        return switch (comparison) {
            case EQUAL -> range(column, bound, ceiling, floor);
            case LESS -> range(column, bound, LEAST_LONG, ceiling.subtract(BigInteger.ONE));
            case LESS_OR_EQUAL -> range(column, bound, LEAST_LONG, floor);
            case GREATER -> range(column, bound, floor.add(BigInteger.ONE), GREATEST_LONG);
            case GREATER_OR_EQUAL -> range(column, bound, ceiling, GREATEST_LONG);
            case NOT_EQUAL -> null;
        };
    }

    private static Range range(Expr.ColumnRef column, TableRelation.Binding bound, BigInteger least,
            BigInteger greatest) {
        boolean any = least.compareTo(GREATEST_LONG) <= 0 && greatest.compareTo(LEAST_LONG) >= 0;
        return any ? new Range(column, bound, least.max(LEAST_LONG).longValueExact(),
                greatest.min(GREATEST_LONG).longValueExact()) : new Range(column, bound, 1, 0);
    }

    private static boolean isWord(Placement.Number number) {
        return !number.primitive().isFloatingPoint() && number.primitive() != PrimitiveType.UINT64;
    }

    private static BigDecimal number(Expr.Literal literal, int scale) {
        return switch (literal.value()) {
            case Long number -> BigDecimal.valueOf(number).movePointRight(scale);
            case BigDecimal number -> number.movePointRight(scale);
            case null, default -> null;
        };
    }

    private static BigDecimal code(Placement.Code placement, Expr.Literal literal) {
        long[] bits = literal.value() instanceof String text ? EnumText.bits(placement, text) : null;
        return bits == null ? null : BigDecimal.valueOf(bits[0]);
    }

    /// Conditions on columns of rows' parents, which [ParentRows] makes numbers of parents.
    ///
    /// @param level of the parents
    List<Condition> conditions(int level) {
        return ranges.values().stream().filter(range -> range.bound.level() == level)
                .map(range -> new Condition(range.bound.placement(), range.least, range.greatest)).toList();
    }

    /// Narrows rows of a chunk, `first` to `end`, exclusive.
    ///
    /// @param parents that rows have to have
    /// @param cursor  of the table; moved
    /// @param check   is called now and then where it takes long; may throw
    /// @return rows that may lie between all bounds, in order
    List<Found> in(ChunkSummary chunk, long first, long end, ParentRows parents, Cursor cursor, Runnable check) {
        Found found = new Found(first, end, true);
        List<Range> unordered = new ArrayList<>();
        RowSearch search = new RowSearch(relation, 0, chunk, cursor, check);
        for (Range range : ranges.values()) {
            Placement placement = range.bound.placement();
            if (range.bound.level() > 0) {
                found = new Found(found.first, found.end, false);
            } else if (placement instanceof Placement.RowNumber) {
                found = new Found(Math.max(found.first, range.least), range.greatest < found.end ? range.greatest + 1
                        : found.end, found.decided);
            } else if (!isInside(chunk, range)) {
                if (search.isInOrder(placement)) {
                    found = search.between(placement, range.least, range.greatest, found);
                } else {
                    unordered.add(range);
                    found = new Found(found.first, found.end, false);
                }
            }
            if (found.first >= found.end) {
                return List.of();
            }
        }
        List<Found> runs = List.of(search.ofParents(parents, found));
        for (Range range : unordered) {
            runs = search.inZones(range.bound.placement(), range.least, range.greatest, runs);
        }
        return runs.stream().filter(run -> run.first < run.end).toList();
    }

    /// Whether zones say that all rows lie between the bounds.
    private static boolean isInside(ChunkSummary chunk, Range range) {
        ColumnZone zone = ColumnZone.of(range.bound.placement(), chunk);
        return zone != null && zone.values() && !zone.nulls() && zone.least() >= range.least
                && zone.greatest() <= range.greatest;
    }
}
