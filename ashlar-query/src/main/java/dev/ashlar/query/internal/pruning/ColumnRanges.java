// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.column.EnumText;
import dev.ashlar.query.internal.column.Location;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Zone;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/// Conditions that a column lies between two constants, apart from all others.
///
/// Kernels are given the bounds of these when they run: a question that differs from one asked before by them alone
/// finds its kernels made and compiled. And where zones, row numbers or times in order say that all of some rows lie
/// between the bounds, kernels need not look at them at all.
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
        BigDecimal constant = switch (bound.location()) {
            case Location.RowNumber _, Location.Prefix _ -> number(literal, 0);
            case Location.Number number -> isWord(number) ? number(literal, 0) : null;
            case Location.Time time -> isWord(time.number()) ? number(literal, 0) : null;
            case Location.Scaled scaled -> isWord(scaled.mantissa()) && scaled.shift() == 0
                    ? number(literal, scaled.scale()) : null;
            case Location.Code code -> isWord(code.number()) && comparison == Expr.Comparison.EQUAL
                    ? code(code, literal) : null;
            case Location.Bit _, Location.Letter _, Location.Characters _, Location.Elements _, Location.Floating _,
                    Location.Constant _ -> null;
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

    private static boolean isWord(Location.Number number) {
        return !number.primitive().isFloatingPoint() && number.primitive() != PrimitiveType.UINT64;
    }

    private static BigDecimal number(Expr.Literal literal, int scale) {
        return switch (literal.value()) {
            case Long number -> BigDecimal.valueOf(number).movePointRight(scale);
            case BigDecimal number -> number.movePointRight(scale);
            case null, default -> null;
        };
    }

    private static BigDecimal code(Location.Code location, Expr.Literal literal) {
        long[] bits = literal.value() instanceof String text ? EnumText.bits(location, text) : null;
        return bits == null ? null : BigDecimal.valueOf(bits[0]);
    }

    /// Narrows rows of a chunk, `first` to `end`, exclusive.
    ///
    /// @param cursor of the table; moved
    Found in(ChunkSummary chunk, long first, long end, Cursor cursor) {
        Found found = new Found(first, end, true);
        for (Range range : ranges.values()) {
            if (range.bound.level() == 0 && range.bound.location() instanceof Location.RowNumber) {
                found = new Found(Math.max(found.first, range.least), range.greatest < found.end ? range.greatest + 1
                        : found.end, found.decided);
            } else if (!isInside(chunk, range)) {
                found = isTimeInOrder(chunk, range, cursor) ? search(found, range, cursor)
                        : new Found(found.first, found.end, false);
            }
            if (found.first >= found.end) {
                return new Found(first, first, true);
            }
        }
        return found;
    }

    /// Whether zones say that all rows lie between the bounds.
    private static boolean isInside(ChunkSummary chunk, Range range) {
        Location.Number number = range.bound.level() > 0 || !chunk.sealed() ? null : switch (range.bound.location()) {
            case Location.Number plain -> plain;
            case Location.Time time -> time.unitNs() == 1 ? time.number() : null;
            case Location.Scaled scaled -> scaled.mantissa();
            case Location.Code code -> code.number();
            case Location.RowNumber _, Location.Prefix _, Location.Bit _, Location.Letter _, Location.Characters _,
                    Location.Elements _, Location.Floating _, Location.Constant _ -> null;
        };
        if (number == null || !number.isPresent(chunk.layout().schemaVersion(), chunk.layout().blockLength())) {
            return false;
        }
        Zone zone = chunk.zone(number.offset());
        return zone != null && zone.type() == number.primitive() && !zone.empty()
                && (!number.nullable() || zone.nullable() && zone.nulls() == 0)
                && zone.min() >= range.least && zone.max() <= range.greatest;
    }

    /// Whether a column is the time by which the rows of a chunk are in order.
    private boolean isTimeInOrder(ChunkSummary chunk, Range range, Cursor cursor) {
        Location.Number number = switch (range.bound.location()) {
            case Location.Number plain -> plain;
            case Location.Time time when time.unitNs() == 1 -> time.number();
            default -> null;
        };
        boolean isTime = number != null && range.bound.level() == 0 && number.primitive() == PrimitiveType.INT64
                && relation.levels().getFirst().timeOffset().orElse(Integer.MAX_VALUE) == number.offset()
                && number.isPresent(chunk.layout().schemaVersion(), chunk.layout().blockLength());
        // NULL would be out of order.
        if (!isTime || number.nullable() && number.nullBits() >= 0) {
            return false;
        }
        // The store's order is that of unsigned numbers.
        return chunk.sealed() ? chunk.timesInOrder() && chunk.minTime() >= 0 && chunk.maxTime() >= 0
                : UnsealedTimeOrder.of(relation).areInOrder(chunk, number.offset(), order(number), cursor);
    }

    private static ByteOrder order(Location.Number number) {
        return number.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    private static Found search(Found rows, Range range, Cursor cursor) {
        if (!cursor.seek(rows.first)) {
            return new Found(rows.first, rows.end, false);
        }
        Location.Number number = range.bound.location() instanceof Location.Time time ? time.number()
                : (Location.Number) range.bound.location();
        Times times = new Times(cursor, number.offset(), order(number), rows.first, rows.end);
        long from = times.before(range.least, false);
        long to = times.before(range.greatest, true);
        return new Found(from, Math.max(from, to), rows.decided);
    }

    /// Times in order of rows `first` to `end`, exclusive.
    private record Times(Cursor cursor, int offset, ByteOrder order, long first, long end) {
        /// The first row whose time does not come before another.
        ///
        /// @param orEqual whether equal ones do, too
        long before(long time, boolean orEqual) {
            long low = first;
            long high = end;
            while (low < high) {
                long middle = (low + high) >>> 1;
                if (!cursor.seek(middle)) {
                    throw new CorruptChunkException("row is not there", middle, middle + 1, "time range");
                }
                long found = AnyMemory.getLong(cursor.memory(), cursor.offset() + offset, order);
                if (found < time || orEqual && found == time) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
