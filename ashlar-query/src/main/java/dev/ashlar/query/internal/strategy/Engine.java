// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.MaterializedResult;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.kernel.NotCompilableException;
import dev.ashlar.query.internal.relation.RowReader;
import dev.ashlar.query.internal.relation.ScannableRelation;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.scan.FilteredRows;
import dev.ashlar.query.internal.scan.GroupScan;
import dev.ashlar.query.internal.scan.KernelResult;
import dev.ashlar.query.internal.scan.OrderedScan;
import dev.ashlar.query.internal.scan.PrunedRows;
import dev.ashlar.query.internal.scan.ScanSnapshot;
import dev.ashlar.store.CorruptChunkException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Answers questions: by kernels as far as they go, by the interpreter beyond.
public final class Engine {
    /// More threads than this have no stripes to work on, but for tables of more than 10^8 rows.
    private static final int MAX_WORKERS = 64;

    private Engine() {
    }

    public static Result run(Plan plan, QueryOptions options) {
        try {
            Result result = answer(plan, options);
            // What the interpreter has read was there.
            MemoryFaults.settle();
            return result;
        } catch (InternalError e) {
            throw fault(plan, e);
        }
    }

    private static Result answer(Plan plan, QueryOptions options) {
        QueryBudget budget = new QueryBudget(options);
        try {
            Optional<IndexSelection.Found> found = IndexSelection.rows(plan, options, budget);
            if (found.isPresent()) {
                return byFound(plan, found.get(), options, budget);
            }
            Strategy strategy = Strategy.of(plan, options);
            if (strategy.all()) {
                try {
                    return byKernels(plan, strategy, null, options, budget);
                } catch (KernelBailoutException | NotCompilableException _) {
                    // It says what is wrong, or finds that nothing is.
                    budget.reset();
                }
            } else if (strategy.kernels().isPresent()) {
                return new Interpreter(plan, budget).run(keeping(snapshot(strategy, 1),
                        snapshot -> new FilteredRows(strategy.kernels().get(), snapshot, budget)));
            }
            return new Interpreter(plan, budget).run(rows(plan, strategy));
        } catch (CorruptChunkException e) {
            throw corrupt(plan, e);
        }
    }

    private static Result byFound(Plan plan, IndexSelection.Found found, QueryOptions options, QueryBudget budget) {
        if (found.reader().isEmpty()) {
            return new Interpreter(plan, budget).run(found.rows());
        }
        Result result;
        try {
            result = byKernels(plan, found.reader().get(), found.rows().numbers(), options, budget);
        } catch (KernelBailoutException | NotCompilableException _) {
            // The rows stay open for it.
            budget.reset();
            return new Interpreter(plan, budget).run(found.rows());
        } catch (Throwable e) {
            found.rows().close();
            throw e;
        }
        found.rows().close();
        return result;
    }

    private static RowReader rows(Plan plan, Strategy strategy) {
        if (strategy.wanted().isPresent() && plan.source() instanceof TableRelation relation) {
            return keeping(new ScanSnapshot(relation, 1, strategy.wanted().get()),
                    snapshot -> new PrunedRows(relation, snapshot));
        }
        return source(plan).open();
    }

    /// @param found numbers of the only rows to be looked at, in order; null for all
    static Result byKernels(Plan plan, Strategy strategy, long[] found, QueryOptions options, QueryBudget budget) {
        Kernels kernels = strategy.kernels().orElseThrow();
        boolean streamed = !plan.grouped() && plan.order().isEmpty();
        if (streamed) {
            return keeping(snapshot(strategy, 1, found), snapshot -> new KernelResult(plan, kernels, snapshot, budget));
        }
        int threads = Math.min(options.threads(), MAX_WORKERS);
        try (ScanSnapshot snapshot = snapshot(strategy, threads, found)) {
            budget.check();
            List<Object[]> rows = plan.grouped() ? new GroupScan(plan, kernels, budget).run(snapshot, threads)
                    : OrderedScan.run(plan, kernels, snapshot, threads, budget);
            return new MaterializedResult(plan, rows);
        }
    }

    /// Makes what closes a snapshot in the end; closes it at once if that cannot be made.
    private static <T> T keeping(ScanSnapshot snapshot, Function<ScanSnapshot, T> maker) {
        boolean made = false;
        try {
            T keeper = maker.apply(snapshot);
            made = true;
            return keeper;
        } finally {
            if (!made) {
                snapshot.close();
            }
        }
    }

    public static ScanSnapshot snapshot(Strategy strategy, int workers) {
        return snapshot(strategy, workers, null);
    }

    private static ScanSnapshot snapshot(Strategy strategy, int workers, long[] found) {
        return new ScanSnapshot(strategy.kernels().orElseThrow().shape().relation(), workers,
                strategy.wanted().orElseThrow(), found);
    }

    public static String explain(Plan plan, QueryOptions options) {
        return Explanation.of(plan, Strategy.of(plan, options), IndexSelection.explain(plan, options));
    }

    static ScannableRelation source(Plan plan) {
        if (plan.source() instanceof ScannableRelation source) {
            return source;
        }
        throw new IllegalArgumentException("relation of another kind: class=" + plan.source().getClass().getName()
                + " (" + plan.source().name() + ")");
    }

    /// Memory of the store could not be read.
    ///
    /// @throws InternalError the given one, if it says something else
    public static QueryException fault(Plan plan, InternalError e) {
        if (!MemoryFaults.isFault(e)) {
            throw e;
        }
        String found = plan.source() instanceof TableRelation relation ? relation.levels().getFirst().fault(e)
                .getMessage() : "memory of the store could not be read; verify the store, in " + plan.source().name();
        return new QueryException(Reason.CORRUPT, found, e);
    }

    public static QueryException corrupt(Plan plan, CorruptChunkException e) {
        return new QueryException(Reason.CORRUPT, e.getMessage() + "; ask for rows outside of " + e.first() + " to "
                + (e.end() - 1) + ", in " + plan.source().name(), e);
    }
}
