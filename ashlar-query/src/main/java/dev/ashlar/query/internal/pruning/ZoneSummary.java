// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.query.Column;
import dev.ashlar.query.ColumnSummary;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.column.Location;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Zone;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Adds up what the zones of a table's chunks say of its columns.
public final class ZoneSummary {
    private ZoneSummary() {
    }

    /// By column. Those of parents are known by the zones of other tables, and are left out.
    public static List<ColumnSummary> of(TableRelation relation) {
        List<ChunkSummary> chunks = relation.levels().getFirst().chunks();
        List<ColumnSummary> found = new ArrayList<>();
        for (Column column : relation.columns()) {
            TableRelation.Binding binding = relation.binding(column.index());
            ColumnSummary sum = ColumnSummary.UNKNOWN;
            for (ChunkSummary chunk : binding.level() == 0 ? chunks : List.<ChunkSummary>of()) {
                sum = sum.and(of(column, binding.location(), chunk));
            }
            OptionalLong distinct = distinct(binding.location());
            found.add(new ColumnSummary(sum.rows(), sum.nulls(), sum.least(), sum.greatest(), distinct));
        }
        return found;
    }

    /// Values that a column can have, if they are few.
    private static OptionalLong distinct(Location location) {
        return switch (location) {
            case Location.Code code -> OptionalLong.of(code.values().size());
            case Location.Truth _, Location.Bit _ -> OptionalLong.of(2);
            case Location.Constant constant -> OptionalLong.of(constant.value() == null ? 0 : 1);
            case Location.RowNumber _, Location.Prefix _, Location.Number _, Location.Time _, Location.Letter _,
                    Location.Characters _, Location.Elements _, Location.Scaled _, Location.Floating _ ->
                OptionalLong.empty();
        };
    }

    private static ColumnSummary of(Column column, Location location, ChunkSummary chunk) {
        ColumnZone zone = ColumnZone.of(location, chunk);
        if (zone == null) {
            return ColumnSummary.UNKNOWN;
        }
        long nulls = !zone.values() ? chunk.rows() : zone.nulls() ? nulls(location, chunk) : 0;
        boolean numbers = zone.values() && !(location instanceof Location.Code)
                && !(location instanceof Location.Letter);
        return new ColumnSummary(chunk.rows(), nulls, numbers ? OptionalDouble.of(value(column, zone.least()))
                : OptionalDouble.empty(), numbers ? OptionalDouble.of(value(column, zone.greatest()))
                : OptionalDouble.empty(), OptionalLong.empty());
    }

    private static long nulls(Location location, ChunkSummary chunk) {
        int offset = switch (location) {
            case Location.Number number -> number.offset();
            case Location.Time time -> time.number().offset();
            case Location.Code code -> code.number().offset();
            case Location.Scaled scaled -> scaled.mantissa().offset();
            case Location.Letter letter -> letter.number().offset();
            case Location.RowNumber _, Location.Prefix _, Location.Truth _, Location.Bit _, Location.Characters _,
                    Location.Elements _, Location.Floating _, Location.Constant _ -> -1;
        };
        Zone zone = chunk.zone(offset);
        return zone == null ? 0 : zone.nulls();
    }

    private static double value(Column column, long word) {
        return column.type().kind().isFloating() ? Double.longBitsToDouble(word)
                : column.type().kind() == Kind.DECIMAL ? BigDecimal.valueOf(word, column.type().scale()).doubleValue()
                : word;
    }
}
