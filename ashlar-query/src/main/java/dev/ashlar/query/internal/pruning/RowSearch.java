// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowPrefix;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Finds the rows of a chunk whose values of a column lie in a range: by binary search where the store knows that they
/// are sorted, otherwise by [FineZones].
///
/// @param level  level of the chunk's table in the relation
/// @param cursor cursor of that table; this search moves it
/// @param check  called now and then during a long search; may throw
record RowSearch(TableRelation relation, int level, ChunkSummary chunk, Cursor cursor, Runnable check) {
    /// Whether a column is in order by what the store promises: the time of rows where the chunk's times are in order,
    /// positions of messages, and rows of parents.
    boolean isInOrder(Placement placement) {
        Placement.Number number = switch (placement) {
            case Placement.Prefix prefix -> {
                RowPrefix has = chunk.layout().prefix();
                boolean grows = has == RowPrefix.PARENT && prefix.offset() == -Long.BYTES
                        || has == RowPrefix.MESSAGE && prefix.offset() == -2 * Long.BYTES;
                // Without checksums a search may be led astray by rows that were lost.
                yield grows && chunk.sealed() ? number(prefix) : null;
            }
            case Placement.Number plain -> isTime(plain) ? plain : null;
            case Placement.Time time -> time.unitNs() == 1 && isTime(time.number()) ? time.number() : null;
            default -> null;
        };
        return number != null && (placement instanceof Placement.Prefix || areTimesInOrder(number));
    }

    private boolean isTime(Placement.Number number) {
        boolean isTime = number.primitive() == PrimitiveType.INT64
                && relation.levels().get(level).timeOffset().orElse(Integer.MAX_VALUE) == number.offset()
                && number.isPresent(chunk.layout().schemaVersion(), chunk.layout().blockLength());
        // NULL would be out of order.
        return isTime && !(number.nullable() && number.nullBits() >= 0);
    }

    private boolean areTimesInOrder(Placement.Number number) {
        // The store's order is that of unsigned numbers.
        return chunk.sealed() ? chunk.timesInOrder() && chunk.minTime() >= 0 && chunk.maxTime() >= 0
                : level == 0 && UnsealedTimeOrder.of(relation).areInOrder(chunk, number.offset(), order(number),
                        cursor);
    }

    private static Placement.Number number(Placement.Prefix prefix) {
        return new Placement.Number(prefix.offset(), PrimitiveType.INT64, false, false, 0, 0, 0);
    }

    private static ByteOrder order(Placement.Number number) {
        return number.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /// Those of some rows whose parents are among these.
    ColumnRanges.Found ofParents(ParentRows parents, ColumnRanges.Found rows) {
        boolean narrows = !parents.isAll() && isInOrder(ParentRows.PARENT);
        return narrows ? between(ParentRows.PARENT, parents.first(), parents.end() - 1, rows) : rows;
    }

    /// Those of some rows whose values of a column in order are from `least` to `greatest`.
    ColumnRanges.Found between(Placement placement, long least, long greatest, ColumnRanges.Found rows) {
        if (!cursor.seek(rows.first())) {
            return new ColumnRanges.Found(rows.first(), rows.end(), false);
        }
        Placement.Number number = switch (placement) {
            case Placement.Prefix prefix -> number(prefix);
            case Placement.Time time -> time.number();
            case Placement.Number plain -> plain;
            default -> throw new IllegalArgumentException("not in order: placement=" + placement);
        };
        long from = before(number, least, false, rows);
        long to = before(number, greatest, true, rows);
        return new ColumnRanges.Found(from, Math.max(from, to), rows.decided());
    }

    /// The first row whose value does not come before another.
    ///
    /// @param orEqual whether equal ones do, too
    private long before(Placement.Number number, long value, boolean orEqual, ColumnRanges.Found rows) {
        long low = rows.first();
        long high = rows.end();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (!cursor.seek(middle)) {
                throw new CorruptChunkException("row is missing", middle, middle + 1,
                        relation.levels().get(level).name());
            }
            long found = AnyMemory.getLong(cursor.memory(), cursor.offset() + number.offset(), order(number));
            if (found < value || orEqual && found == value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Those of some rows whose zones may have values of a column from `least` to `greatest`.
    List<ColumnRanges.Found> inZones(Placement placement, long least, long greatest, List<ColumnRanges.Found> runs) {
        List<ColumnRanges.Found> found = new ArrayList<>();
        for (ColumnRanges.Found run : runs) {
            found.addAll(FineZones.of(relation).narrow(this, placement, least, greatest, run));
        }
        return found;
    }
}
