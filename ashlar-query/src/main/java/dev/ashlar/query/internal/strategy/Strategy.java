// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.ReadFailures;

/// One way to run one query, chosen before the first row is read.
///
/// | kind                  | which rows are read            | what evaluates expressions          |
/// |-----------------------|--------------------------------|-------------------------------------|
/// | [IndexStrategy]       | those that an index leads to   | kernels, or the interpreter if few  |
/// | [KernelStrategy]      | those that pruning leaves      | kernels                             |
/// | [FilterStrategy]      | those that pruning leaves      | kernels a filter, the interpreter the rest |
/// | [PrunedStrategy]      | those that pruning leaves      | the interpreter                     |
/// | [InterpreterStrategy] | all                            | the interpreter                     |
///
/// **Threading**: one thread. **Ownership**: an [IndexStrategy] holds rows of the store until it runs or is closed.
public sealed interface Strategy permits IndexStrategy, ScanStrategy {
    /// Chooses.
    ///
    /// @param budget of the query; an index counts the rows that it finds
    static Strategy of(Plan plan, QueryOptions options, QueryBudget budget) {
        return IndexSelection.of(plan, options, budget).map(IndexSelection::choose)
                .orElseGet(() -> ScanSelection.of(plan, options));
    }

    /// Runs the query, once.
    ///
    /// @param budget the one that the strategy was chosen with
    /// @return open; the caller closes it
    /// @throws dev.ashlar.query.QueryException as [Plan#run] says
    /// @throws dev.ashlar.store.CorruptChunkException if rows are damaged; see [ReadFailures]
    Result run(QueryBudget budget);
}
