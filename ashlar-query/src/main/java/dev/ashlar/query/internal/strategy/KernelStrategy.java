// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.MaterializedResult;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.kernel.NotCompilableException;
import dev.ashlar.query.internal.pruning.RowSelection;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.scan.FirstsScan;
import dev.ashlar.query.internal.scan.GroupScan;
import dev.ashlar.query.internal.scan.KernelResult;
import dev.ashlar.query.internal.scan.OrderedScan;
import dev.ashlar.query.internal.scan.ScanSnapshot;
import dev.ashlar.query.internal.scan.TopScan;

/// Kernels evaluate the whole plan. If one bails out, the query starts again as a [PrunedStrategy], or sorts all rows
/// if kernels were to keep only the first ones. A result that is already streaming continues with the interpreter.
///
/// @param threads that work at once
public record KernelStrategy(Plan plan, TableRelation relation, Kernels kernels, RowSelection selection, int threads)
        implements ScanStrategy {
    /// More threads than this have no stripes to work on, except for tables of more than 10^8 rows.
    private static final int MAX_THREADS = 64;

    public KernelStrategy {
        threads = Math.min(threads, MAX_THREADS);
    }

    @Override
    public Result run(QueryBudget budget) {
        try {
            return run(null, budget);
        } catch (KernelBailoutException | NotCompilableException _) {
            // The interpreter reports what is wrong, or finds that nothing is.
            budget.reset();
            if (isTop()) {
                return ScanSelection.withoutTop(plan, relation, selection, threads).run(budget);
            }
            return new PrunedStrategy(plan, relation, selection, "a kernel bailed out").run(budget);
        }
    }

    /// Without an alternative.
    ///
    /// @param rows numbers of the only rows to read, in order; null for all
    /// @throws KernelBailoutException if a row is for the interpreter
    /// @throws NotCompilableException if a layout of rows takes too long a kernel
    Result run(long[] rows, QueryBudget budget) {
        boolean streamed = kernels.shape().mode() == KernelShape.Mode.OUTPUTS && plan.order().isEmpty();
        if (streamed) {
            return snapshot(1, rows, budget).handTo(snapshot -> new KernelResult(plan, kernels, snapshot,
                    budget));
        }
        try (ScanSnapshot snapshot = snapshot(threads, rows, budget)) {
            budget.check();
            return new MaterializedResult(plan, switch (kernels.shape().mode()) {
                case GROUPS -> new GroupScan(plan, kernels, budget).run(snapshot, threads);
                case TOP -> TopScan.run(plan, kernels, snapshot, threads, budget).iterator();
                case FIRSTS -> FirstsScan.run(plan, kernels, snapshot, threads, budget).iterator();
                case OUTPUTS, ROWS -> OrderedScan.run(plan, kernels, snapshot, threads, budget).iterator();
            });
        }
    }

    /// Whether kernels keep the first rows of an order, and the interpreter reads only these whole.
    boolean isTop() {
        return kernels.shape().mode() == KernelShape.Mode.TOP;
    }

    /// The rows that it would read now.
    ///
    /// @param workers that read at once
    /// @return open; the caller closes it
    public ScanSnapshot snapshot(int workers) {
        return snapshot(workers, null, new QueryBudget(QueryOptions.defaults()));
    }

    /// The same for a scan of several tables, by as many workers as it has threads.
    public ScanSnapshot snapshot(ScanSnapshot.Portion portion, QueryBudget budget) {
        return new ScanSnapshot(relation, portion, threads, selection, null, budget);
    }

    private ScanSnapshot snapshot(int workers, long[] rows, QueryBudget budget) {
        return new ScanSnapshot(relation, workers, selection, rows, budget);
    }
}
