// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.kernel.GroupTable;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.pruning.ColumnZone;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import java.util.List;

/// The keys that unread rows may have. They are known from the zones of chunks, if keys are whole numbers, enums or
/// other values of few words without gaps; or because an earlier query has found all keys of these rows.
final class KeyBounds {
    private final KernelShape shape;
    private final ScanSnapshot snapshot;
    private final List<Expr> exprs;
    /// Null if nothing is known.
    private final FirstsMemory.Found known;

    /// Of a key in a table.
    interface Condition {
        boolean test(GroupTable table, int key);
    }

    KeyBounds(KernelShape shape, ScanSnapshot snapshot) {
        this.shape = shape;
        this.snapshot = snapshot;
        exprs = FirstsMemory.exprs(shape);
        known = FirstsMemory.of(snapshot.relation()).keys(exprs);
    }

    /// Whether all keys that rows of some pieces may have are in tables, which have none in common, and meet a
    /// condition.
    boolean hold(List<ScanSnapshot.Piece> pieces, List<GroupTable> tables, Condition condition) {
        return holdForKnown(pieces, tables, condition) || holdWithinZones(pieces, tables, condition);
    }

    private static long count(List<GroupTable> tables) {
        return tables.stream().mapToLong(GroupTable::count).sum();
    }

    private boolean holdForKnown(List<ScanSnapshot.Piece> pieces, List<GroupTable> tables, Condition condition) {
        int words = shape.keys().words();
        if (known == null || count(tables) < known.keys().length / words
                || pieces.stream().anyMatch(piece -> piece.first() + piece.rows() > known.end())) {
            return false;
        }
        long[] key = new long[words];
        for (int at = 0; at < known.keys().length; at += words) {
            System.arraycopy(known.keys(), at, key, 0, words);
            if (tables.stream().noneMatch(table -> isIn(table, key, condition))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIn(GroupTable table, long[] key, Condition condition) {
        int group = table.look(key);
        return group >= 0 && condition.test(table, group);
    }

    private boolean holdWithinZones(List<ScanSnapshot.Piece> pieces, List<GroupTable> tables, Condition condition) {
        int parts = exprs.size();
        ColumnZone[] ranges = new ColumnZone[parts];
        long count = count(tables);
        long keys = 1;
        for (int i = 0; i < parts; i++) {
            ranges[i] = shape.keys().isOfOneWord(i) ? range(pieces, exprs.get(i)) : null;
            if (ranges[i] == null) {
                return false;
            }
            long values = ranges[i].values() ? ranges[i].greatest() - ranges[i].least() + 1 : 0;
            // Negative or 0 where they are more than a long can count.
            if (ranges[i].values() && values <= 0 || values > count) {
                return false;
            }
            keys *= values + (ranges[i].nulls() ? 1 : 0);
            if (keys > count) {
                return false;
            }
        }
        for (GroupTable table : tables) {
            for (int group = 0; group < table.count(); group++) {
                if (isWithin(ranges, table, group)) {
                    if (!condition.test(table, group)) {
                        return false;
                    }
                    keys--;
                }
            }
        }
        return keys == 0;
    }

    private boolean isWithin(ColumnZone[] ranges, GroupTable groups, int group) {
        for (int i = 0; i < ranges.length; i++) {
            boolean within;
            if (shape.keys().isNull(groups, group, i)) {
                within = ranges[i].nulls();
            } else {
                long word = shape.keys().word(groups, group, i);
                within = ranges[i].values() && word >= ranges[i].least() && word <= ranges[i].greatest();
            }
            if (!within) {
                return false;
            }
        }
        return true;
    }

    /// Of a column in all chunks of pieces; null if it is not known.
    private ColumnZone range(List<ScanSnapshot.Piece> pieces, Expr expr) {
        if (!(expr instanceof Expr.ColumnRef column)) {
            return null;
        }
        TableRelation.Binding bound = shape.layout().binding(column.index());
        ColumnZone range = null;
        for (ScanSnapshot.Piece piece : pieces) {
            ChunkSummary chunk = piece.layout() == null ? null : snapshot.chunkWith(piece.first());
            ColumnZone zone = bound.level() > 0 || chunk == null ? null : ColumnZone.of(bound.placement(), chunk);
            if (zone == null) {
                return null;
            }
            range = range == null ? zone : range.with(zone);
        }
        return range;
    }
}
