// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.NotCompilableException;
import java.util.Optional;

/// Lets tests of other packages have kernels look at some rows alone, as they do at those that an index leads to.
public final class IndexedKernels {
    private IndexedKernels() {
    }

    /// @param rows numbers of the rows, in order
    /// @return the answer; empty if it is not for kernels
    public static Optional<Result> run(Plan plan, QueryOptions options, long[] rows) {
        if (!(ScanSelection.of(plan, options) instanceof KernelStrategy strategy)) {
            return Optional.empty();
        }
        try {
            return Optional.of(strategy.run(rows, new QueryBudget(options)));
        } catch (KernelBailoutException | NotCompilableException _) {
            return Optional.empty();
        }
    }
}
