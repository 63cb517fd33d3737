// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.AggregateLayout;
import dev.ashlar.query.internal.kernel.DistinctValues;
import dev.ashlar.query.internal.kernel.GroupTable;
import dev.ashlar.query.internal.kernel.GroupedValues;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.quantile.GatheredValues;
import dev.ashlar.store.CorruptChunkException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/// Runs grouped queries by kernels: each worker builds its own groups, which are merged at the end.
///
/// If the result depends on how rows are combined, each stripe has its own groups, so that the result is the same for
/// any number of threads. Otherwise a worker continues with the groups that it has. If most rows of the first stripe
/// are distinct groups, merging would take longer than reading; then the groups are divided among workers, each of
/// which reads all rows in order and adds those of its groups.
public final class GroupScan {
    /// Stripes that are one where groups are made for each: their merge may take as long as their rows. What is left is
    /// enough for some threads.
    private static final int JOINED = 4;
    /// Groups of one stripe that a processor's cache holds, about: fewer are merged soon.
    private static final int MANY = 1 << 14;

    private final Plan plan;
    private final Kernels kernels;
    private final KernelShape shape;
    private final QueryBudget budget;
    private final long maxRows;
    /// What is merged.
    private final GroupTables all;
    private final DistinctValues[] values;
    /// By worker, where it does not matter which rows come together; null for those that had nothing to do. By division
    /// where groups are divided.
    private Part[] parts = new Part[0];
    /// Likewise, where it matters and groups may go on with the next stripe.
    private StripeGroups[] stripeGroups = new StripeGroups[0];
    /// Whether most rows of the first stripes are groups of their own. Null until these were read.
    private Boolean areMany;
    private int threads = 1;
    private int merged;
    /// Tables that have no group in common, which are not merged with anything; empty if they were.
    private List<GroupTables> apart = List.of();

    /// What a worker has made so far.
    private static final class Part {
        private final KernelState state;
        private ScanSnapshot snapshot;
        private ScanWorker scan;
        private final List<GroupTables> full = new ArrayList<>();
        private long rows;
        /// Of them, those that came after the sums were settled.
        private long unsettledRows;

        Part(KernelState state) {
            this.state = state;
        }

        boolean hasMany() {
            return full.isEmpty() && areMany(state.groups.count(), rows);
        }
    }

    /// Some rows of one table.
    private record Task(ScanSnapshot snapshot, List<ScanSnapshot.Piece> stripe) {
        int rows() {
            return stripe.stream().mapToInt(ScanSnapshot.Piece::rows).sum();
        }
    }

    public GroupScan(Plan plan, Kernels kernels, QueryBudget budget) {
        this(plan, kernels, budget, 1L << AggregateLayout.ROWS_LOG);
    }

    /// @param maxRows that one table of groups takes in, [AggregateLayout#ROWS_LOG] at most; but those of one stripe
    ///     at least
    GroupScan(Plan plan, Kernels kernels, QueryBudget budget, long maxRows) {
        this.plan = plan;
        this.kernels = kernels;
        this.budget = budget;
        this.maxRows = maxRows;
        shape = kernels.shape();
        all = new GroupTables(shape.newGroups(shape.merged(), false, budget), shape.newDistinct(budget),
                shape.newGrouped(budget), shape.newGathered(budget));
        values = shape.newValues(budget);
    }

    /// How many chunks are read where the question is for extremes alone; empty if it is another one.
    public static Optional<Long> chunksOfExtremes(KernelShape shape, ScanSnapshot snapshot) {
        return !ExtremeRows.isFor(shape) ? Optional.empty() : Optional.of(ExtremeRows.stripes(shape, snapshot).stream()
                .flatMap(List::stream).map(piece -> snapshot.chunkWith(piece.first())).distinct().count());
    }

    /// The groups of one table.
    public Iterator<Object[]> run(ScanSnapshot snapshot, int threads) {
        add(List.of(snapshot), threads);
        return results();
    }

    /// Reads the rows of some tables, which come after those of all before, by threads that go from one table to the
    /// next.
    ///
    /// @param snapshots of tables with one layout, all with the bounds of the question
    /// @param threads   the same each time
    public void add(List<ScanSnapshot> snapshots, int threads) {
        this.threads = threads;
        List<Task> tasks = new ArrayList<>();
        snapshots.forEach(snapshot -> ExtremeRows.stripes(shape, snapshot).forEach(stripe ->
                tasks.add(new Task(snapshot, stripe))));
        boolean exact = shape.parts().areExact();
        boolean matters = shape.keys().words() > 0 && !(exact && threads == 1);
        List<Task> left = areMany == null && matters && !tasks.isEmpty() ? decide(tasks, exact) : tasks;
        if (Boolean.TRUE.equals(areMany)) {
            byDivisions(left);
        } else if (exact) {
            byWorkers(left);
        } else if (shape.canGoOn()) {
            byStripes(left);
        } else {
            ParallelScan.over(left, threads, budget, (worker, task) -> {
                Part part = new Part(shape.newState(task.snapshot.bounds(), budget));
                scan(part, task, worker);
                return part.state;
            }, this::merge);
        }
    }

    /// Reads the first stripe, or one for each worker where it does not matter which rows come together, and goes on in
    /// the way that suits the number of groups.
    ///
    /// @return what is left to be read
    private List<Task> decide(List<Task> tasks, boolean exact) {
        int first = exact ? Math.min(threads, tasks.size()) : 1;
        byWorkers(tasks.subList(0, first));
        List<Part> read = Arrays.stream(parts).filter(Objects::nonNull).toList();
        areMany = read.stream().allMatch(Part::hasMany);
        if (areMany && threads > 1) {
            // Each worker reads all stripes.
            read.forEach(part -> part.state.release());
            parts = new Part[0];
            return tasks;
        }
        if (!areMany && !exact) {
            parts = new Part[0];
            KernelState state = read.getFirst().state;
            if (shape.canGoOn()) {
                stripeGroups = new StripeGroups[] {new StripeGroups(shape, state, budget)};
                merge(stripeGroups[0].take());
            } else {
                merge(state);
            }
        }
        return tasks.subList(first, tasks.size());
    }

    /// Whether most of some rows are groups of their own, so many that to merge them takes longer than to read rows.
    static boolean areMany(int groups, long rows) {
        return groups > MANY && groups > rows / 2;
    }

    private void merge(StripeGroups.Stripe stripe) {
        stripe.merge(all.groups(), this::tick);
        stripe.end();
    }

    private void scan(Part part, Task task, int worker) {
        if (part.snapshot != task.snapshot) {
            part.snapshot = task.snapshot;
            part.scan = new ScanWorker(task.snapshot, worker, kernels, part.state, budget);
        }
        try {
            scan(part, task.stripe);
        } catch (CorruptChunkException e) {
            throw task.snapshot.named(e);
        }
    }

    private void scan(Part part, List<ScanSnapshot.Piece> stripe) {
        for (ScanSnapshot.Piece piece : stripe) {
            budget.check();
            part.unsettledRows += piece.rows();
            if (part.unsettledRows > 1 << AggregateLayout.SETTLED_LOG) {
                shape.parts().settle(part.state.groups.results, part.state.groups.count());
                part.unsettledRows = piece.rows();
            }
            part.scan.begin(piece);
            if (!part.scan.run()) {
                throw new AssertionError("kernel stopped at row " + part.scan.row());
            }
        }
    }

    private void byStripes(List<Task> tasks) {
        stripeGroups = Arrays.copyOf(stripeGroups, threads);
        ParallelScan.over(joined(tasks), threads, budget, (worker, task) -> {
            StripeGroups of = stripeGroups[worker];
            if (of == null || !of.goesOn(task.rows())) {
                of = new StripeGroups(shape, shape.newState(task.snapshot.bounds(), budget), budget);
                stripeGroups[worker] = of;
            }
            scan(new Part(of.state()), task, worker);
            return of.take();
        }, this::merge);
    }

    private static List<Task> joined(List<Task> tasks) {
        List<Task> joined = new ArrayList<>();
        for (int i = 0; i < tasks.size();) {
            ScanSnapshot snapshot = tasks.get(i).snapshot;
            List<ScanSnapshot.Piece> pieces = new ArrayList<>();
            for (int end = i + JOINED; i < Math.min(end, tasks.size()) && tasks.get(i).snapshot == snapshot; i++) {
                pieces.addAll(tasks.get(i).stripe);
            }
            joined.add(new Task(snapshot, pieces));
        }
        return joined;
    }

    private void byWorkers(List<Task> tasks) {
        parts = Arrays.copyOf(parts, threads);
        ParallelScan.over(tasks, threads, budget, (worker, task) -> {
            add(worker, task, worker);
            return task;
        }, _ -> { });
    }

    private void byDivisions(List<Task> tasks) {
        parts = Arrays.copyOf(parts, threads);
        ParallelScan.over(IntStream.range(0, threads).boxed().toList(), threads, budget, (worker, division) -> {
            tasks.forEach(task -> add(division, task, worker));
            return division;
        }, _ -> { });
    }

    private void add(int number, Task task, int worker) {
        if (parts[number] == null) {
            parts[number] = new Part(shape.newState(task.snapshot.bounds(), budget));
            if (Boolean.TRUE.equals(areMany)) {
                parts[number].state.divide(number, threads);
            }
        }
        Part part = parts[number];
        int rows = task.rows();
        if (part.rows > 0 && part.rows + rows > maxRows) {
            part.full.add(GroupTables.of(part.state));
            releaseWindow(part.state);
            shape.renew(part.state, budget);
            part.rows = 0;
        }
        part.rows += rows;
        scan(part, task, worker);
    }

    private void mergeParts() {
        List<GroupTables> tables = new ArrayList<>();
        boolean areDivided = Boolean.TRUE.equals(areMany);
        for (Part part : parts) {
            if (part != null) {
                areDivided &= part.full.isEmpty();
                tables.addAll(part.full);
                tables.add(GroupTables.of(part.state));
                mergeSets(part.state);
                releaseWindow(part.state);
            }
        }
        parts = new Part[0];
        for (StripeGroups of : stripeGroups) {
            if (of != null) {
                of.leave();
            }
        }
        stripeGroups = new StripeGroups[0];
        if (areDivided || tables.size() == 1) {
            apart = tables;
        } else {
            merge(tables);
        }
    }

    private void mergeSets(KernelState part) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                values[i].addAll(part.values[i]);
                part.values[i].release();
            }
        }
    }

    private void merge(List<GroupTables> tables) {
        int[][] numbers = tables.stream().map(table -> new int[table.groups().count()]).toArray(int[][]::new);
        for (GroupTables.ByFirstRow at = new GroupTables.ByFirstRow(tables); at.next();) {
            tick();
            numbers[at.table()][at.group()] = find(tables.get(at.table()).groups(), at.group());
        }
        for (int i = 0; i < numbers.length; i++) {
            merge(tables.get(i), numbers[i]);
        }
    }

    private void merge(GroupTables from, int[] numbers) {
        shape.merged().merge(all.groups().results, numbers, shape.parts(), from.groups().results,
                from.groups().count());
        from.groups().release();
        mergePairs(from.distinct(), numbers);
        mergeGrouped(from.grouped(), numbers);
        mergeGathered(from.gathered(), numbers);
    }

    private void mergePairs(GroupTable[] pairs, int[] numbers) {
        for (int i = 0; i < all.distinct().length; i++) {
            if (all.distinct()[i] != null) {
                merge(pairs[i], all.distinct()[i], shape.distinctWords(i), numbers);
                pairs[i].release();
            }
        }
    }

    private void mergeGrouped(GroupedValues[] parts, int[] numbers) {
        for (int i = 0; i < all.grouped().length; i++) {
            if (all.grouped()[i] != null) {
                all.grouped()[i].addAll(parts[i], numbers);
                parts[i].release();
            }
        }
    }

    private void mergeGathered(GatheredValues[] parts, int[] numbers) {
        for (int i = 0; i < all.gathered().length; i++) {
            if (all.gathered()[i] != null) {
                all.gathered()[i].takeAll(parts[i], numbers);
            }
        }
    }

    private void tick() {
        if (++merged % QueryBudget.INTERVAL_ROWS == 0) {
            budget.check();
        }
    }

    /// The number of a group in those of all rows.
    private int find(GroupTable from, int group) {
        if (shape.keys().words() == 1) {
            return all.groups().find(from.key(group, 0), 0);
        }
        long[] key = new long[shape.keys().words()];
        for (int i = 0; i < key.length; i++) {
            key[i] = from.key(group, i);
        }
        return all.groups().find(key, 0);
    }

    private void merge(KernelState part) {
        int[] numbers = new int[part.groups.count()];
        for (int group = 0; group < numbers.length; group++) {
            tick();
            numbers[group] = find(part.groups, group);
        }
        merge(GroupTables.of(part), numbers);
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                values[i].addAll(part.values[i]);
            }
        }
        part.release();
    }

    private static void releaseWindow(KernelState state) {
        if (state.window != null) {
            state.window.release();
        }
    }

    private void merge(GroupTable from, GroupTable to, int words, int[] numbers) {
        long[] key = new long[words];
        for (int pair = 0; pair < from.count(); pair++) {
            tick();
            key[0] = numbers[(int) from.key(pair, 0)];
            for (int i = 1; i < words; i++) {
                key[i] = from.key(pair, i);
            }
            to.find(key, 0);
        }
    }

    /// The groups of all rows, once.
    public Iterator<Object[]> results() {
        mergeParts();
        GroupAnswer answer = new GroupAnswer(plan, shape, values, threads, budget);
        return apart.isEmpty() ? answer.ofMerged(all) : answer.of(apart);
    }
}
