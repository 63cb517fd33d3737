// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Cursor;
import java.util.Optional;

/// The rows of a table for which a condition may be true, as far as that is known without reading them.
public record RowSelection(ZonePruner zones, ColumnRanges ranges) {
    public static RowSelection of(TableRelation relation, Optional<Expr> where) {
        return new RowSelection(new ZonePruner(relation, where), new ColumnRanges(relation, where));
    }

    public boolean mayHave(ChunkSummary chunk) {
        return !ranges.isEmpty() && zones.mayMatch(chunk);
    }

    public ColumnRanges.Found in(ChunkSummary chunk, long first, long end, Cursor cursor) {
        return ranges.in(chunk, first, end, cursor);
    }
}
