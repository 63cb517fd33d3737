// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.Cancellation;
import dev.ashlar.query.ColumnBatch;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.RowRange;
import dev.ashlar.store.StoreException;
import io.trino.spi.Page;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.MemoryContext;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;

/// The rows of a split as pages.
///
/// Kernels produce rows batch by batch, on the thread that requests a page. Groups and ordered rows are first computed
/// completely by another thread, while Trino waits without blocking a thread.
///
/// **Threading**: one thread at a time. **Ownership**: pins the rows from the first page until the source is finished
/// or closed.
final class AshlarPages implements ConnectorPageSource {
    /// Trino switches to other queries after about a second.
    private static final long SLICE_NS = 100_000_000;

    private final CatalogSettings settings;
    private final ArchiveFolder archives;
    private final ExecutorService executor;
    private final AshlarTable table;
    private final AshlarSplit split;
    private final List<AshlarColumn> columns;
    private final DynamicFilter filter;
    private final MemoryContext memory;
    private final List<Blocks> blocks;
    private final Cancellation cancellation = new Cancellation();
    private final long bytes;
    private long left;
    private long rows;
    private long readNs;
    private long kept;
    private long batchBytes;
    /// Null before the first page, and at the end.
    private ColumnScan scan;
    private ColumnScan.Reader reader;
    private CompletableFuture<ColumnScan> opening;
    private boolean finished;

    AshlarPages(CatalogSettings settings, ArchiveFolder archives, ExecutorService executor, AshlarTable table,
            AshlarSplit split, List<AshlarColumn> columns, DynamicFilter filter, MemoryContext memory) {
        this.settings = settings;
        this.archives = archives;
        this.executor = executor;
        this.table = table;
        this.split = split;
        this.columns = List.copyOf(columns);
        this.filter = filter;
        this.memory = memory;
        blocks = columns.stream().map(column -> new Blocks(column.type())).toList();
        bytes = split.ranges().stream().mapToLong(AshlarSplit.Rows::bytes).sum();
        left = table.limit().orElse(Long.MAX_VALUE);
    }

    private boolean isWhole() {
        return table.aggregates().isPresent() || !table.order().isEmpty();
    }

    @Override
    public CompletableFuture<?> isBlocked() {
        if (finished || reader != null || !isWhole()) {
            return NOT_BLOCKED;
        }
        if (opening == null) {
            opening = CompletableFuture.supplyAsync(() -> open(table.aggregates().isPresent()
                    ? settings.aggregateThreads() : 1), executor);
        }
        return opening.isDone() ? NOT_BLOCKED : opening.handle((_, _) -> null);
    }

    private ColumnScan open(int threads) {
        Archive archive = archives.get(table.name().getSchemaName());
        requireSame(archive);
        TupleDomain<ColumnHandle> predicate = table.enforced().intersect(table.pruning())
                .transformKeys(ColumnHandle.class::cast);
        if (table.aggregates().isEmpty() && table.limit().isEmpty()) {
            // Dynamic filters of joins, as bounds: a list of values is compiled into the kernel, but bounds are
            // parameters. Trino filters the rows again.
            predicate = predicate.intersect(filter.getCurrentPredicate().simplify(1));
        }
        try {
            Plan plan = Plans.of(archive.relations().get(table.relation()), table, columns, predicate);
            List<RowRange> ranges = split.ranges().stream().map(AshlarSplit.Rows::range).toList();
            return plan.scanColumns(ranges, QueryOptions.defaults().withThreads(threads)
                    .withMemoryBytes(settings.memoryBytes()).withMemory(this::keep).withCancellation(cancellation));
        } catch (StoreException e) {
            throw AshlarErrors.of(e);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(AshlarErrors.ASHLAR_CHANGED, "table no longer exists: " + e.getMessage(), e);
        }
    }

    /// A day may have been dropped, and replaced by another.
    private void requireSame(Archive archive) {
        try {
            for (AshlarSplit.Rows range : split.ranges()) {
                boolean same = archive.days().stream().anyMatch(day -> day.name().equals(range.day())
                        && day.storeId().equals(range.storeId()));
                if (!same) {
                    throw new TrinoException(AshlarErrors.ASHLAR_CHANGED,
                            "day was dropped since the query was planned, or its store differs on this worker: day="
                                    + range.day() + ", store=" + range.storeId() + "; retry, in " + table.name());
                }
            }
        } catch (StoreException e) {
            throw AshlarErrors.of(e);
        }
    }

    @Override
    public SourcePage getNextSourcePage() {
        if (finished) {
            return null;
        }
        long start = System.nanoTime();
        try {
            if (reader == null && !begin()) {
                return null;
            }
            while (left > 0 && reader.next()) {
                ColumnBatch batch = reader.batch();
                if (batch != null) {
                    return page(batch);
                }
                if (System.nanoTime() - start > SLICE_NS) {
                    return null;
                }
            }
            end();
            return null;
        } catch (QueryException e) {
            end();
            throw AshlarErrors.of(e);
        } catch (RuntimeException e) {
            end();
            throw e;
        } finally {
            readNs += System.nanoTime() - start;
        }
    }

    /// Reports the memory of groups and ordered rows to Trino, which fails the query by an exception if it is too much.
    private synchronized void keep(long bytesNow) {
        if (!finished) {
            kept = bytesNow;
            memory.setBytes(kept + batchBytes);
        }
    }

    private synchronized void hold(long bytesNow) {
        batchBytes = bytesNow;
        memory.setBytes(kept + batchBytes);
    }

    private boolean begin() {
        if (!isWhole()) {
            scan = open(1);
        } else {
            if (!isBlocked().isDone()) {
                return false;
            }
            try {
                scan = opening.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }
        reader = scan.reader();
        return true;
    }

    private SourcePage page(ColumnBatch batch) {
        int count = (int) Math.min(left, batch.rows());
        left -= count;
        rows += count;
        hold(batch.bytes());
        Block[] found = new Block[columns.size()];
        try {
            for (int i = 0; i < found.length; i++) {
                found[i] = blocks.get(i).of(batch.columns().get(Plans.index(table, columns, i)), count);
            }
        } catch (ArithmeticException e) {
            throw new TrinoException(StandardErrorCode.NUMERIC_VALUE_OUT_OF_RANGE, "sum is out of range: "
                    + e.getMessage() + ", in " + table.name(), e);
        }
        return SourcePage.create(new Page(count, found));
    }

    private void end() {
        synchronized (this) {
            finished = true;
            memory.setBytes(0);
        }
        reader = null;
        if (scan != null) {
            scan.close();
            scan = null;
        }
    }

    @Override
    public boolean isFinished() {
        return finished;
    }

    @Override
    public long getCompletedBytes() {
        return finished ? bytes : 0;
    }

    @Override
    public OptionalLong getCompletedPositions() {
        return OptionalLong.of(rows);
    }

    @Override
    public long getReadTimeNanos() {
        return readNs;
    }

    @Override
    public void close() {
        cancellation.cancel();
        if (opening != null && scan == null) {
            // The thread that computes it ends soon and closes the result itself.
            opening.thenAccept(ColumnScan::close);
        }
        end();
    }
}
