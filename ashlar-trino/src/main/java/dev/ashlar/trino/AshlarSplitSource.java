// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Relation;
import dev.ashlar.query.RowRange;
import dev.ashlar.query.StorePart;
import dev.ashlar.store.StoreException;
import io.trino.spi.HostAddress;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.DynamicFilterSnapshot;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/// Divides a table into splits, day by day, as Trino requests them. A day is opened when its turn comes, with the
/// dynamic filters of joins known by then. Only rows that existed when the query was planned are read.
///
/// **Threading**: one call at a time; another thread completes it.
final class AshlarSplitSource implements ConnectorSplitSource {
    private static final double LEAST_WEIGHT = 0.01;
    /// Maximum number of pieces of a day that is not opened; its product with the most rows of a day fits a `long`.
    private static final long MAX_PIECES = 1 << 16;

    private final PlannedArchive archive;
    private final Relation relation;
    private final AshlarTable table;
    private final long splitBytes;
    private final Optional<DayHosts> hosts;
    private final long waitMs;
    private final ExecutorService executor;
    private final Deque<Archive.Day> days = new ArrayDeque<>();
    private final Deque<ConnectorSplit> ready = new ArrayDeque<>();
    /// Ranges of small days, for one split.
    private final List<AshlarSplit.Rows> gathered = new ArrayList<>();
    private List<HostAddress> gatheredHosts = List.of();
    private boolean begun;
    private volatile boolean closed;

    AshlarSplitSource(PlannedArchive archive, AshlarTable table, long splitBytes, Optional<DayHosts> hosts,
            long waitMs, ExecutorService executor) {
        this.archive = archive;
        this.table = table;
        this.splitBytes = splitBytes;
        this.hosts = hosts;
        this.waitMs = waitMs;
        this.executor = executor;
        relation = archive.relation(table.relation());
        days.addAll(archive.days());
    }

    @Override
    public CompletableFuture<List<ConnectorSplit>> getNextBatch(int most, DynamicFilterSnapshot filter) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return next(most, filter.currentPredicate());
            } catch (QueryException e) {
                throw AshlarErrors.of(e);
            }
        }, executor);
    }

    private synchronized List<ConnectorSplit> next(int most, TupleDomain<ColumnHandle> filter) {
        TupleDomain<ColumnHandle> known = table.enforced().intersect(table.pruning())
                .transformKeys(ColumnHandle.class::cast);
        TupleDomain<ColumnHandle> predicate = table.aggregates().isPresent() ? known : known.intersect(filter);
        if (predicate.isNone() && table.aggregates().isEmpty()) {
            begun = true;
            days.clear();
            ready.clear();
            gathered.clear();
            return List.of();
        }
        Plan plan = Plans.rows(relation, predicate);
        Set<String> wanted = new HashSet<>(plan.parts());
        // Always after the parts were listed: a day that is dropped meanwhile is in neither list.
        requireAll(predicate);
        if (!begun) {
            begun = true;
            if (table.aggregates().isPresent()) {
                together(wanted);
            }
        }
        while (ready.size() < most && !days.isEmpty() && !closed) {
            Archive.Day day = days.remove();
            if (wanted.contains(day.name()) && mayHaveRows(day)) {
                divide(plan, day);
            }
        }
        if (days.isEmpty()) {
            flush();
        }
        List<ConnectorSplit> batch = new ArrayList<>();
        while (batch.size() < most && !ready.isEmpty()) {
            batch.add(ready.remove());
        }
        return batch;
    }

    /// Without this check, a day that was dropped since the query was planned would be left out silently.
    private void requireAll(TupleDomain<ColumnHandle> predicate) {
        Set<String> now = new HashSet<>();
        try {
            archive.archive().days().forEach(day -> now.add(day.name()));
        } catch (StoreException e) {
            throw AshlarErrors.of(e);
        }
        for (Archive.Day day : days) {
            if (!now.contains(day.name()) && mayHave(predicate, day) && mayHaveRows(day)) {
                throw new TrinoException(AshlarErrors.ASHLAR_CHANGED, "day was dropped since the query was planned: day="
                        + day.name() + "; retry, in " + table.name());
            }
        }
    }

    /// @throws TrinoException if the number of its rows is not known
    private boolean mayHaveRows(Archive.Day day) {
        archive.requireReadable(day);
        return archive.rows(day, table.relation()) != 0;
    }

    private static boolean mayHave(TupleDomain<ColumnHandle> predicate, Archive.Day day) {
        for (Map.Entry<ColumnHandle, Domain> entry : predicate.getDomains().orElse(Map.of()).entrySet()) {
            if (((AshlarColumn) entry.getKey()).name().equals(TrinoTypes.DATE)
                    && !entry.getValue().includesNullableValue(day.period().date().toEpochDay())) {
                return false;
            }
        }
        return true;
    }

    /// One split of everything: groups must not be divided.
    private void together(Set<String> wanted) {
        List<AshlarSplit.Rows> rows = new ArrayList<>();
        while (!days.isEmpty()) {
            Archive.Day day = days.remove();
            if (wanted.contains(day.name()) && mayHaveRows(day)) {
                RowRange range = archive.clip(RowRange.all(day.name()), table.relation());
                rows.add(AshlarSplit.Rows.of(day.storeId(), range));
            }
        }
        ready.add(new AshlarSplit(rows, List.of(), 1));
    }

    private void divide(Plan plan, Archive.Day day) {
        List<HostAddress> at = hosts.map(known -> known.of(table.name().getSchemaName(), day.name())).orElse(List.of());
        if (!gatheredHosts.equals(at)) {
            flush();
            gatheredHosts = at;
        }
        for (RowRange found : ranges(plan, day, at)) {
            RowRange range = sized(archive.clip(found, table.relation()));
            if (range.first() == range.end()) {
                continue;
            }
            if (gatheredBytes() + range.bytes() > splitBytes) {
                flush();
            }
            gathered.add(AshlarSplit.Rows.of(day.storeId(), range));
        }
    }

    /// A range of a relation that is not a table: its size in bytes is unknown, so it is a split of its own.
    private RowRange sized(RowRange range) {
        return range.bytes() > 0 ? range
                : new RowRange(range.part(), range.first(), range.end(), range.rows(), splitBytes);
    }

    private List<RowRange> ranges(Plan plan, Archive.Day day, List<HostAddress> at) {
        try {
            return plan.ranges(day.name(), splitBytes);
        } catch (QueryException e) {
            if (at.isEmpty() || day.open()) {
                throw e;
            }
            // Only these workers have the day on their disks: they find the rows.
            return unopened(day);
        }
    }

    /// An estimate from the head of the archive.
    private List<RowRange> unopened(Archive.Day day) {
        long rows = archive.rows(day, table.relation());
        boolean isTable = day.tables().stream().anyMatch(known -> known.name().equals(table.relation())
                && known.kind().equals("table"));
        if (!isTable) {
            return List.of(RowRange.all(day.name()));
        }
        long bytes = (long) ((double) day.bytes() * rows / Math.max(1, day.rows()));
        return pieces(day.name(), rows, bytes, splitBytes);
    }

    static List<RowRange> pieces(String day, long rows, long bytes, long splitBytes) {
        long pieces = Math.clamp(bytes / splitBytes, 1, Math.clamp(rows, 1, MAX_PIECES));
        List<RowRange> found = new ArrayList<>();
        for (long i = 0; i < pieces; i++) {
            long first = rows * i / pieces;
            long end = i == pieces - 1 ? StorePart.MOST_NUMBERS : rows * (i + 1) / pieces;
            found.add(new RowRange(day, first, end, rows / pieces, bytes / pieces));
        }
        return found;
    }

    private long gatheredBytes() {
        return gathered.stream().mapToLong(AshlarSplit.Rows::bytes).sum();
    }

    private void flush() {
        if (!gathered.isEmpty()) {
            double weight = Math.clamp((double) gatheredBytes() / splitBytes, LEAST_WEIGHT, 1);
            ready.add(new AshlarSplit(gathered, gatheredHosts, weight));
            gathered.clear();
        }
    }

    @Override
    public long getRequestedDynamicFilterWaitTimeoutMillis() {
        return waitMs;
    }

    @Override
    public synchronized boolean isFinished() {
        return closed || begun && days.isEmpty() && ready.isEmpty() && gathered.isEmpty();
    }

    @Override
    public void close() {
        closed = true;
    }
}
