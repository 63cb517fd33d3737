// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AshlarConnectionTest {
    /// A result that cannot be closed.
    private record Broken() implements SqlResult {
        @Override
        public List<SqlColumn> columns() {
            return List.of();
        }

        @Override
        public boolean next() {
            return false;
        }

        @Override
        public Object get(int column) {
            throw new IllegalStateException();
        }

        @Override
        public void close() {
            throw new IllegalStateException("broken");
        }
    }

    /// Otherwise a pool would hold the files of the store for ever.
    @Test
    void shouldCloseTheStoreWhateverFailsBefore(@TempDir Path temp) throws Exception {
        StoreWriter store = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults());
        AshlarConnection connection = new AshlarConnection(SqlSession.of(store), List.of(new OpenSource.Named("main",
                new OpenSource.OfStore(store))), QueryOptions.defaults(), "jdbc:ashlar:s");
        try (AshlarStatement other = (AshlarStatement) connection.createStatement()) {
            other.run(_ -> new Broken());
            ((AshlarStatement) connection.createStatement()).run(_ -> new Broken());
            assertEquals("broken", assertThrows(SQLException.class, connection::close).getMessage());
            assertTrue(other.isClosed() && connection.isClosed());
        }
        // Nobody has it open any more.
        StoreWriter.open(temp.resolve("s"), StoreOptions.defaults()).close();
        connection.close();
    }
}
