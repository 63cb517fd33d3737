// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.columnar;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.runtime.RowBudget;

/// One run of a query, with its limits.
final class Run {
    /// Rows of a block: few enough for what is computed of them to stay in a cache.
    static final int ROWS = 1 << 10;

    private final QueryOptions options;
    private final RowBudget budget;
    private long keptBytes;

    Run(QueryOptions options, RowBudget budget) {
        this.options = options;
        this.budget = budget;
    }

    QueryOptions options() {
        return options;
    }

    /// A block, or less, was processed. Once in many calls the clock is looked at.
    void tick() {
        budget.row(0);
    }

    /// Counts memory before it is allocated.
    void keep(long bytes) {
        keptBytes += bytes;
        budget.row(bytes);
    }

    /// The same of columns of words, one for each row.
    void keep(long rows, int columns) {
        keep(rows * columns * Long.BYTES);
    }

    /// Gives back what was counted.
    void release() {
        budget.row(-keptBytes);
        keptBytes = 0;
    }
}
