// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A session over a store that each test has for itself.
abstract class OwnSession {
    @TempDir
    Path temp;
    Store store;
    SqlSession session;

    /// Makes the store.
    abstract void fill(Path folder) throws Exception;

    @BeforeEach
    void openSession() throws Exception {
        fill(temp.resolve("s"));
        store = Store.open(temp.resolve("s"));
        session = SqlSession.of(store);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    List<String> ask(String sql) {
        return SqlRows.rows(session, sql);
    }

    SqlException failure(String sql) {
        return failure(sql, QueryOptions.defaults());
    }

    SqlException failure(String sql, QueryOptions options) {
        return assertThrows(SqlException.class, () -> SqlRows.rows(session, sql, options), sql);
    }
}
