// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// Files that DuckDB writes, and what it says of their rows.
final class DuckFile implements AutoCloseable {
    private final Connection connection;

    DuckFile() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        execute("set threads = 1");
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// Writes a query as Parquet.
    void write(String query, Path file, String options) throws SQLException {
        execute("copy (" + query + ") to '" + file + "' (format parquet" + (options.isEmpty() ? "" : ", " + options)
                + ")");
    }

    /// Rows, with whole numbers as [Long], other values as JDBC gives them.
    List<List<Object>> rows(String query) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement(); ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    Object value = result.getObject(i);
                    row.add(value instanceof Byte || value instanceof Short || value instanceof Integer
                            ? (Object) ((Number) value).longValue() : value);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
