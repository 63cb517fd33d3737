// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.internal.session.StoreSession;
import dev.ashlar.store.Store;
import java.util.List;

/// Runs SQL over one store.
///
/// ```java
/// SqlSession session = SqlSession.of(store);
/// try (SqlResult result = session.run("select side, sum(quantity) from Trade group by side",
///         QueryOptions.defaults())) {
///     while (result.next()) {
///         System.out.println(result.text(0) + " " + result.text(1));
///     }
/// }
/// ```
///
/// Each query sees the tables that the store has when the query starts.
///
/// **Threading**: any thread. **Ownership**: borrows the store, which must outlive it and its results. **Failure**:
/// a query that fails throws a [SqlException]; the session stays usable.
public interface SqlSession {
    static SqlSession of(Store store) {
        return new StoreSession(store);
    }

    /// Starts a query. Checking and planning it count towards its time limit.
    ///
    /// @throws SqlException from this method or from the result, if the query fails
    SqlResult run(String sql, QueryOptions options);

    /// Checks a query, whose parameters are written `?`, without a time limit.
    ///
    /// @throws SqlException if the query is invalid
    default SqlStatement prepare(String sql) {
        return prepare(sql, QueryOptions.defaults());
    }

    /// Checks a query, whose parameters are written `?`.
    ///
    /// @param options with the limits of the check
    /// @throws SqlException if the query is invalid
    SqlStatement prepare(String sql, QueryOptions options);

    /// The tables of the store.
    List<SqlTable> tables();
}
