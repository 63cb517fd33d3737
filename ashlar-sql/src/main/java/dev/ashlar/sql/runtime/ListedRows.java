// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;

/// Rows in memory, as arrays of values.
///
/// @param rows supplies the rows each time they are read from the beginning
public record ListedRows(Supplier<List<Object[]>> rows) {
    /// Called by generated code.
    @SuppressWarnings("exports")
    public Enumerable<Object[]> open(DataContext context) {
        return OpenedRows.by(() -> Linq4j.enumerator(rows.get()));
    }
}
