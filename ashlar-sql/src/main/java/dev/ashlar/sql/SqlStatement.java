// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryOptions;
import java.util.List;

/// A checked query that can be run any number of times.
///
/// **Threading**: one thread at a time.
public interface SqlStatement {
    /// The expected type of each `?`, in order; VARCHAR where the statement does not determine it. Values of other
    /// types are also accepted.
    List<SqlColumn> parameters();

    /// Columns of the result; columns computed from parameters may get other types once values are known.
    List<SqlColumn> columns();

    /// Starts the query. A value has the same meaning as if it were written in the statement.
    ///
    /// @param values values of the parameters, in order: numbers of `java.lang` and `java.math`, strings, booleans, and
    ///     the instants, dates and times of `java.time`, the latter two in UTC; for a timestamp also nanoseconds since
    ///     1970; null for NULL
    /// @throws SqlException from this method or from the result, if the query fails
    SqlResult run(List<?> values, QueryOptions options);
}
