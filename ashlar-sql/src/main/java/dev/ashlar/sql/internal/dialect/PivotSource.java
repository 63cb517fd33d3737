// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import java.util.List;

/// Supplies what PIVOT and UNPIVOT must know about their source before they can be rewritten.
public interface PivotSource {
    /// A value that becomes a column.
    ///
    /// @param literal as SQL writes it
    record Value(String literal, String name) { }

    /// Names of the columns of a query.
    List<String> columns(String query);

    /// The values of a query's only column, in its order.
    ///
    /// @param most of them that are read
    List<Value> values(String query, int most);
}
