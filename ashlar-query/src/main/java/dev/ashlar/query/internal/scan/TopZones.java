// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.Operand;
import dev.ashlar.query.internal.kernel.SortLayout;
import dev.ashlar.query.internal.pruning.ColumnZone;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import java.util.Arrays;

/// Bounds of the [SortLayout] words that rows of a chunk have, by its zones.
///
/// **Threading**: immutable; any thread.
final class TopZones {
    private final KernelShape shape;
    private final SortLayout sort;

    TopZones(KernelShape shape) {
        this.shape = shape;
        sort = shape.sort();
    }

    /// Words that come after those of all rows.
    long[] none() {
        long[] words = new long[sort.words()];
        Arrays.fill(words, Long.MAX_VALUE);
        return words;
    }

    /// Words that come before those of all rows of the chunk, or are those of its first.
    long[] best(ChunkSummary chunk, long firstRow) {
        long[] words = new long[sort.words()];
        Arrays.fill(words, Long.MIN_VALUE);
        for (SortLayout.Part part : sort.parts()) {
            ColumnZone zone = zone(part, chunk);
            if (zone == null) {
                return words;
            }
            fill(words, part, zone, part.layout().nullable() && zone.nulls() && (part.nullsFirst() || !zone.values()),
                    !part.descending());
        }
        words[words.length - 1] = firstRow;
        return words;
    }

    /// Words that no row of the chunk comes after; null if nothing is known.
    long[] worst(ChunkSummary chunk) {
        SortLayout.Part part = sort.parts().getFirst();
        ColumnZone zone = zone(part, chunk);
        if (zone == null) {
            return null;
        }
        long[] words = none();
        fill(words, part, zone, part.layout().nullable() && zone.nulls() && (!part.nullsFirst() || !zone.values()),
                part.descending());
        return words;
    }

    private ColumnZone zone(SortLayout.Part part, ChunkSummary chunk) {
        Expr expr = shape.outputs().get(part.output()).expr();
        if (expr instanceof Expr.IsNull test) {
            ColumnZone zone = zone(test.operand(), chunk);
            return zone == null ? null : new ColumnZone(false, true, zone.values() ? 0 : 1, zone.nulls() ? 1 : 0);
        }
        ColumnZone zone = zone(expr, chunk);
        return switch (part.layout().form()) {
            case LONG, DOUBLE, LETTER, TRUTH -> zone;
            case CODE -> zone == null || !zone.values() || zone.least() >= 0
                    && zone.greatest() < SortLayout.RANKED_CODES ? zone : null;
            case WIDE, BYTES -> null;
        };
    }

    private ColumnZone zone(Expr expr, ChunkSummary chunk) {
        if (!(expr instanceof Expr.ColumnRef column)) {
            return null;
        }
        TableRelation.Binding bound = shape.layout().binding(column.index());
        return bound.level() > 0 ? null : ColumnZone.of(bound.placement(), chunk);
    }

    /// @param isNull whether the words are those of NULL
    /// @param least  whether they are those of the least value, or of the greatest
    private static void fill(long[] words, SortLayout.Part part, ColumnZone zone, boolean isNull, boolean least) {
        int at = part.word();
        if (part.layout().nullable()) {
            words[at++] = part.nullWord(isNull);
        }
        words[at] = isNull ? 0 : ordered(part, zone, least);
    }

    private static long ordered(SortLayout.Part part, ColumnZone zone, boolean least) {
        long value = least ? zone.least() : zone.greatest();
        if (part.layout().form() == Operand.Form.DOUBLE) {
            return part.ordered(Double.longBitsToDouble(value));
        }
        if (part.layout().form() != Operand.Form.CODE) {
            return part.ordered(value);
        }
        // Codes are not in the order of their names.
        boolean first = least != part.descending();
        long found = part.ordered(zone.least());
        for (long code = zone.least() + 1; code <= zone.greatest(); code++) {
            long next = part.ordered(code);
            found = first ? Math.min(found, next) : Math.max(found, next);
        }
        return found;
    }
}
