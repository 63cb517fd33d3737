// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Expr;
import dev.ashlar.query.MemoryEstimate;
import dev.ashlar.query.Order;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.kernel.SortLayout;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.value.Values;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Finds the first rows of an order: kernels leave what rows are ordered by where it comes before the worst row kept so
/// far, a heap for each worker keeps the first of these, and only those that are left at the end are read whole.
///
/// Pieces whose zones promise the first rows come first. Workers share the worst row that any of them has to beat, and
/// leave out pieces whose zones say that they cannot.
///
/// **Threading**: one thread, which starts others.
public final class TopScan {
    /// Rows of which more are found by sorting them all.
    public static final int MAX_ROWS = 1 << 16;
    /// Rows that a kernel leaves before it is given a new worst row.
    private static final int BATCH_ROWS = 256;
    /// Parts of a piece, which are taken in the order of their first rows.
    private static final int PART_ROWS = 1 << 13;

    private final Plan plan;
    private final Kernels kernels;
    private final KernelShape shape;
    private final ScanSnapshot snapshot;
    private final QueryBudget budget;
    private final TopZones zones;
    private final int most;
    /// No row that does not come before it is among the first.
    private volatile long[] worst;

    /// A piece, and words before those of all its rows.
    private record Task(ScanSnapshot.Piece piece, long[] best) {
    }

    /// What one worker needs.
    private final class Worker {
        private final KernelState state;
        private final ScanWorker scan;
        private final TableRelation.Reader reader;
        private final TopHeap heap;

        Worker(int number, TableRelation.Reader reader) {
            state = shape.newState(snapshot.bounds(), budget);
            state.out = new long[BATCH_ROWS * shape.rowWords()];
            scan = new ScanWorker(snapshot, number, kernels, state, budget);
            heap = new TopHeap(shape.rowWords(), most, budget);
            this.reader = reader;
        }

        void scan(ScanSnapshot.Piece piece) {
            for (ScanSnapshot.Piece part : inPromisingOrder(piece, reader)) {
                budget.check();
                scan.begin(part);
                boolean done = false;
                while (!done) {
                    state.worst = worst;
                    done = scan.run();
                    take();
                }
            }
        }

        private void take() {
            for (int at = 0; at < state.outAt; at += shape.rowWords()) {
                heap.offer(state.out, at);
            }
            boolean any = state.outAt > 0;
            state.outAt = 0;
            if (any && heap.isFull()) {
                long[] found = new long[shape.rowWords()];
                heap.copyWorst(found);
                lower(found);
            }
        }
    }

    private TopScan(Plan plan, Kernels kernels, ScanSnapshot snapshot, QueryBudget budget) {
        this.plan = plan;
        this.kernels = kernels;
        this.snapshot = snapshot;
        this.budget = budget;
        shape = kernels.shape();
        zones = new TopZones(shape);
        most = Math.toIntExact(plan.offset() + plan.limit());
        worst = atStart(zones, snapshot, most, shape.where().isEmpty());
    }

    /// Whether a plan is one of those.
    public static boolean isFor(Plan plan) {
        return !plan.grouped() && plan.firsts().isEmpty() && !plan.order().isEmpty() && plan.limit() > 0
                && plan.limit() <= MAX_ROWS && plan.offset() <= MAX_ROWS - plan.limit();
    }

    /// How many chunks can be left out before the first row is read, since others have enough rows that come before
    /// all of theirs.
    public static int skippedAtStart(Plan plan, Kernels kernels, ScanSnapshot snapshot) {
        TopZones zones = new TopZones(kernels.shape());
        long[] worst = atStart(zones, snapshot, (int) (plan.offset() + plan.limit()),
                kernels.shape().where().isEmpty());
        Set<Long> skipped = new HashSet<>();
        for (ScanSnapshot.Piece piece : snapshot.pieces()) {
            ChunkSummary chunk = snapshot.chunkWith(piece.first());
            if (chunk != null && !mayHave(zones.best(chunk, chunk.firstRow()), worst)) {
                skipped.add(chunk.firstRow());
            }
        }
        return skipped.size();
    }

    /// @param unconditional whether all rows match that lie between the bounds of the query
    private static long[] atStart(TopZones zones, ScanSnapshot snapshot, int most, boolean unconditional) {
        long[] none = zones.none();
        if (!unconditional || snapshot.runs() != null) {
            return none;
        }
        record Known(long[] worst, long rows) {
        }
        List<Known> known = new ArrayList<>();
        for (ScanSnapshot.Piece piece : snapshot.pieces()) {
            ChunkSummary chunk = snapshot.chunkWith(piece.first());
            long[] words = chunk == null || !piece.decided() ? null : zones.worst(chunk);
            if (words != null) {
                known.add(new Known(words, piece.rows()));
            }
        }
        known.sort((a, b) -> SortLayout.compare(a.worst, 0, b.worst, 0, a.worst.length));
        long rows = 0;
        for (Known some : known) {
            rows += some.rows;
            if (rows >= most) {
                return some.worst;
            }
        }
        return none;
    }

    private static boolean mayHave(long[] best, long[] worst) {
        return SortLayout.compare(best, 0, worst, 0, worst.length) < 0;
    }

    private synchronized void lower(long[] found) {
        if (SortLayout.compare(found, 0, worst, 0, found.length) < 0) {
            worst = found;
        }
    }

    /// The rows of the result.
    ///
    /// @param kernels that leave what rows are ordered by
    public static List<Object[]> run(Plan plan, Kernels kernels, ScanSnapshot snapshot, int threads,
            QueryBudget budget) {
        return new TopScan(plan, kernels, snapshot, budget).run(threads);
    }

    private List<Object[]> run(int threads) {
        TableRelation.Reader[] readers = new TableRelation.Reader[threads];
        try {
            // Parents that are retired from here on stay, too.
            for (int i = 0; i < threads; i++) {
                readers[i] = shape.relation().open(-1, snapshot.end());
            }
            Worker[] workers = new Worker[threads];
            ParallelScan.over(tasks(), threads, budget, (number, task) -> {
                if (workers[number] == null) {
                    workers[number] = new Worker(number, readers[number]);
                }
                if (mayHave(task.best(), worst)) {
                    workers[number].scan(task.piece());
                }
                return true;
            }, _ -> { });
            TopHeap all = new TopHeap(shape.rowWords(), most, budget);
            for (Worker worker : workers) {
                if (worker != null) {
                    worker.heap.moveTo(all);
                }
            }
            return rows(all.sorted(), readers[0]);
        } finally {
            for (TableRelation.Reader reader : readers) {
                if (reader != null) {
                    reader.close();
                }
            }
        }
    }

    private List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        for (ScanSnapshot.Piece piece : snapshot.pieces()) {
            ChunkSummary chunk = piece.layout() == null ? null : snapshot.chunkWith(piece.first());
            // Missing rows come first: they are an error.
            tasks.add(new Task(piece, chunk == null ? new long[shape.rowWords()] : zones.best(chunk, piece.first())));
            if (chunk == null) {
                Arrays.fill(tasks.getLast().best(), Long.MIN_VALUE);
            }
        }
        tasks.sort((a, b) -> SortLayout.compare(a.best, 0, b.best, 0, a.best.length));
        return tasks;
    }

    /// Parts of a piece, those first whose first row comes first: otherwise, where rows are in order or nearly so, each
    /// might be the best so far.
    private List<ScanSnapshot.Piece> inPromisingOrder(ScanSnapshot.Piece piece, TableRelation.Reader reader) {
        Order by = plan.order().getFirst();
        if (piece.layout() == null || piece.rows() <= PART_ROWS
                || !(plan.outputs().get(by.column()).expr() instanceof Expr.ColumnRef key)) {
            return List.of(piece);
        }
        record Part(ScanSnapshot.Piece piece, Object value) {
        }
        List<Part> parts = new ArrayList<>();
        try {
            for (int row = 0; row < piece.rows(); row += PART_ROWS) {
                long first = piece.first() + row;
                if (!reader.seek(first)) {
                    return List.of(piece);
                }
                parts.add(new Part(new ScanSnapshot.Piece(first, Math.min(PART_ROWS, piece.rows() - row),
                        piece.layout(), piece.decided()), reader.value(key.index())));
            }
        } catch (QueryException | CorruptChunkException _) {
            // Whoever reads the row will see.
            return List.of(piece);
        }
        Comparator<Object> values = (a, b) -> Values.compare(a, b, key.type());
        Comparator<Object> directed = by.descending() ? values.reversed() : values;
        parts.sort(Comparator.comparing(Part::value, by.nullsFirst() ? Comparator.nullsFirst(directed)
                : Comparator.nullsLast(directed)));
        return parts.stream().map(Part::piece).toList();
    }

    private List<Object[]> rows(long[] numbers, TableRelation.Reader reader) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = (int) plan.offset(); i < numbers.length; i++) {
            if (i % QueryBudget.INTERVAL_ROWS == 0) {
                budget.check();
            }
            if (!reader.seek(numbers[i])) {
                throw new CorruptChunkException("row is not there", numbers[i], numbers[i] + 1, plan.source().name());
            }
            Object[] row = Interpreter.outputs(plan, reader);
            budget.reserve(MemoryEstimate.rowBytes(row));
            rows.add(row);
        }
        return rows;
    }
}
