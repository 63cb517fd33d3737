// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Plan;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.MaterializedResult;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.kernel.NotCompilableException;
import dev.ashlar.query.internal.pruning.RowSelection;
import dev.ashlar.query.internal.scan.GroupScan;
import dev.ashlar.query.internal.scan.KernelResult;
import dev.ashlar.query.internal.scan.OrderedScan;
import dev.ashlar.query.internal.scan.ScanSnapshot;
import java.util.List;

/// Kernels evaluate the whole plan. If one bails out, the query starts again as a [PrunedStrategy]; a result that is
/// already streaming continues by the interpreter.
///
/// @param threads that work at once
public record KernelStrategy(Plan plan, Kernels kernels, RowSelection selection, int threads) implements ScanStrategy {
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
            return new PrunedStrategy(plan, kernels.shape().relation(), selection, "a kernel bailed out").run(budget);
        }
    }

    /// Without an alternative.
    ///
    /// @param rows numbers of the only rows to read, in order; null for all
    /// @throws KernelBailoutException if a row is for the interpreter
    /// @throws NotCompilableException if a layout of rows takes too long a kernel
    Result run(long[] rows, QueryBudget budget) {
        boolean streamed = !plan.grouped() && plan.order().isEmpty();
        if (streamed) {
            return snapshot(1, rows).handTo(snapshot -> new KernelResult(plan, kernels, snapshot, budget));
        }
        try (ScanSnapshot snapshot = snapshot(threads, rows)) {
            budget.check();
            List<Object[]> found = plan.grouped() ? new GroupScan(plan, kernels, budget).run(snapshot, threads)
                    : OrderedScan.run(plan, kernels, snapshot, threads, budget);
            return new MaterializedResult(plan, found);
        }
    }

    /// The rows that it would read now.
    ///
    /// @param workers that read at once
    /// @return open; the caller closes it
    public ScanSnapshot snapshot(int workers) {
        return snapshot(workers, null);
    }

    private ScanSnapshot snapshot(int workers, long[] rows) {
        return new ScanSnapshot(kernels.shape().relation(), workers, selection, rows);
    }
}
