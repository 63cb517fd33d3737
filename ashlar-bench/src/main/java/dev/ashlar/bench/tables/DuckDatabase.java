// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.tables;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/// A database of DuckDB.
///
/// **Threading**: one thread. **Failure**: if DuckDB refuses a statement, an `IOException` with the statement is
/// thrown.
public final class DuckDatabase implements Tables {
    private static final String URL = "jdbc:duckdb:";

    private final Connection connection;

    private DuckDatabase(String url) throws IOException {
        try {
            connection = DriverManager.getConnection(url);
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot be opened: url=" + url, e);
        }
    }

    public static DuckDatabase inMemory() throws IOException {
        return new DuckDatabase(URL);
    }

    /// Opens a file, or creates it.
    public static DuckDatabase open(Path file) throws IOException {
        return new DuckDatabase(URL + file);
    }

    /// The same with a fixed number of threads.
    public static DuckDatabase open(Path file, int threads) throws IOException {
        DuckDatabase database = open(file);
        database.execute("SET threads = " + threads);
        return database;
    }

    public void execute(String sql) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot run: " + sql, e);
        }
    }

    /// Appends the values of one row.
    @FunctionalInterface
    public interface RowAppender {
        void append(DuckDBAppender to, long row) throws SQLException;
    }

    /// Appends rows, numbered from 0.
    public void fill(String table, long rows, RowAppender values) throws IOException {
        try (DuckDBAppender appender = connection.unwrap(DuckDBConnection.class).createAppender("main", table)) {
            for (long row = 0; row < rows; row++) {
                appender.beginRow();
                values.append(appender, row);
                appender.endRow();
            }
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot append: table=" + table, e);
        }
    }

    public void create(String table, List<Column> columns) throws IOException {
        execute("CREATE TABLE " + table + " (" + String.join(", ", columns.stream().map(Column::sql).toList()) + ")");
    }

    @Override
    public void fill(String table, List<Column> columns, long rows) throws IOException {
        fill(table, rows, (to, row) -> {
            for (Column column : columns) {
                column.value().append(to, row);
            }
        });
    }

    /// Reads an answer.
    @FunctionalInterface
    public interface Reader<A> {
        A read(ResultSet result) throws SQLException;
    }

    public <A> A query(String sql, Reader<A> reader) throws IOException {
        try (Statement statement = connection.createStatement(); ResultSet result = statement.executeQuery(sql)) {
            return reader.read(result);
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot answer: " + sql, e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("DuckDB cannot be closed", e);
        }
    }
}
