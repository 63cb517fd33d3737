// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryOptions;
import java.util.List;

/// A checked query, which can be run any number of times.
///
/// **Threading**: one thread at a time.
public interface SqlStatement {
    /// The expected type of each `?`, in order; VARCHAR where the statement does not determine it. Values of other
    /// types are accepted, too.
    List<SqlColumn> parameters();

    /// Columns of the result; columns computed from parameters may get other types once values are known.
    List<SqlColumn> columns();

    /// Starts the query. A value means the same as if it were written in the statement.
    ///
    /// @param values of the parameters: numbers of `java.lang` and `java.math`, texts, booleans, and of `java.time`
    ///               instants, and dates and times of UTC; nanoseconds since 1970 where a timestamp is expected; null
    ///               for NULL
    /// @throws SqlException from this method or from the result, if the query fails
    SqlResult run(List<?> values, QueryOptions options);
}
