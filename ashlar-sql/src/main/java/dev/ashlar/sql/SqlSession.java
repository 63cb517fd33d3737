// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.internal.session.StoreSession;
import dev.ashlar.store.Store;
import java.util.List;

/// Answers SQL over one store.
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
/// Each question sees the tables that the store has when it is asked.
///
/// **Threading**: any thread. **Ownership**: borrows the store, which must outlive it and its results. **Failure**:
/// what is wrong with a question is a [SqlException]; the session goes on.
public interface SqlSession {
    static SqlSession of(Store store) {
        return new StoreSession(store);
    }

    /// Begins to answer. The time to check and plan the question counts.
    ///
    /// @throws SqlException here or by the result, where it cannot be answered
    SqlResult run(String sql, QueryOptions options);

    /// Checks a question that may have parameters, written `?`, without a limit of time.
    ///
    /// @throws SqlException if it cannot be asked
    default SqlStatement prepare(String sql) {
        return prepare(sql, QueryOptions.defaults());
    }

    /// Checks a question that may have parameters, written `?`.
    ///
    /// @param options whose limits hold for the check
    /// @throws SqlException if it cannot be asked
    SqlStatement prepare(String sql, QueryOptions options);

    /// What can be asked.
    List<SqlTable> tables();
}
