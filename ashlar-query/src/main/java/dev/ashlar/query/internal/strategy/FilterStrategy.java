// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Plan;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.pruning.RowSelection;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.scan.FilteredRows;
import dev.ashlar.query.internal.scan.ScanSnapshot;

/// Kernels choose rows by those conditions that they can evaluate; the interpreter evaluates the whole plan on these.
///
/// @param reason why kernels do not evaluate the whole plan, as readable text
public record FilterStrategy(Plan plan, TableRelation relation, Kernels kernels, RowSelection selection, String reason)
        implements ScanStrategy {
    @Override
    public Result run(QueryBudget budget) {
        return new Interpreter(plan, budget).run(snapshot(budget).handTo(
                snapshot -> new FilteredRows(kernels, snapshot, budget)));
    }

    /// The rows that kernels would read now, by one worker.
    ///
    /// @return open; the caller closes it
    ScanSnapshot snapshot(QueryBudget budget) {
        return new ScanSnapshot(relation, 1, selection, budget);
    }
}
