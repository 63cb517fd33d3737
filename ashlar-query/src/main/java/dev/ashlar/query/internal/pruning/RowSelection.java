// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Cursor;
import java.util.List;
import java.util.Optional;

/// The rows of a table for which a condition may be true, as far as that is known without reading them.
public record RowSelection(ZonePruner zones, ColumnRanges ranges) {
    public static RowSelection of(TableRelation relation, Optional<Expr> where) {
        return new RowSelection(new ZonePruner(relation, where), new ColumnRanges(relation, where));
    }

    public boolean mayHave(ChunkSummary chunk) {
        return !ranges.isEmpty() && zones.mayMatch(chunk);
    }

    /// Parents that rows have to have.
    ///
    /// @param cursors by level, of the tables; moved
    /// @param check   is called now and then where it takes long; may throw
    public ParentRows parents(TableRelation relation, Cursor[] cursors, Runnable check) {
        return ParentRows.of(relation, ranges, cursors, check);
    }

    /// @param cursor of the table; moved
    /// @param check  likewise
    public List<ColumnRanges.Found> in(ChunkSummary chunk, long first, long end, ParentRows parents, Cursor cursor,
            Runnable check) {
        return ranges.in(chunk, first, end, parents, cursor, check);
    }
}
