// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.GroupTable;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.kernel.SortLayout;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/// Finds the first rows of each key by kernels, which keep the sort words of the rows; the interpreter reads these rows
/// whole.
///
/// ```text
///   pieces, the most promising first ─► rounds, each twice as long ─► all keys found, and no piece that is left can
///                                                                     have a row that comes before the last of any?
/// ```
///
/// So the latest row of each key is found in the last chunks if times ascend and [KeyBounds] knows which keys exist.
///
/// Each thread has a table of keys; these tables are merged at the end. If most of the rows read so far have distinct
/// keys, merging would take longer than reading; then keys are divided among threads, each of which reads all rows.
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
    private final Worker[] workers;
    /// Whether each worker has keys that no other has.
    private boolean isDivided;

    /// @param best words that come before those of all its rows, or are those of its first
    private record Task(ScanSnapshot.Piece piece, long[] best) {
    }

    private final class Worker {
        private final KernelState state = shape.newState(snapshot.bounds(), budget);
        private final ScanWorker scan;
        private long rows;

        Worker(int number) {
            if (isDivided) {
                state.divide(number, workers.length);
            }
            scan = new ScanWorker(snapshot, number, kernels, state, budget);
        }

        void scan(ScanSnapshot.Piece piece) {
            budget.check();
            rows += piece.rows();
            scan.begin(piece);
            if (!scan.run()) {
                throw new AssertionError("kernel stopped at row " + scan.row());
            }
        }
    }

    private FirstsScan(Plan plan, Kernels kernels, ScanSnapshot snapshot, int threads, QueryBudget budget) {
        this.plan = plan;
        this.kernels = kernels;
        this.snapshot = snapshot;
        this.budget = budget;
        shape = kernels.shape();
        zones = new TopZones(shape);
        words = shape.sort().words();
        workers = new Worker[threads];
    }

    /// The rows of the result.
    ///
    /// @param kernels that keep what rows are ordered by
    public static List<Object[]> run(Plan plan, Kernels kernels, ScanSnapshot snapshot, int threads,
            QueryBudget budget) {
        return new FirstsScan(plan, kernels, snapshot, threads, budget).run();
    }

    private List<Object[]> run() {
        List<TableRelation.Reader> readers = new ArrayList<>();
        try {
            // Parents that are retired from here on stay, too.
            for (int i = 0; i < workers.length; i++) {
                readers.add(snapshot.relation().open(-1, snapshot.end()));
            }
            List<GroupTable> found = found(FirstsMemory.of(snapshot.relation()));
            return new FirstsAnswer(plan, shape, snapshot, readers, budget).of(found);
        } finally {
            readers.forEach(TableRelation.Reader::close);
        }
    }

    /// Tables that have no key in common.
    private List<GroupTable> found(FirstsMemory memory) {
        FirstsMemory.Found before = memory.answer(shape, plan.where());
        boolean isUsable = before != null && isThere(before);
        if (isUsable) {
            worker(0);
            addAll(before, workers[0].state.groups);
        }
        scan(tasks(isUsable ? before.end() : 0), isUsable);
        if (isDivided) {
            return tables();
        }
        GroupTable found = merged();
        if (snapshot.runs() == null) {
            memory.keep(shape, plan.where(), found, snapshot.end());
        }
        return List.of(found);
    }

    private Worker worker(int number) {
        if (workers[number] == null) {
            workers[number] = new Worker(number);
        }
        return workers[number];
    }

    private List<GroupTable> tables() {
        return Arrays.stream(workers).filter(Objects::nonNull).map(worker -> worker.state.groups).toList();
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

    /// @param isBegun whether there are keys already, of rows before those of the tasks
    private void scan(List<Task> tasks, boolean isBegun) {
        KeyBounds bounds = new KeyBounds(shape, snapshot);
        int known = 0;
        while (known < tasks.size() && tasks.get(known).best[0] == Long.MIN_VALUE) {
            known++;
        }
        int round = workers.length;
        int done = 0;
        while (done < tasks.size()) {
            int end = Math.min(tasks.size(), done + round);
            end = done == 0 ? end : Math.max(known, end);
            scan(tasks.subList(done, end));
            if (!isDivided && !isBegun && hasMany()) {
                divide();
                scan(tasks.subList(0, end));
            }
            done = end;
            round *= 2;
            if (done < tasks.size() && areFound(tasks.subList(done, tasks.size()), bounds)) {
                return;
            }
        }
    }

    private void scan(List<Task> tasks) {
        if (isDivided) {
            ParallelScan.over(IntStream.range(0, workers.length).boxed().toList(), workers.length, budget,
                    (_, division) -> {
                        Worker worker = worker(division);
                        tasks.forEach(task -> worker.scan(task.piece));
                        return division;
                    }, _ -> { });
        } else {
            ParallelScan.over(tasks, workers.length, budget, (number, task) -> {
                worker(number).scan(task.piece);
                return number;
            }, _ -> { });
        }
    }

    private boolean hasMany() {
        return workers.length > 1 && Arrays.stream(workers).filter(Objects::nonNull).allMatch(worker -> {
            int keys = worker.state.groups.count();
            return GroupScan.areMany(keys, worker.rows) && !FirstsMemory.hasRoomFor(keys, shape);
        });
    }

    private void divide() {
        for (int i = 0; i < workers.length; i++) {
            if (workers[i] != null) {
                workers[i].state.release();
                workers[i] = null;
            }
        }
        isDivided = true;
    }

    /// Whether tasks that are left have nothing for the result. Unless keys are divided, what one worker has found has
    /// to be enough.
    private boolean areFound(List<Task> left, KeyBounds bounds) {
        long[] best = left.getFirst().best;
        List<ScanSnapshot.Piece> pieces = left.stream().map(Task::piece).toList();
        int last = shape.most() - 1;
        KeyBounds.Condition isBefore = (table, key) -> SortLayout.compare(table.results, (key * shape.most() + last)
                * words, best, 0, words) < 0;
        return isDivided ? bounds.hold(pieces, tables(), isBefore) : tables().stream().anyMatch(table ->
                bounds.hold(pieces, List.of(table), isBefore));
    }

    private GroupTable merged() {
        List<GroupTable> tables = tables();
        if (tables.isEmpty()) {
            return shape.newState(snapshot.bounds(), budget).groups;
        }
        GroupTable all = tables.getFirst();
        tables.stream().skip(1).forEach(table -> addAll(table, all));
        Arrays.stream(workers).filter(worker -> worker != null && worker.state.groups != all).forEach(worker ->
                worker.state.release());
        return all;
    }

    private void addAll(GroupTable from, GroupTable to) {
        long[] key = new long[shape.keys().words()];
        for (int group = 0; group < from.count(); group++) {
            if (group % QueryBudget.INTERVAL_ROWS == 0) {
                budget.check();
            }
            for (int i = 0; i < key.length; i++) {
                key[i] = from.key(group, i);
            }
            int at = to.find(key, 0) * shape.most() * words;
            for (int i = 0; i < shape.most(); i++) {
                SortLayout.insert(to.results, at, shape.most(), from.results, (group * shape.most() + i) * words,
                        words);
            }
        }
    }
}
