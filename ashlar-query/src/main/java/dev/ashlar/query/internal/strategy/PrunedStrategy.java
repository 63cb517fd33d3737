// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Plan;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.pruning.RowSelection;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.scan.PrunedRows;
import dev.ashlar.query.internal.scan.ScanSnapshot;

/// The interpreter evaluates the plan on the rows of a table for which the condition may be true.
///
/// @param reason why kernels do not evaluate the plan, as readable text
public record PrunedStrategy(Plan plan, TableRelation relation, RowSelection selection, String reason)
        implements ScanStrategy {
    @Override
    public Result run(QueryBudget budget) {
        return new Interpreter(plan, budget).run(new ScanSnapshot(relation, 1, selection, budget).handTo(
                snapshot -> new PrunedRows(relation, snapshot)));
    }
}
