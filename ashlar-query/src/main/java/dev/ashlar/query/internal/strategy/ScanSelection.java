// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Expr;
import dev.ashlar.query.FirstPerKey;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.internal.kernel.KernelBuilder;
import dev.ashlar.query.internal.kernel.KernelCache;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.kernel.NotCompilableException;
import dev.ashlar.query.internal.pruning.ColumnRanges;
import dev.ashlar.query.internal.pruning.RowSelection;
import dev.ashlar.query.internal.pruning.ZonePruner;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.scan.TopScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Chooses how to scan: by kernels if they can be generated for the whole plan, else by kernels that filter rows, else
/// by the interpreter.
public final class ScanSelection {
    private ScanSelection() {
    }

    public static ScanStrategy of(Plan plan, QueryOptions options) {
        if (options.engine() == QueryOptions.Engine.INTERPRETER) {
            return new InterpreterStrategy(plan, "as requested");
        }
        if (!(plan.source() instanceof TableRelation relation)) {
            return new InterpreterStrategy(plan, "not a table");
        }
        RowSelection selection = RowSelection.of(relation, plan.where());
        if (TopScan.isFor(plan)) {
            try {
                return new KernelStrategy(plan, relation, kernels(KernelShape.Mode.TOP, relation, keys(plan),
                        selection.ranges()), selection, options.threads());
            } catch (NotCompilableException _) {
                // Such values are put in order as objects.
            }
        }
        return withoutTop(plan, relation, selection, options.threads());
    }

    /// Kernels that find the groups of a plan, or the first rows of its order, by a scan; empty if it asks for
    /// something else, if there are none, or if an index may lead to its rows.
    public static Optional<KernelStrategy> kernelsAlone(Plan plan, QueryOptions options) {
        boolean asked = plan.grouped() || TopScan.isFor(plan);
        return asked && !IndexSelection.isFor(plan) && of(plan, options) instanceof KernelStrategy kernels
                && (plan.grouped() || kernels.isTop()) ? Optional.of(kernels) : Optional.empty();
    }

    /// The plan that has no outputs but those that rows are ordered by.
    private static Plan keys(Plan plan) {
        List<Output> outputs = new ArrayList<>();
        List<Order> order = new ArrayList<>();
        for (Order by : plan.order()) {
            order.add(new Order(outputs.size(), by.descending(), by.nullsFirst()));
            outputs.add(new Output("", plan.outputs().get(by.column()).expr()));
        }
        return new Plan(plan.source(), plan.where(), outputs, List.of(), false, order, 0, Plan.NO_LIMIT);
    }

    /// The plan that has no outputs but keys, and behind them what rows of a key are ordered by.
    private static Plan firsts(Plan plan, FirstPerKey firsts) {
        List<Output> outputs = new ArrayList<>();
        List<Integer> keys = new ArrayList<>();
        List<Order> order = new ArrayList<>();
        for (int key : firsts.keys()) {
            keys.add(outputs.size());
            outputs.add(new Output("", plan.outputs().get(key).expr()));
        }
        for (Order by : firsts.order()) {
            order.add(new Order(outputs.size(), by.descending(), by.nullsFirst()));
            outputs.add(new Output("", plan.outputs().get(by.column()).expr()));
        }
        if (outputs.isEmpty()) {
            // The first rows of all, of which nothing has to be known.
            outputs.add(plan.outputs().getFirst());
        }
        return new Plan(plan.source(), plan.where(), outputs, List.of(), false,
                Optional.of(new FirstPerKey(keys, order, firsts.most())), List.of(), 0, Plan.NO_LIMIT);
    }

    /// The same where all rows that match are evaluated whole.
    static ScanStrategy withoutTop(Plan plan, TableRelation relation, RowSelection selection, int threads) {
        try {
            KernelShape.Mode mode = plan.grouped() ? KernelShape.Mode.GROUPS : plan.firsts().isPresent()
                    ? KernelShape.Mode.FIRSTS : KernelShape.Mode.OUTPUTS;
            Plan kept = mode == KernelShape.Mode.FIRSTS ? firsts(plan, plan.firsts().get()) : plan;
            return new KernelStrategy(plan, relation, kernels(mode, relation, kept, selection.ranges()), selection,
                    threads);
        } catch (NotCompilableException e) {
            return filter(plan, relation, selection, e.getMessage())
                    .orElseGet(() -> new PrunedStrategy(plan, relation, selection, e.getMessage()));
        }
    }

    /// Kernels of which one was generated, for rows with all columns, to see whether it can be.
    static Kernels kernels(KernelShape.Mode mode, TableRelation relation, Plan plan, ColumnRanges ranges) {
        return KernelCache.kernels(relation, mode, plan, ranges, () -> {
            Kernels kernels = new Kernels(KernelBuilder.shape(mode, relation.layout(), plan, ranges));
            kernels.ofNewest(relation.levels());
            return kernels;
        });
    }

    /// Kernels for those conditions that can be compiled, if there are any.
    private static Optional<ScanStrategy> filter(Plan plan, TableRelation relation, RowSelection selection,
            String reason) {
        List<Expr> compiled = new ArrayList<>();
        for (Expr condition : ZonePruner.conjuncts(plan.where())) {
            try {
                kernels(KernelShape.Mode.ROWS, relation, plan, new ColumnRanges(relation, Optional.of(condition)));
                compiled.add(condition);
            } catch (NotCompilableException _) {
                // For the interpreter, as the rest of the plan.
            }
        }
        if (compiled.isEmpty()) {
            return Optional.empty();
        }
        ColumnRanges ranges = new ColumnRanges(relation, Optional.of(new Expr.And(compiled)));
        try {
            return Optional.of(new FilterStrategy(plan, relation,
                    kernels(KernelShape.Mode.ROWS, relation, plan, ranges),
                    new RowSelection(selection.zones(), ranges), reason));
        } catch (NotCompilableException _) {
            // Too long for the JIT; each condition alone was not.
            return Optional.empty();
        }
    }
}
