// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryOptions;
import java.util.List;

/// A question that was checked, to be asked once or often.
///
/// **Threading**: one thread at a time.
public interface SqlStatement {
    /// What is expected for each `?`, in their order; VARCHAR where the statement does not say. Values of other types
    /// are taken all the same.
    List<SqlColumn> parameters();

    /// Columns of the answer; those that are computed of parameters may have other types when the values are known.
    List<SqlColumn> columns();

    /// Begins to answer. A value means what the same value means where it is written in the statement.
    ///
    /// @param values of the parameters: numbers of `java.lang` and `java.math`, texts, booleans, and of `java.time`
    ///               instants, and dates and times of UTC; nanoseconds since 1970 where a timestamp is expected; null
    ///               for NULL
    /// @throws SqlException here or by the result, where it cannot be answered
    SqlResult run(List<?> values, QueryOptions options);
}
