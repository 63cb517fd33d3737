// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Cursor;
import java.util.Optional;

/// Which rows of a table a condition may be true for, as far as that is known without reading all of them.
public record Wanted(ZonePruning zones, Ranges ranges) {
    public static Wanted of(TableRelation relation, Optional<Expr> where) {
        return new Wanted(new ZonePruning(relation, where), new Ranges(relation, where));
    }

    public boolean mayHave(ChunkSummary chunk) {
        return !ranges.isEmpty() && zones.mayMatch(chunk);
    }

    public Ranges.Found in(ChunkSummary chunk, long first, long end, Cursor cursor) {
        return ranges.in(chunk, first, end, cursor);
    }
}
