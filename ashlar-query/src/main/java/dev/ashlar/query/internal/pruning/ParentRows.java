// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Cursor;
import java.util.List;

/// The range of parent rows outside of which no parent meets the conditions of a query. Rows are in the order of their
/// parents, so this range bounds the rows, too.
///
/// @param first the first
/// @param end   the one after the last
public record ParentRows(long first, long end) {
    /// Where a row of entries has the row of its parent.
    static final Placement.Prefix PARENT = new Placement.Prefix(-Long.BYTES);
    private static final ParentRows ALL = new ParentRows(Long.MIN_VALUE, Long.MAX_VALUE);

    boolean isAll() {
        return equals(ALL);
    }

    /// @param cursors by level, of the tables; those of parents are moved
    /// @param check   is called now and then where it takes long; may throw
    static ParentRows of(TableRelation relation, ColumnRanges ranges, Cursor[] cursors, Runnable check) {
        ParentRows found = ALL;
        for (int level = cursors.length - 1; level > 0; level--) {
            List<ColumnRanges.Condition> conditions = ranges.conditions(level);
            if (!conditions.isEmpty() || !found.isAll()) {
                found = narrow(relation, level, conditions, found, cursors[level], check);
            }
        }
        return found;
    }

    /// Rows of a level that may meet conditions, and have such parents.
    private static ParentRows narrow(TableRelation relation, int level, List<ColumnRanges.Condition> conditions,
            ParentRows parents, Cursor cursor, Runnable check) {
        long first = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        // Before the chunks: what is retired meanwhile makes the range longer than it has to be, never shorter.
        long next = relation.levels().get(level).firstRow();
        for (ChunkSummary chunk : relation.levels().get(level).chunks()) {
            long last = chunk.firstRow() + chunk.rows();
            if (next < chunk.firstRow()) {
                // Rows are missing here: whoever reads them says so.
                first = Math.min(first, next);
                end = chunk.firstRow();
            }
            next = last;
            RowSearch search = new RowSearch(relation, level, chunk, cursor, check);
            for (ColumnRanges.Found run : in(search, conditions, parents)) {
                first = Math.min(first, run.first());
                end = Math.max(end, run.end());
            }
        }
        long known = relation.levels().get(level).endRow();
        if (next < known) {
            first = Math.min(first, next);
            end = known;
        }
        return first < end ? new ParentRows(first, end) : new ParentRows(0, 0);
    }

    private static List<ColumnRanges.Found> in(RowSearch search, List<ColumnRanges.Condition> conditions,
            ParentRows parents) {
        ChunkSummary chunk = search.chunk();
        long from = Math.max(chunk.firstRow(), search.relation().levels().get(search.level()).firstRow());
        ColumnRanges.Found found = new ColumnRanges.Found(from, chunk.firstRow() + chunk.rows(), false);
        if (found.first() >= found.end()) {
            return List.of();
        }
        List<ColumnRanges.Found> runs = List.of(search.ofParents(parents, found));
        for (ColumnRanges.Condition condition : conditions) {
            ColumnZone zone = ColumnZone.of(condition.placement(), chunk);
            boolean none = zone != null && (!zone.values() || zone.greatest() < condition.least()
                    || zone.least() > condition.greatest());
            if (none) {
                return List.of();
            }
            if (search.isInOrder(condition.placement())) {
                runs = runs.stream().map(run -> search.between(condition.placement(), condition.least(),
                        condition.greatest(), run)).filter(run -> run.first() < run.end()).toList();
            } else {
                runs = search.inZones(condition.placement(), condition.least(), condition.greatest(), runs);
            }
        }
        return runs.stream().filter(run -> run.first() < run.end()).toList();
    }
}
