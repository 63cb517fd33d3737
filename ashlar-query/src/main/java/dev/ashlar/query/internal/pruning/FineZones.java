// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.query.internal.column.ColumnDecoder;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Ranges of a column's values in [#ZONE_ROWS] rows each, finer than the zones of chunks: for columns that are
/// ascending, or nearly so, such as a timestamp other than the time of the table.
///
/// They are built by reading the column once, when a query first needs a small part of a chunk's values, and kept with
/// the relation, [#MAX_ZONES] at most. Samples show whether the column is nearly sorted; if it is not, all zones would
/// be alike, and none are built.
///
/// **Threading**: any thread.
final class FineZones {
    static final int ZONE_ROWS = 1024;
    /// 16 MiB.
    private static final int MAX_ZONES = 1 << 20;
    private static final int LEAST_ZONES = 4;
    private static final int SAMPLES = 32;
    /// How far samples may go up and down, as a multiple of their range: in order it is 1, at random about 10.
    private static final double MAX_WAY = 4;
    /// Greater parts of the values of a chunk are not worth it.
    private static final double MAX_PART = 0.25;

    private record Key(int level, Placement placement, long firstRow) {
    }

    /// One column of one chunk. Rows stay as they are; a chunk that is being filled gets further zones.
    private static final class Ranges {
        private boolean inOrder;
        private long[] least = {};
        private long[] greatest = {};
        private int count;
    }

    private final Map<Key, Ranges> kept = new LinkedHashMap<>(16, 0.75f, true);
    private int zones;

    /// The one of a relation.
    static FineZones of(TableRelation relation) {
        return relation.attachment(FineZones.class, FineZones::new);
    }

    /// Whether there are zones of values that lie there.
    static boolean isFor(Placement placement) {
        return switch (placement) {
            case Placement.Number number -> !number.primitive().isFloatingPoint()
                    && number.primitive() != PrimitiveType.UINT64;
            case Placement.Time time -> time.number().offset() >= 0;
            case Placement.Scaled scaled ->
                    scaled.shift() == 0 && scaled.mantissa().primitive() != PrimitiveType.UINT64;
            case Placement.RowNumber _, Placement.Prefix _, Placement.Code _, Placement.Truth _, Placement.Bit _,
                    Placement.Letter _, Placement.Characters _, Placement.Elements _, Placement.Floating _,
                    Placement.Constant _ -> false;
        };
    }

    /// Rows whose zones may have a value from `least` to `greatest`.
    ///
    /// @param search of their chunk; its cursor is moved
    List<ColumnRanges.Found> narrow(RowSearch search, Placement placement, long least, long greatest,
            ColumnRanges.Found rows) {
        ChunkSummary chunk = search.chunk();
        if (!pays(placement, chunk, least, greatest)) {
            return List.of(rows);
        }
        Ranges ranges;
        try {
            ranges = get(new Key(search.level(), placement, chunk.firstRow()), search);
        } catch (CorruptChunkException _) {
            // Whoever reads the rows says what is wrong.
            return List.of(rows);
        }
        return ranges == null ? List.of(rows) : narrow(ranges, chunk.firstRow(), least, greatest, rows);
    }

    private static boolean pays(Placement placement, ChunkSummary chunk, long least, long greatest) {
        ColumnZone zone = ColumnZone.of(placement, chunk);
        boolean small = zone == null ? !chunk.sealed() : zone.values() && (double) Math.min(greatest, zone.greatest())
                - Math.max(least, zone.least()) <= MAX_PART * ((double) zone.greatest() - zone.least());
        return small && isFor(placement) && chunk.rows() >= (long) LEAST_ZONES * ZONE_ROWS
                && number(placement).isPresent(chunk.layout().schemaVersion(), chunk.layout().blockLength());
    }

    private static List<ColumnRanges.Found> narrow(Ranges ranges, long firstRow, long least, long greatest,
            ColumnRanges.Found rows) {
        List<ColumnRanges.Found> found = new ArrayList<>();
        synchronized (ranges) {
            int zone = (int) ((rows.first() - firstRow) / ZONE_ROWS);
            long from = rows.first();
            while (from < rows.end()) {
                long end = Math.min(firstRow + (long) (zone + 1) * ZONE_ROWS, rows.end());
                boolean known = zone < ranges.count;
                end = known ? end : rows.end();
                if (!known || ranges.least[zone] <= greatest && ranges.greatest[zone] >= least) {
                    boolean goesOn = !found.isEmpty() && found.getLast().end() == from;
                    ColumnRanges.Found run = goesOn ? found.removeLast() : rows;
                    found.add(new ColumnRanges.Found(goesOn ? run.first() : from, end, false));
                }
                from = end;
                zone++;
            }
        }
        return found;
    }

    /// Null if the column is not nearly in order, or rows are gone.
    private Ranges get(Key key, RowSearch search) {
        ChunkSummary chunk = search.chunk();
        Ranges ranges;
        synchronized (kept) {
            ranges = kept.computeIfAbsent(key, _ -> new Ranges());
        }
        synchronized (ranges) {
            int before = ranges.count;
            if (before == 0 && !ranges.inOrder) {
                ranges.inOrder = isNearlyInOrder(key.placement, chunk, search.cursor());
                // Of a chunk that is being filled, that may change.
                if (!ranges.inOrder) {
                    if (!chunk.sealed()) {
                        forget(key);
                    }
                    ranges.count = chunk.sealed() ? -1 : 0;
                    return null;
                }
            }
            if (before < 0) {
                return null;
            }
            extend(ranges, key.placement, search);
            count(ranges.count - before);
            return ranges;
        }
    }

    private void forget(Key key) {
        synchronized (kept) {
            kept.remove(key);
        }
    }

    private void count(int more) {
        synchronized (kept) {
            zones += more;
            var eldest = kept.entrySet().iterator();
            while (zones > MAX_ZONES && eldest.hasNext()) {
                zones -= Math.max(0, eldest.next().getValue().count);
                eldest.remove();
            }
        }
    }

    private static boolean isNearlyInOrder(Placement placement, ChunkSummary chunk, Cursor cursor) {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        double way = 0;
        long last = 0;
        for (int i = 0; i <= SAMPLES; i++) {
            if (!cursor.seek(chunk.firstRow() + (chunk.rows() - 1) * i / SAMPLES)) {
                return false;
            }
            Placement.Number number = number(placement);
            long bits = ColumnDecoder.bits(number, cursor.memory(), cursor.offset());
            // NULL stands where its value would, as far as one can say.
            long value = isNull(number, bits) ? last : value(placement, bits);
            way += i == 0 ? 0 : Math.abs((double) value - last);
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
            last = value;
        }
        return way <= MAX_WAY * ((double) greatest - least);
    }

    private static void extend(Ranges ranges, Placement placement, RowSearch search) {
        ChunkSummary chunk = search.chunk();
        Cursor cursor = search.cursor();
        int count = (int) (chunk.sealed() ? (chunk.rows() + ZONE_ROWS - 1) / ZONE_ROWS : chunk.rows() / ZONE_ROWS);
        if (count <= ranges.count) {
            return;
        }
        ranges.least = Arrays.copyOf(ranges.least, count);
        ranges.greatest = Arrays.copyOf(ranges.greatest, count);
        for (int zone = ranges.count; zone < count; zone++) {
            search.check().run();
            long first = chunk.firstRow() + (long) zone * ZONE_ROWS;
            int rows = (int) Math.min(ZONE_ROWS, chunk.firstRow() + chunk.rows() - first);
            ranges.least[zone] = Long.MAX_VALUE;
            ranges.greatest[zone] = Long.MIN_VALUE;
            for (int done = 0; done < rows;) {
                if (!cursor.seek(first + done)) {
                    throw new CorruptChunkException("row is missing", first + done, first + done + 1,
                            search.relation().levels().get(search.level()).name());
                }
                int whole = (int) cursor.contiguousRows(rows - done);
                read(ranges, zone, number(placement), cursor, chunk.layout().stride(), whole);
                done += whole;
            }
            finish(ranges, zone, placement);
            ranges.count = zone + 1;
        }
    }

    /// Widens a zone by some rows, as their bits are.
    private static void read(Ranges ranges, int zone, Placement.Number number, Cursor cursor, int stride, int rows) {
        boolean isLong = number.primitive().size() == Long.BYTES;
        ByteOrder order = number.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        MemorySegment memory = cursor.memory();
        long least = ranges.least[zone];
        long greatest = ranges.greatest[zone];
        long at = cursor.offset();
        for (int i = 0; i < rows; i++, at += stride) {
            long bits = isLong ? AnyMemory.getLong(memory, at + number.offset(), order)
                    : ColumnDecoder.bits(number, memory, at);
            if (!isNull(number, bits)) {
                least = Math.min(least, bits);
                greatest = Math.max(greatest, bits);
            }
        }
        ranges.least[zone] = least;
        ranges.greatest[zone] = greatest;
    }

    /// Makes bits values.
    private static void finish(Ranges ranges, int zone, Placement placement) {
        long least = ranges.least[zone];
        long greatest = ranges.greatest[zone];
        if (!(placement instanceof Placement.Time time) || least > greatest) {
            return;
        }
        boolean unsigned = time.number().primitive() == PrimitiveType.UINT64 && least < 0;
        // Reading a value beyond all times is an error: such rows are always read.
        boolean beyond = unsigned || isBeyond(least, time.unitNs()) || isBeyond(greatest, time.unitNs());
        ranges.least[zone] = beyond ? Long.MIN_VALUE : least * time.unitNs();
        ranges.greatest[zone] = beyond ? Long.MAX_VALUE : greatest * time.unitNs();
    }

    private static boolean isBeyond(long bits, long unitNs) {
        return Math.multiplyHigh(bits, unitNs) != bits * unitNs >> Long.SIZE - 1;
    }

    private static Placement.Number number(Placement placement) {
        return switch (placement) {
            case Placement.Number number -> number;
            case Placement.Time time -> time.number();
            case Placement.Scaled scaled -> scaled.mantissa();
            default -> throw new IllegalArgumentException("no number: placement=" + placement);
        };
    }

    private static boolean isNull(Placement.Number number, long bits) {
        return number.nullable() && bits == number.nullBits();
    }

    private static long value(Placement placement, long bits) {
        return placement instanceof Placement.Time time ? bits * time.unitNs() : bits;
    }
}
