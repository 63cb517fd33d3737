// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.pruning;

import dev.ashlar.query.Column;
import dev.ashlar.query.ColumnSummary;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.Zone;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Combines the zones of a table's chunks into a summary of each column.
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
                sum = sum.and(of(column, binding.placement(), chunk));
            }
            OptionalLong distinct = distinct(binding.placement());
            found.add(new ColumnSummary(sum.rows(), sum.nulls(), sum.least(), sum.greatest(), distinct));
        }
        return found;
    }

    /// Values that a column can have, if they are few.
    private static OptionalLong distinct(Placement placement) {
        return switch (placement) {
            case Placement.Code code -> OptionalLong.of(code.values().size());
            case Placement.Truth _, Placement.Bit _ -> OptionalLong.of(2);
            case Placement.Constant constant -> OptionalLong.of(constant.value() == null ? 0 : 1);
            case Placement.RowNumber _, Placement.Prefix _, Placement.Number _, Placement.Time _, Placement.Letter _,
                    Placement.Characters _, Placement.Elements _, Placement.Scaled _, Placement.Floating _ ->
                OptionalLong.empty();
        };
    }

    private static ColumnSummary of(Column column, Placement placement, ChunkSummary chunk) {
        ColumnZone zone = ColumnZone.of(placement, chunk);
        if (zone == null) {
            return ColumnSummary.UNKNOWN;
        }
        long nulls = !zone.values() ? chunk.rows() : zone.nulls() ? nulls(placement, chunk) : 0;
        boolean numbers = zone.values() && !(placement instanceof Placement.Code)
                && !(placement instanceof Placement.Letter);
        return new ColumnSummary(chunk.rows(), nulls, numbers ? OptionalDouble.of(value(column, zone.least()))
                : OptionalDouble.empty(), numbers ? OptionalDouble.of(value(column, zone.greatest()))
                : OptionalDouble.empty(), OptionalLong.empty());
    }

    private static long nulls(Placement placement, ChunkSummary chunk) {
        int offset = switch (placement) {
            case Placement.Number number -> number.offset();
            case Placement.Time time -> time.number().offset();
            case Placement.Code code -> code.number().offset();
            case Placement.Scaled scaled -> scaled.mantissa().offset();
            case Placement.Letter letter -> letter.number().offset();
            case Placement.RowNumber _, Placement.Prefix _, Placement.Truth _, Placement.Bit _, Placement.Characters _,
                    Placement.Elements _, Placement.Floating _, Placement.Constant _ -> -1;
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
