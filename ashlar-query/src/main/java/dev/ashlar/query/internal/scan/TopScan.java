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

/// Finds the first rows of an order. Kernels output the sort words of rows that sort before the worst row kept so far.
/// Each worker keeps the first of these in a heap. Only the rows that remain at the end are read whole.
///
/// Pieces whose zones promise the first rows are read first. Workers share the worst row to beat, and skip pieces whose
/// zones show that they cannot beat it.
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
    private final QueryBudget budget;
    private final TopZones zones;
    private final int most;
    /// No row that does not come before it is among the first.
    private volatile long[] worst;
    /// The tables that are being read, in the order of their rows.
    private List<ScanSnapshot> snapshots = List.of();

    /// One row of the result, and which of the tables it is from.
    public record Found(int table, Object[] row) {
    }

    /// A piece of a table, and words before those of all its rows.
    private record Task(int table, ScanSnapshot.Piece piece, long[] best) {
    }

    /// What one worker needs.
    private final class Worker {
        private final int number;
        private final KernelState state;
        private final TopHeap heap;
        private int table = -1;
        private ScanWorker scan;

        Worker(int number) {
            this.number = number;
            state = shape.newState(snapshots.getFirst().bounds(), budget);
            state.out = new long[BATCH_ROWS * shape.rowWords()];
            heap = new TopHeap(shape.rowWords(), most, budget);
        }

        void scan(Task task, TableRelation.Reader reader) {
            ScanSnapshot snapshot = snapshots.get(task.table);
            if (task.table != table) {
                table = task.table;
                scan = new ScanWorker(snapshot, number, kernels, state, budget);
            }
            try {
                scan(task.piece, reader);
            } catch (CorruptChunkException e) {
                throw snapshot.named(e);
            }
        }

        private void scan(ScanSnapshot.Piece piece, TableRelation.Reader reader) {
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

    /// @param plan    of one of the tables, of which columns alone matter
    /// @param kernels that leave what rows are ordered by
    public TopScan(Plan plan, Kernels kernels, QueryBudget budget) {
        this.plan = plan;
        this.kernels = kernels;
        this.budget = budget;
        shape = kernels.shape();
        zones = new TopZones(shape);
        most = Math.toIntExact(plan.offset() + plan.limit());
        worst = zones.none();
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
        long[] worst = atStart(zones, List.of(snapshot), (int) (plan.offset() + plan.limit()),
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
    private static long[] atStart(TopZones zones, List<ScanSnapshot> snapshots, int most, boolean unconditional) {
        long[] none = zones.none();
        if (!unconditional || snapshots.getFirst().runs() != null) {
            return none;
        }
        record Known(long[] worst, long rows) {
        }
        List<Known> known = new ArrayList<>();
        for (ScanSnapshot snapshot : snapshots) {
            for (ScanSnapshot.Piece piece : snapshot.pieces()) {
                ChunkSummary chunk = snapshot.chunkWith(piece.first());
                long[] words = chunk == null || !piece.decided() ? null : zones.worst(chunk);
                if (words != null) {
                    known.add(new Known(words, piece.rows()));
                }
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

    /// The rows of the result, from one table.
    ///
    /// @param kernels that leave what rows are ordered by
    public static List<Object[]> run(Plan plan, Kernels kernels, ScanSnapshot snapshot, int threads,
            QueryBudget budget) {
        return new TopScan(plan, kernels, budget).add(List.of(snapshot), threads).stream().map(Found::row).toList();
    }

    /// Reads the rows of some tables, which come after those of all before.
    ///
    /// @param tables of one layout, all with the bounds of the question
    /// @return those that may be among the first of all tables, in order
    public List<Found> add(List<ScanSnapshot> tables, int threads) {
        snapshots = tables;
        lower(atStart(zones, tables, most, shape.where().isEmpty()));
        List<TableRelation.Reader[]> readers = new ArrayList<>();
        try {
            // Parents that are retired from here on stay, too.
            for (ScanSnapshot snapshot : snapshots) {
                TableRelation.Reader[] own = new TableRelation.Reader[threads];
                readers.add(own);
                for (int i = 0; i < threads; i++) {
                    own[i] = snapshot.relation().open(-1, snapshot.end());
                }
            }
            Worker[] workers = new Worker[threads];
            ParallelScan.over(tasks(), threads, budget, (number, task) -> {
                if (mayHave(task.best, worst)) {
                    if (workers[number] == null) {
                        workers[number] = new Worker(number);
                    }
                    workers[number].scan(task, readers.get(task.table)[number]);
                }
                return true;
            }, _ -> { });
            TopHeap all = new TopHeap(shape.rowWords(), most, budget);
            for (Worker worker : workers) {
                if (worker != null) {
                    worker.heap.moveTo(all);
                }
            }
            if (all.isFull()) {
                long[] found = new long[shape.rowWords()];
                all.copyWorst(found);
                lower(found);
            }
            return rows(all.sorted(), readers);
        } finally {
            for (TableRelation.Reader[] own : readers) {
                for (TableRelation.Reader reader : own) {
                    if (reader != null) {
                        reader.close();
                    }
                }
            }
        }
    }

    private List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        for (int table = 0; table < snapshots.size(); table++) {
            ScanSnapshot snapshot = snapshots.get(table);
            for (ScanSnapshot.Piece piece : snapshot.pieces()) {
                ChunkSummary chunk = piece.layout() == null ? null : snapshot.chunkWith(piece.first());
                // Missing rows come first: they are an error.
                tasks.add(new Task(table, piece, chunk == null ? new long[shape.rowWords()]
                        : zones.best(chunk, snapshot.base() + piece.first())));
                if (chunk == null) {
                    Arrays.fill(tasks.getLast().best(), Long.MIN_VALUE);
                }
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

    private List<Found> rows(long[] numbers, List<TableRelation.Reader[]> readers) {
        List<Found> rows = new ArrayList<>();
        for (int i = (int) plan.offset(); i < numbers.length; i++) {
            if (i % QueryBudget.INTERVAL_ROWS == 0) {
                budget.check();
            }
            int table = tableWith(numbers[i]);
            Object[] row = row(snapshots.get(table), numbers[i] - snapshots.get(table).base(),
                    readers.get(table)[0]);
            budget.reserve(MemoryEstimate.rowBytes(row));
            rows.add(new Found(table, row));
        }
        return rows;
    }

    /// The last table whose rows do not all come after one.
    private int tableWith(long row) {
        int low = 0;
        int high = snapshots.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (snapshots.get(middle).base() <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private Object[] row(ScanSnapshot snapshot, long number, TableRelation.Reader reader) {
        try {
            if (!reader.seek(number)) {
                throw new CorruptChunkException("row is missing", number, number + 1, plan.source().name());
            }
            return Interpreter.outputs(plan, reader);
        } catch (CorruptChunkException e) {
            throw snapshot.named(e);
        }
    }
}
