// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.column.EnumText;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Zone;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds chunks that have no row for which a condition is true, by what is known of their numbers.
///
/// Only comparisons of a column with a constant are used, and only those that must all be true. In case of doubt, a
/// chunk counts as having such rows.
public final class ZonePruner {
    /// A comparison of a number with a constant.
    private record Bound(TableRelation.Binding column, Expr.Comparison comparison, BigDecimal constant) {
    }

    private final TableRelation relation;
    private final List<Bound> bounds = new ArrayList<>();

    public ZonePruner(TableRelation relation, Optional<Expr> where) {
        this.relation = relation;
        conjuncts(where).forEach(this::note);
    }

    /// Conditions that all have to be true.
    public static List<Expr> conjuncts(Optional<Expr> where) {
        List<Expr> found = new ArrayList<>();
        where.ifPresent(e -> collect(e, found));
        return found;
    }

    private static void collect(Expr condition, List<Expr> to) {
        if (condition instanceof Expr.And and) {
            and.operands().forEach(operand -> collect(operand, to));
        } else {
            to.add(condition);
        }
    }

    private void note(Expr condition) {
        if (condition instanceof Expr.Compare compare) {
            if (compare.left() instanceof Expr.ColumnRef column && compare.right() instanceof Expr.Literal literal) {
                note(column, compare.comparison(), literal);
            } else if (compare.right() instanceof Expr.ColumnRef column
                    && compare.left() instanceof Expr.Literal literal) {
                note(column, compare.comparison().swapped(), literal);
            }
        }
    }

    private void note(Expr.ColumnRef column, Expr.Comparison comparison, Expr.Literal literal) {
        TableRelation.Binding bound = relation.binding(column.index());
        BigDecimal constant = switch (literal.value()) {
            case Long number -> BigDecimal.valueOf(number);
            case BigDecimal number -> number;
            case String text when bound.placement() instanceof Placement.Code code -> {
                long[] bits = EnumText.bits(code, text);
                yield bits == null || code.number().primitive() == PrimitiveType.UINT64 ? null
                        : BigDecimal.valueOf(bits[0]);
            }
            case null, default -> null;
        };
        boolean comparable = literal.type().kind() != Kind.TEXT || comparison == Expr.Comparison.EQUAL;
        if (bound.level() == 0 && constant != null && comparable && comparison != Expr.Comparison.NOT_EQUAL) {
            bounds.add(new Bound(bound, comparison, constant));
        }
    }

    public boolean mayMatch(ChunkSummary chunk) {
        for (Bound bound : bounds) {
            if (!mayMatch(chunk, bound)) {
                return false;
            }
        }
        return true;
    }

    private boolean mayMatch(ChunkSummary chunk, Bound bound) {
        return switch (bound.column.placement()) {
            case Placement.RowNumber _ -> meets(bound, BigInteger.valueOf(chunk.firstRow()),
                    BigInteger.valueOf(chunk.firstRow() + chunk.rows() - 1), 0, 0);
            case Placement.Number number -> mayMatch(chunk, bound, number, 0, 0);
            case Placement.Code code -> mayMatch(chunk, bound, code.number(), 0, 0);
            case Placement.Scaled scaled -> mayMatch(chunk, bound, scaled.mantissa(), scaled.scale(), scaled.shift());
            // Numbers beyond all times are for whoever reads the rows.
            case Placement.Time time -> {
                ColumnZone zone = ColumnZone.of(time, chunk);
                yield zone == null || zone.values() && meets(bound, BigInteger.valueOf(zone.least()),
                        BigInteger.valueOf(zone.greatest()), 0, 0);
            }
            case Placement.Prefix _, Placement.Truth _, Placement.Bit _, Placement.Letter _, Placement.Characters _,
                    Placement.Elements _, Placement.Floating _, Placement.Constant _ -> true;
        };
    }

    private static boolean mayMatch(ChunkSummary chunk, Bound bound, Placement.Number number, int scale, int shift) {
        RowLayoutFit fit = new RowLayoutFit(chunk);
        if (!fit.has(number)) {
            // All rows have NULL, so the comparison is never true.
            return false;
        }
        Zone zone = chunk.zone(number.offset());
        if (zone == null || zone.type() != number.primitive() || number.primitive().isFloatingPoint()
                || zone.nullable() && !number.nullable()) {
            return true;
        }
        return !zone.empty() && meets(bound, whole(zone.min(), zone), whole(zone.max(), zone), scale, shift);
    }

    /// What blocks of a chunk have.
    private record RowLayoutFit(ChunkSummary chunk) {
        boolean has(Placement.Number number) {
            return number.isPresent(chunk.layout().schemaVersion(), chunk.layout().blockLength());
        }
    }

    private static BigInteger whole(long bits, Zone zone) {
        return zone.type() == PrimitiveType.UINT64 ? new BigInteger(Long.toUnsignedString(bits))
                : BigInteger.valueOf(bits);
    }

    private static boolean meets(Bound bound, BigInteger least, BigInteger greatest, int scale, int shift) {
        BigDecimal low = new BigDecimal(least.multiply(BigInteger.TEN.pow(shift)), scale);
        BigDecimal high = new BigDecimal(greatest.multiply(BigInteger.TEN.pow(shift)), scale);
        BigDecimal constant = bound.constant;
        return switch (bound.comparison) {
            case EQUAL -> low.compareTo(constant) <= 0 && high.compareTo(constant) >= 0;
            case LESS -> low.compareTo(constant) < 0;
            case LESS_OR_EQUAL -> low.compareTo(constant) <= 0;
            case GREATER -> high.compareTo(constant) > 0;
            case GREATER_OR_EQUAL -> high.compareTo(constant) >= 0;
            case NOT_EQUAL -> true;
        };
    }
}
