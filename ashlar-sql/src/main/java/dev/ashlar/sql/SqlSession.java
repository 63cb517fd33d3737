// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.internal.session.StoreSession;
import dev.ashlar.store.Store;
import java.util.List;

/// Runs SQL over a store or an archive, or over several.
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
/// Other stores are added by a name, which stands before their tables:
///
/// ```java
/// SqlSession session = SqlSession.of(today).with("yesterday", yesterday);
/// SqlResult highest = session.run("select max(t.price), max(y.price) from Trade t "
///         + "join yesterday.Trade y on y.symbol = t.symbol", options);
/// ```
///
/// Tables without the name of a store are those of the first one, which is also called `main`. Each query sees the
/// tables that the stores have when the query starts.
///
/// An archive takes the place of a store anywhere. Its tables have a column `_date`, a `DATE`; queries open only the
/// days that conditions on `_date`, `_time` and `_row` leave over:
///
/// ```java
/// SqlSession session = SqlSession.of(archive);
/// SqlResult days = session.run("select _date, count(*) from Trade where _date >= date '2026-01-05' group by _date",
///         QueryOptions.defaults());
/// ```
///
/// **Threading**: any thread. **Ownership**: borrows its stores, which must outlive it and its results. **Failure**:
/// a query that fails throws a [SqlException]; the session stays usable.
public interface SqlSession {
    static SqlSession of(Store store) {
        return new StoreSession(store);
    }

    static SqlSession of(Archive archive) {
        return new StoreSession(archive);
    }

    /// A session over the same stores and another one. This session stays as it is; the two share what they compiled.
    ///
    /// @param name in statements, in any case: letters, digits and `_`, at most 64, first no digit, no word of SQL
    /// @throws IllegalArgumentException if it is no such name, or one that a store of this session has
    SqlSession with(String name, Store store);

    /// The same with an archive.
    SqlSession with(String name, Archive archive);

    /// Names of its stores, `main` first.
    List<String> stores();

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

    /// The tables of the first store.
    List<SqlTable> tables();

    /// The tables of a store.
    ///
    /// @param store its name, in any case
    /// @throws IllegalArgumentException if there is none of this name
    List<SqlTable> tables(String store);
}
