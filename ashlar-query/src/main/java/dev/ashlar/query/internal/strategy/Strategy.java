// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Expr;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.internal.kernel.KernelBuilder;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.kernel.NotCompilableException;
import dev.ashlar.query.internal.pruning.ColumnRanges;
import dev.ashlar.query.internal.pruning.RowSelection;
import dev.ashlar.query.internal.pruning.ZonePruner;
import dev.ashlar.query.internal.relation.TableRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What of a plan is done by kernels.
///
/// @param kernels   that do all, or choose rows; empty if the interpreter does all
/// @param all       whether kernels do all
/// @param reason    why kernels do not do all; empty if they do
/// @param wanted    rows that the condition may be true for; empty if the interpreter looks at all
public record Strategy(Optional<Kernels> kernels, boolean all, String reason, Optional<RowSelection> wanted) {
    public static Strategy of(Plan plan, QueryOptions options) {
        if (options.engine() == QueryOptions.Engine.INTERPRETER) {
            return interpreter("as asked for");
        }
        if (!(plan.source() instanceof TableRelation relation)) {
            return interpreter("no table");
        }
        RowSelection wanted = RowSelection.of(relation, plan.where());
        String reason;
        try {
            KernelShape.Mode mode = plan.grouped() ? KernelShape.Mode.GROUPS : KernelShape.Mode.OUTPUTS;
            return new Strategy(Optional.of(tried(mode, relation, plan, wanted.ranges())), true, "",
                    Optional.of(wanted));
        } catch (NotCompilableException e) {
            reason = e.getMessage();
        }
        return choosing(plan, relation, wanted, reason);
    }

    private static Strategy interpreter(String reason) {
        return new Strategy(Optional.empty(), false, reason, Optional.empty());
    }

    /// Kernels of which one was made, with all columns, to see whether it can be.
    private static Kernels tried(KernelShape.Mode mode, TableRelation relation, Plan plan, ColumnRanges ranges) {
        return relation.kernels().get(mode, plan, ranges, () -> {
            Kernels kernels = new Kernels(KernelBuilder.shape(mode, relation, plan, ranges));
            kernels.ofNewest();
            return kernels;
        });
    }

    /// Kernels that choose rows by those conditions that they can decide, if there are any.
    private static Strategy choosing(Plan plan, TableRelation relation, RowSelection wanted, String reason) {
        List<Expr> decided = new ArrayList<>();
        for (Expr condition : ZonePruner.conjuncts(plan.where())) {
            try {
                tried(KernelShape.Mode.ROWS, relation, plan, new ColumnRanges(relation, Optional.of(condition)));
                decided.add(condition);
            } catch (NotCompilableException _) {
                // For the interpreter, as the rest of the plan.
            }
        }
        if (!decided.isEmpty()) {
            ColumnRanges ranges = new ColumnRanges(relation, Optional.of(new Expr.And(decided)));
            try {
                return new Strategy(Optional.of(tried(KernelShape.Mode.ROWS, relation, plan, ranges)), false, reason,
                        Optional.of(new RowSelection(wanted.zones(), ranges)));
            } catch (NotCompilableException _) {
                // Too long for the JIT; each condition alone was not.
            }
        }
        return new Strategy(Optional.empty(), false, reason, Optional.of(wanted));
    }
}
