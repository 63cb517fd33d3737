// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.Zone;

/// What a chunk's footer says about the values of a column, in the one-word form of kernels: a decimal without its
/// point, a time in nanoseconds, the number of an enum's value, the bits of a `double`.
///
/// @param nulls    whether any value may be NULL
/// @param values   whether any value may be other than NULL
/// @param least    least value that is not NULL, if there is one
/// @param greatest greatest value, likewise
/// @param exact    whether rows have these two values; otherwise one of them may be the null value of a row that is
///     NULL
public record ColumnZone(boolean nulls, boolean values, long least, long greatest, boolean exact) {
    private static final ColumnZone ABSENT = new ColumnZone(true, false, 0, 0);

    public ColumnZone(boolean nulls, boolean values, long least, long greatest) {
        this(nulls, values, least, greatest, true);
    }

    /// Null where nothing is known, or a value is beyond its column, so that reading it is an error.
    ///
    /// @param placement in rows of the chunk
    public static ColumnZone of(Placement placement, ChunkSummary chunk) {
        return switch (placement) {
            case Placement.RowNumber _ -> new ColumnZone(false, true, chunk.firstRow(), chunk.firstRow() + chunk.rows()
                    - 1);
            case Placement.Time time when time.number().offset() < 0 -> ofPrefix(chunk);
            case Placement.Time time -> multiplied(of(time.number(), chunk), time.unitNs());
            case Placement.Scaled scaled -> scaled.shift() > 18 ? null : multiplied(of(scaled.mantissa(), chunk),
                    Math.powExact(10L, scaled.shift()));
            case Placement.Number number -> of(number, chunk);
            case Placement.Code code -> of(code.number(), chunk);
            case Placement.Letter letter -> of(letter.number(), chunk);
            case Placement.Prefix _, Placement.Truth _, Placement.Bit _, Placement.Characters _, Placement.Elements _,
                    Placement.Floating _, Placement.Constant _ -> null;
        };
    }

    /// Of what both are of.
    public ColumnZone with(ColumnZone other) {
        return new ColumnZone(nulls || other.nulls, values || other.values,
                !values ? other.least : other.values ? Math.min(least, other.least) : least,
                !values ? other.greatest : other.values ? Math.max(greatest, other.greatest) : greatest,
                exact && other.exact);
    }

    private static ColumnZone ofPrefix(ChunkSummary chunk) {
        boolean known = chunk.sealed() && chunk.layout().prefix() == RowPrefix.MESSAGE && chunk.minTime() >= 0
                && chunk.maxTime() >= 0;
        return known ? new ColumnZone(false, true, chunk.minTime(), chunk.maxTime()) : null;
    }

    private static ColumnZone of(Placement.Number number, ChunkSummary chunk) {
        if (!number.isPresent(chunk.layout().schemaVersion(), chunk.layout().blockLength())) {
            return ABSENT;
        }
        Zone zone = chunk.zone(number.offset());
        if (zone == null || zone.type() != number.primitive() || zone.nullable() && !number.nullable()) {
            return null;
        }
        // A field that has become optional, or a composite whose null indicator is not the same in all versions.
        boolean exact = zone.nullable() == number.nullable();
        boolean nulls = number.nullable() && (!exact || zone.nulls() > 0);
        if (zone.empty()) {
            return new ColumnZone(nulls, false, 0, 0);
        }
        if (zone.type().isFloatingPoint()) {
            return new ColumnZone(nulls, true, Double.doubleToLongBits(zone.minReal()),
                    Double.doubleToLongBits(zone.maxReal()), exact);
        }
        boolean fits = zone.type() != PrimitiveType.UINT64 || zone.min() >= 0 && zone.max() >= 0;
        return fits ? new ColumnZone(nulls, true, zone.min(), zone.max(), exact) : null;
    }

    private static ColumnZone multiplied(ColumnZone zone, long factor) {
        if (zone == null || factor == 1 || !zone.values) {
            return zone;
        }
        try {
            return new ColumnZone(zone.nulls, true, Math.multiplyExact(zone.least, factor),
                    Math.multiplyExact(zone.greatest, factor), zone.exact);
        } catch (ArithmeticException _) {
            return null;
        }
    }
}
