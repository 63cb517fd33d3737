// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.QueryOptions;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/// The rows of an operator, computed over columns if possible, otherwise by operators over objects.
public final class EitherRows {
    /// Computes rows over columns.
    @FunctionalInterface
    public interface Source {
        /// @return the rows; empty if operators over objects must compute them
        @SuppressWarnings("exports")
        Optional<Enumerator<Object[]>> open(QueryOptions options, RowBudget budget);
    }

    private final Source columns;

    public EitherRows(Source columns) {
        this.columns = columns;
    }

    /// Called by generated code.
    ///
    /// @param rows the same, from operators over objects
    @SuppressWarnings("exports")
    public Enumerable<Object[]> or(Enumerable<Object[]> rows, DataContext context) {
        return OpenedRows.by(() -> {
            QueryOptions options = (QueryOptions) context.get(ScanRows.OPTIONS);
            RowBudget budget = (RowBudget) context.get(RowBudget.NAME);
            Optional<Enumerator<Object[]>> found = options.engine() == QueryOptions.Engine.INTERPRETER
                    ? Optional.empty() : columns.open(options, budget);
            return found.orElseGet(rows::enumerator);
        });
    }
}
