// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Plan;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.index.IndexedRows;
import dev.ashlar.query.internal.interpreter.Interpreter;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.NotCompilableException;
import java.util.Optional;

/// The rows are already found by an index or by row number; kernels or the interpreter read them.
///
/// **Ownership**: owns the rows. [#run] hands them to the result or closes them; a strategy that is not run must be
/// closed.
///
/// @param reader kernels that read them; empty if the interpreter does
record IndexStrategy(Plan plan, IndexedRows rows, Optional<KernelStrategy> reader) implements Strategy, AutoCloseable {
    @Override
    public Result run(QueryBudget budget) {
        if (reader.isEmpty()) {
            return new Interpreter(plan, budget).run(rows);
        }
        Result result;
        try {
            result = reader.get().run(rows.numbers(), budget);
        } catch (KernelBailoutException | NotCompilableException _) {
            // The rows stay open for it.
            budget.reset();
            return new Interpreter(plan, budget).run(rows);
        } catch (Throwable e) {
            rows.close();
            throw e;
        }
        rows.close();
        return result;
    }

    @Override
    public void close() {
        rows.close();
    }
}
