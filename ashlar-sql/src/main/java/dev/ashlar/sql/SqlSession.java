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
/// Other stores are added under a name, which qualifies their tables:
///
/// ```java
/// SqlSession session = SqlSession.of(today).with("yesterday", yesterday);
/// SqlResult highest = session.run("select max(t.price), max(y.price) from Trade t "
///         + "join yesterday.Trade y on y.symbol = t.symbol", options);
/// ```
///
/// Unqualified tables belong to the first store, which is also called `main`. Each query sees the tables that the
/// stores have when the query starts.
///
/// An archive can be used in place of any store. Its tables have a column `_date` of type `DATE`; a query opens only
/// those days that its conditions on `_date`, `_time` and `_row` do not exclude:
///
/// ```java
/// SqlSession session = SqlSession.of(archive);
/// SqlResult days = session.run("select _date, count(*) from Trade where _date >= date '2026-01-05' group by _date",
///         QueryOptions.defaults());
/// ```
///
/// **Threading**: any thread. **Ownership**: borrows its stores, which must outlive the session and its results.
/// **Failure**: a query that fails throws a [SqlException]; the session stays usable.
public interface SqlSession {
    static SqlSession of(Store store) {
        return new StoreSession(store);
    }

    static SqlSession of(Archive archive) {
        return new StoreSession(archive);
    }

    /// A session over the same stores and another store. This session is unchanged; both share compiled code.
    ///
    /// @param name name of the store in statements, ignoring case: 1 to 64 letters, digits and `_`, not starting with a
    ///     digit, and not a reserved word of SQL
    /// @throws IllegalArgumentException if the name is not valid, or a store of this session already has it
    SqlSession with(String name, Store store);

    /// A session over the same stores and an archive; see [#with(String, Store)].
    SqlSession with(String name, Archive archive);

    /// Names of the stores, `main` first.
    List<String> stores();

    /// Starts a query. The time for checking and planning counts towards its time limit.
    ///
    /// @throws SqlException from this method or from the result, if the query fails
    SqlResult run(String sql, QueryOptions options);

    /// Checks a query without a time limit. Its parameters are written as `?`.
    ///
    /// @throws SqlException if the query is invalid
    default SqlStatement prepare(String sql) {
        return prepare(sql, QueryOptions.defaults());
    }

    /// Checks a query. Its parameters are written as `?`.
    ///
    /// @param options limits of the check
    /// @throws SqlException if the query is invalid
    SqlStatement prepare(String sql, QueryOptions options);

    /// The tables of the first store.
    List<SqlTable> tables();

    /// The tables of a store.
    ///
    /// @param store name of the store, ignoring case
    /// @throws IllegalArgumentException if no store has this name
    List<SqlTable> tables(String store);
}
