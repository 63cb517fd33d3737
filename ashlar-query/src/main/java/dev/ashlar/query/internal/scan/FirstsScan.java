// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.FirstPerKey;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.KeyedRows;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.TopRows;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.kernel.GroupTable;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.kernel.SortLayout;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds the first rows of each key by kernels, which keep the words that they are ordered by; the interpreter reads
/// these rows whole.
///
/// ```text
///   pieces, the most promising first ─► rounds, each twice as long ─► all keys found, and no piece that is left can
///                                                                     have a row that comes before the last of any?
/// ```
///
/// So the last row of each key is found in the last chunks, where times grow from row to row and [KeyBounds] knows
/// which keys there are.
///
/// **Threading**: one thread, which has others work for it.
public final class FirstsScan {
    private final Plan plan;
    private final Kernels kernels;
    private final KernelShape shape;
    private final ScanSnapshot snapshot;
    private final QueryBudget budget;
    private final TopZones zones;
    private final int words;

    /// @param best words that come before those of all its rows, or are those of its first
    private record Task(ScanSnapshot.Piece piece, long[] best) {
    }

    private final class Worker {
        private final KernelState state = shape.newState(snapshot.bounds(), budget);
        private final ScanWorker scan;

        Worker(int number) {
            scan = new ScanWorker(snapshot, number, kernels, state, budget);
        }

        void scan(ScanSnapshot.Piece piece) {
            budget.check();
            scan.begin(piece);
            if (!scan.run()) {
                throw new AssertionError("kernel stopped at row " + scan.row());
            }
        }
    }

    private FirstsScan(Plan plan, Kernels kernels, ScanSnapshot snapshot, QueryBudget budget) {
        this.plan = plan;
        this.kernels = kernels;
        this.snapshot = snapshot;
        this.budget = budget;
        shape = kernels.shape();
        zones = new TopZones(shape);
        words = shape.sort().words();
    }

    /// The rows of the result.
    ///
    /// @param kernels that keep what rows are ordered by
    public static List<Object[]> run(Plan plan, Kernels kernels, ScanSnapshot snapshot, int threads,
            QueryBudget budget) {
        return new FirstsScan(plan, kernels, snapshot, budget).run(threads);
    }

    private List<Object[]> run(int threads) {
        // Parents that are retired from here on stay, too.
        try (TableRelation.Reader reader = snapshot.relation().open(-1, snapshot.end())) {
            Worker[] workers = new Worker[threads];
            FirstsMemory memory = FirstsMemory.of(snapshot.relation());
            FirstsMemory.Found before = memory.answer(shape, plan.where());
            boolean isUsable = before != null && isThere(before);
            if (isUsable) {
                workers[0] = new Worker(0);
                addAll(before, workers[0].state.groups);
            }
            scan(tasks(isUsable ? before.end() : 0), workers, new KeyBounds(shape, snapshot));
            GroupTable found = merged(workers);
            if (snapshot.runs() == null) {
                memory.keep(shape, plan.where(), found, snapshot.end());
            }
            return rows(numbers(found), reader);
        }
    }

    /// Whether none of the rows was retired.
    private boolean isThere(FirstsMemory.Found before) {
        for (int at = words - 1; at < before.rows().length; at += words) {
            if (before.rows()[at] < snapshot.first(0)) {
                return false;
            }
        }
        return before.end() <= snapshot.end();
    }

    private void addAll(FirstsMemory.Found before, GroupTable groups) {
        long[] key = new long[shape.keys().words()];
        int rowWords = shape.most() * words;
        for (int at = 0; at < before.rows().length; at += rowWords) {
            System.arraycopy(before.keys(), at / rowWords * key.length, key, 0, key.length);
            // Which may replace the results.
            int group = groups.find(key, 0);
            System.arraycopy(before.rows(), at, groups.results, group * rowWords, rowWords);
        }
    }

    /// @param from the first row that is not known yet
    private List<Task> tasks(long from) {
        List<Task> tasks = new ArrayList<>();
        for (ScanSnapshot.Piece any : snapshot.pieces()) {
            ScanSnapshot.Piece piece = any.from(from);
            if (piece.rows() <= 0) {
                continue;
            }
            ChunkSummary chunk = piece.layout() == null ? null : snapshot.chunkWith(piece.first());
            long[] best = chunk == null ? unknown() : zones.best(chunk, piece.first());
            tasks.add(new Task(piece, best));
        }
        tasks.sort((a, b) -> SortLayout.compare(a.best, 0, b.best, 0, words));
        return tasks;
    }

    private long[] unknown() {
        long[] unknown = new long[words];
        Arrays.fill(unknown, Long.MIN_VALUE);
        return unknown;
    }

    private void scan(List<Task> tasks, Worker[] workers, KeyBounds bounds) {
        int known = 0;
        while (known < tasks.size() && tasks.get(known).best[0] == Long.MIN_VALUE) {
            known++;
        }
        int round = workers.length;
        int done = 0;
        while (done < tasks.size()) {
            int end = Math.min(tasks.size(), Math.max(known, done + round));
            ParallelScan.over(tasks.subList(done, end), workers.length, budget, (number, task) -> {
                if (workers[number] == null) {
                    workers[number] = new Worker(number);
                }
                workers[number].scan(task.piece);
                return true;
            }, _ -> { });
            done = end;
            round *= 2;
            if (done < tasks.size() && areFound(tasks.subList(done, tasks.size()), workers, bounds)) {
                return;
            }
        }
    }

    /// Whether tasks that are left have nothing for the result. What one worker has found has to be enough.
    private boolean areFound(List<Task> left, Worker[] workers, KeyBounds bounds) {
        long[] best = left.getFirst().best;
        List<ScanSnapshot.Piece> pieces = left.stream().map(Task::piece).toList();
        return Arrays.stream(workers).anyMatch(worker -> worker != null && bounds.holds(pieces, worker.state.groups,
                group -> SortLayout.compare(worker.state.groups.results, (group * shape.most() + shape.most() - 1)
                        * words, best, 0, words) < 0));
    }

    private GroupTable merged(Worker[] workers) {
        GroupTable all = null;
        long[] key = new long[shape.keys().words()];
        for (Worker worker : workers) {
            if (worker == null) {
                continue;
            }
            GroupTable groups = worker.state.groups;
            if (all == null) {
                all = groups;
                continue;
            }
            for (int group = 0; group < groups.count(); group++) {
                tick(group);
                for (int i = 0; i < key.length; i++) {
                    key[i] = groups.key(group, i);
                }
                int to = all.find(key, 0) * shape.most() * words;
                for (int i = 0; i < shape.most(); i++) {
                    SortLayout.insert(all.results, to, shape.most(), groups.results, (group * shape.most() + i)
                            * words, words);
                }
            }
            worker.state.release();
        }
        return all == null ? shape.newState(snapshot.bounds(), budget).groups : all;
    }

    private void tick(int row) {
        if (row % QueryBudget.INTERVAL_ROWS == 0) {
            budget.check();
        }
    }

    /// Numbers of the rows in order, each times [FirstPerKey#MAX_ROWS] plus its number within its key from 0 on.
    private long[] numbers(GroupTable found) {
        int rows = found.count() * shape.most();
        budget.reserve((long) rows * Long.BYTES);
        long[] numbers = new long[rows];
        int count = 0;
        for (int i = 0; i < rows; i++) {
            long row = found.results[(i + 1) * words - 1];
            if (row != Long.MAX_VALUE) {
                numbers[count++] = row * FirstPerKey.MAX_ROWS + i % shape.most();
            }
        }
        Arrays.sort(numbers, 0, count);
        return Arrays.copyOf(numbers, count);
    }

    private List<Object[]> rows(long[] numbers, TableRelation.Reader reader) {
        TopRows rows = new TopRows(plan, budget);
        for (int i = 0; i < numbers.length; i++) {
            tick(i);
            long row = numbers[i] / FirstPerKey.MAX_ROWS;
            if (!reader.seek(row)) {
                throw new CorruptChunkException("row is not there", row, row + 1, plan.source().name());
            }
            rows.add(KeyedRows.numbered(Interpreter.outputs(plan, reader), numbers[i] % FirstPerKey.MAX_ROWS + 1));
        }
        return rows.rows();
    }
}
