// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryOptions;
import java.util.List;

/// A question that was checked, to be asked once or often.
///
/// **Threading**: one thread at a time.
public interface SqlStatement {
    /// What stands for each `?`, in their order.
    List<SqlColumn> parameters();

    /// Columns of the answer.
    List<SqlColumn> columns();

    /// Begins to answer.
    ///
    /// @param values of the parameters, as [SqlResult] describes them; null for NULL
    /// @throws SqlException here or by the result, where it cannot be answered
    SqlResult run(List<?> values, QueryOptions options);
}
