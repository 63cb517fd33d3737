// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Plan;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.relation.ScannableRelation;

/// The interpreter evaluates the plan on all rows of any relation.
///
/// @param reason why nothing faster does, for people
public record InterpreterStrategy(Plan plan, String reason) implements ScanStrategy {
    /// @throws IllegalArgumentException if the relation is not one of this module
    @Override
    public Result run(QueryBudget budget) {
        if (!(plan.source() instanceof ScannableRelation source)) {
            throw new IllegalArgumentException("relation of another kind: class=" + plan.source().getClass().getName()
                    + " (" + plan.source().name() + ")");
        }
        return new Interpreter(plan, budget).run(source.open(budget.moment()));
    }
}
