// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import dev.ashlar.query.Expr;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.ChunkSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What of a plan is done by kernels.
///
/// @param kernels   that do all, or choose rows; empty if the interpreter does all
/// @param all       whether kernels do all
/// @param reason    why kernels do not do all; empty if they do
/// @param wanted    whether a chunk may have rows that are asked for
record Strategy(Optional<Kernels> kernels, boolean all, String reason, Predicate<ChunkSummary> wanted) {
    static Strategy of(Plan plan, QueryOptions options) {
        if (options.engine() == QueryOptions.Engine.INTERPRETER) {
            return interpreter("as asked for");
        }
        if (!(plan.source() instanceof TableRelation relation)) {
            return interpreter("no table");
        }
        Predicate<ChunkSummary> wanted = new ZonePruning(relation, plan.where())::mayMatch;
        String reason;
        try {
            KernelShape.Mode mode = plan.grouped() ? KernelShape.Mode.GROUPS : KernelShape.Mode.OUTPUTS;
            return new Strategy(Optional.of(tried(mode, relation, plan, plan.where())), true, "", wanted);
        } catch (NoKernelException e) {
            reason = e.getMessage();
        }
        Optional<Kernels> choosing = choosing(plan, relation);
        return new Strategy(choosing, false, reason, wanted);
    }

    private static Strategy interpreter(String reason) {
        return new Strategy(Optional.empty(), false, reason, _ -> true);
    }

    /// Kernels of which one was made, with all columns, to see whether it can be.
    private static Kernels tried(KernelShape.Mode mode, TableRelation relation, Plan plan, Optional<Expr> where) {
        return relation.kernels().get(mode, plan, where, () -> {
            Kernels kernels = new Kernels(KernelBuilder.shape(mode, relation, plan, where));
            kernels.of(relation.levels().stream().map(table -> new Kernels.Level(true, table.schema().version(),
                    table.block().blockLength())).toList());
            return kernels;
        });
    }

    /// Kernels that choose rows by those conditions that they can decide, if there are any.
    private static Optional<Kernels> choosing(Plan plan, TableRelation relation) {
        List<Expr> decided = new ArrayList<>();
        for (Expr condition : ZonePruning.conjuncts(plan.where())) {
            try {
                tried(KernelShape.Mode.ROWS, relation, plan, Optional.of(condition));
                decided.add(condition);
            } catch (NoKernelException _) {
                // For the interpreter, as the rest of the plan.
            }
        }
        if (decided.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(tried(KernelShape.Mode.ROWS, relation, plan, Optional.of(new Expr.And(decided))));
        } catch (NoKernelException _) {
            return Optional.empty();
        }
    }
}
