// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Plan;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.relation.ScannableRelation;

/// The interpreter evaluates the plan on all rows of any relation.
///
/// @param reason why no faster strategy applies, as readable text
public record InterpreterStrategy(Plan plan, String reason) implements ScanStrategy {
    /// @throws IllegalArgumentException if the relation is not one of this module
    @Override
    public Result run(QueryBudget budget) {
        if (!(plan.source() instanceof ScannableRelation source)) {
            throw new IllegalArgumentException("unsupported kind of relation: class="
                    + plan.source().getClass().getName() + " (" + plan.source().name() + ")");
        }
        return new Interpreter(plan, budget).run(source.open(budget.moment()));
    }
}
