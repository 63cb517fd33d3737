// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.ReadFailures;
import dev.ashlar.store.CorruptChunkException;
import java.util.Optional;

/// Runs queries: selects a [Strategy], runs it, and reports failures of the store as failures of the query.
///
/// **Threading**: any thread.
public final class QueryRunner {
    private QueryRunner() {
    }

    /// @throws QueryException if it cannot begin; readers throw what comes later
    public static ColumnScan scanColumns(Plan plan, QueryOptions options) {
        QueryBudget budget = new QueryBudget(options);
        try {
            Optional<ColumnScan> kernels = ColumnSelection.of(plan, options, budget);
            MemoryFaults.settle();
            return kernels.orElseGet(() -> columnsOf(plan, run(plan, options)));
        } catch (CorruptChunkException e) {
            throw ReadFailures.corrupt(plan, e);
        } catch (InternalError e) {
            throw ReadFailures.fault(plan, e);
        }
    }

    /// The rows of a result as columns, for one reader.
    public static ColumnScan columnsOf(Plan plan, Result result) {
        return ColumnSelection.ofRows(plan, result);
    }

    /// @throws QueryException if the first rows cannot be had; later ones throw from the result
    public static Result run(Plan plan, QueryOptions options) {
        return run(plan, options, new QueryBudget(options));
    }

    /// The same within the budget of a query that this one is a part of.
    public static Result run(Plan plan, QueryOptions options, QueryBudget budget) {
        try {
            Result result = Strategy.of(plan, options, budget).run(budget);
            // What the interpreter has read was there.
            MemoryFaults.settle();
            return result;
        } catch (CorruptChunkException e) {
            throw ReadFailures.corrupt(plan, e);
        } catch (InternalError e) {
            throw ReadFailures.fault(plan, e);
        }
    }
}
