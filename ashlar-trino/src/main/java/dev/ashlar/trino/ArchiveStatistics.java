// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.ColumnSummary;
import dev.ashlar.query.Column;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Relation;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.Domain;
import io.trino.spi.statistics.ColumnStatistics;
import io.trino.spi.statistics.DoubleRange;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.statistics.TableStatistics;
import io.trino.spi.type.DateType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Statistics for the planner: the rows of the days that match the predicates, and column statistics from the zones of
/// a sample of sealed days.
///
/// **Threading**: any thread.
final class ArchiveStatistics {
    private static final int MAX_KNOWN = 4_096;
    private static final int SAMPLE_DAYS = 8;
    private static final double NS_PER_MICRO = 1_000;
    private static final double NS_PER_DAY = TimeUnit.DAYS.toNanos(1);
    /// Assumed fraction of rows that meet an unknown condition, as in Trino.
    private static final double UNKNOWN_SHARE = 0.9;

    /// The zones of a table in one sealed day, which never change.
    private record Key(String storeId, String relation, int columns) { }

    private final Map<Key, List<ColumnSummary>> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, List<ColumnSummary>> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    TableStatistics of(PlannedArchive archive, AshlarTable table) {
        Relation relation = archive.relation(table.relation());
        List<Archive.Day> days = days(archive, table, relation);
        long rows = days.stream().mapToLong(day -> archive.rows(day, table.relation())).sum();
        List<ColumnSummary> summaries = summaries(archive, relation, days);
        double left = rows;
        for (Map.Entry<AshlarColumn, Domain> entry : table.enforced().getDomains().orElse(Map.of()).entrySet()) {
            if (!entry.getKey().name().equals(TrinoTypes.DATE)) {
                left *= share(relation, summaries, entry.getKey(), entry.getValue());
            }
        }
        Map<ColumnHandle, ColumnStatistics> columns = new HashMap<>();
        for (Column column : relation.columns()) {
            Type type = TrinoTypes.of(column);
            statistics(type, summaries.get(column.index()), left).ifPresent(found ->
                    columns.put(new AshlarColumn(column.name(), type), found));
        }
        return new TableStatistics(Estimate.of(left), columns);
    }

    /// Days that existed at planning and match the predicates.
    static List<Archive.Day> days(PlannedArchive archive, AshlarTable table, Relation relation) {
        try {
            Plan plan = Plans.rows(relation, table.enforced().intersect(table.pruning()));
            return plan.parts().stream().map(archive::day).flatMap(Optional::stream).toList();
        } catch (QueryException e) {
            throw AshlarErrors.of(e);
        }
    }

    /// Zones by column, from up to [#SAMPLE_DAYS] days.
    private List<ColumnSummary> summaries(PlannedArchive archive, Relation relation, List<Archive.Day> days) {
        List<Archive.Day> sealed = days.stream().filter(day -> !day.open()).toList();
        List<ColumnSummary> sums = new ArrayList<>();
        relation.columns().forEach(_ -> sums.add(ColumnSummary.UNKNOWN));
        int step = Math.ceilDiv(Math.max(1, sealed.size()), SAMPLE_DAYS);
        for (int i = 0; i < sealed.size(); i += step) {
            List<ColumnSummary> found = summary(relation, sealed.get(i));
            for (int column = 0; column < found.size(); column++) {
                sums.set(column, sums.get(column).and(found.get(column)));
            }
        }
        return sums;
    }

    private List<ColumnSummary> summary(Relation relation, Archive.Day day) {
        Key key = new Key(day.storeId(), relation.name(), relation.columns().size());
        synchronized (known) {
            List<ColumnSummary> found = known.get(key);
            if (found != null) {
                return found;
            }
        }
        List<ColumnSummary> found;
        try {
            found = relation.summaries(day.name());
        } catch (QueryException _) {
            // A query that reads the day reports the error.
            return List.of();
        }
        synchronized (known) {
            known.put(key, found);
        }
        return found;
    }

    /// Estimated fraction of rows that meet a condition.
    private static double share(Relation relation, List<ColumnSummary> summaries, AshlarColumn column, Domain domain) {
        Optional<Column> found = relation.columns().stream().filter(some -> some.name().equals(column.name()))
                .findFirst();
        if (found.isEmpty() || domain.getValues().isNone() || domain.getValues().isAll()) {
            return UNKNOWN_SHARE;
        }
        ColumnSummary summary = summaries.get(found.get().index());
        if (column.type() instanceof VarcharType && domain.getValues().isDiscreteSet()) {
            double distinct = summary.distinct().isPresent() ? summary.distinct().getAsLong() : 1_000;
            return Math.min(1, domain.getValues().getDiscreteSet().size() / Math.max(1, distinct));
        }
        Optional<DoubleRange> whole = range(column.type(), summary);
        Optional<double[]> asked = Doubles.span(domain);
        if (whole.isEmpty() || asked.isEmpty()) {
            return UNKNOWN_SHARE;
        }
        double least = whole.get().getMin();
        double width = whole.get().getMax() - least;
        double low = Math.max(least, asked.get()[0]);
        double high = Math.min(whole.get().getMax(), asked.get()[1]);
        return high < low ? 0 : width == 0 ? 1 : Math.clamp((high - low) / width, 1e-6, 1);
    }

    private static Optional<DoubleRange> range(Type type, ColumnSummary summary) {
        if (summary.least().isEmpty() || summary.greatest().isEmpty() || Double.isNaN(summary.greatest().getAsDouble())
                || Double.isNaN(summary.least().getAsDouble())) {
            return Optional.empty();
        }
        double unit = type instanceof TimestampType ? NS_PER_MICRO : type instanceof DateType ? NS_PER_DAY : 1;
        return Optional.of(new DoubleRange(summary.least().getAsDouble() / unit,
                summary.greatest().getAsDouble() / unit));
    }

    private static Optional<ColumnStatistics> statistics(Type type, ColumnSummary summary, double rows) {
        ColumnStatistics.Builder found = ColumnStatistics.builder();
        if (summary.rows() > 0) {
            found.setNullsFraction(Estimate.of((double) summary.nulls() / summary.rows()));
        }
        summary.distinct().ifPresent(count -> found.setDistinctValuesCount(Estimate.of(Math.min(count,
                Math.ceil(rows)))));
        if (!(type instanceof VarcharType)) {
            found.setRange(range(type, summary));
        }
        ColumnStatistics statistics = found.build();
        return statistics.equals(ColumnStatistics.empty()) ? Optional.empty() : Optional.of(statistics);
    }
}
