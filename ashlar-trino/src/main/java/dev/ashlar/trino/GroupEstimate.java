// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Result;
import dev.ashlar.query.RowRange;
import io.trino.spi.predicate.TupleDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides whether one worker aggregates a table by itself: only if it reads few enough bytes and has few groups.
///
/// Groups are counted in two samples, at the beginning and at the end. If the samples have few groups in common, there
/// are more groups between them.
record GroupEstimate(PlannedArchive archive, CatalogSettings settings) {
    private static final long SAMPLE_BYTES = 1 << 20;
    /// Maximum number of groups in a sample that counts as few.
    private static final int MAX_GROUPS = 20_000;
    /// With at most this many groups, the samples need not have groups in common.
    private static final int HANDFUL = 64;
    private static final int MAX_TENTHS_OF_ROWS = 2;
    /// Maximum planning time for a sample; a sample of a journal is a whole day.
    private static final Duration MOST_TIME = Duration.ofSeconds(5);

    boolean areFew(AshlarTable table) {
        if (settings.hosts().isPresent()) {
            // No worker has all days.
            return false;
        }
        Relation relation = archive.relation(table.relation());
        List<Archive.Day> days = ArchiveStatistics.days(archive, table, relation);
        List<AshlarColumn> keys = table.aggregates().orElseThrow().keys();
        try {
            Plan rows = Plans.rows(relation, table.enforced());
            long bytes = 0;
            for (Archive.Day day : days) {
                bytes += bytes(rows, day);
            }
            return bytes <= settings.aggregateBytes() && (keys.isEmpty() || days.isEmpty()
                    || areFew(keys(relation, table.enforced(), keys), days));
        } catch (QueryException _) {
            // Reported when the rows are read.
            return false;
        }
    }

    /// Bytes of a day. The size of the open day is not listed, so its rows to be read are counted; its journals end at
    /// a byte position.
    private long bytes(Plan plan, Archive.Day day) {
        if (!day.open()) {
            return day.bytes();
        }
        return plan.ranges(day.name(), SAMPLE_BYTES).stream().mapToLong(range -> range.isAll()
                ? Math.max(range.bytes(), archive.rows(day, plan.source().name())) : range.bytes()).sum();
    }

    private static Plan keys(Relation relation, TupleDomain<AshlarColumn> predicate, List<AshlarColumn> keys) {
        List<Output> outputs = keys.stream().map(key -> new Output(key.name(), Plans.expr(relation, key))).toList();
        Optional<Expr> where = Predicates.condition(relation, predicate);
        return new Plan(relation, where, outputs, List.of(), true, List.of(), 0, Plan.NO_LIMIT);
    }

    private boolean areFew(Plan plan, List<Archive.Day> days) {
        Optional<RowRange> first = Optional.empty();
        Optional<RowRange> last = Optional.empty();
        for (int i = 0; i < days.size() && first.isEmpty(); i++) {
            first = plan.ranges(days.get(i).name(), SAMPLE_BYTES).stream().findFirst();
        }
        for (int i = days.size() - 1; i >= 0 && last.isEmpty(); i--) {
            List<RowRange> ranges = plan.ranges(days.get(i).name(), SAMPLE_BYTES);
            last = ranges.isEmpty() ? Optional.empty() : Optional.of(ranges.getLast());
        }
        if (first.isEmpty() || last.isEmpty()) {
            return true;
        }
        Set<List<Object>> groups = groups(plan, first.get());
        Set<List<Object>> others = groups(plan, last.get());
        int sum = groups.size() + others.size();
        long rows = Math.max(1, first.get().rows() + last.get().rows());
        groups.addAll(others);
        boolean shared = first.equals(last) || sum <= HANDFUL || 10L * groups.size() <= 8L * sum;
        return shared && groups.size() <= MAX_GROUPS
                && (sum <= HANDFUL || 10L * sum <= MAX_TENTHS_OF_ROWS * rows || first.equals(last));
    }

    /// Counts groups; stops early if there are more than allowed.
    ///
    /// @throws QueryException if counting takes too long
    private static Set<List<Object>> groups(Plan plan, RowRange range) {
        Set<List<Object>> found = new HashSet<>();
        try (Result result = plan.run(List.of(range), QueryOptions.defaults().withTimeLimit(MOST_TIME))) {
            while (found.size() <= MAX_GROUPS && result.next()) {
                List<Object> key = new ArrayList<>();
                for (int i = 0; i < plan.outputs().size(); i++) {
                    key.add(result.get(i));
                }
                found.add(key);
            }
        }
        return found;
    }
}
