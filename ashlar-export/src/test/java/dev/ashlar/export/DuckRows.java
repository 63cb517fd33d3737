// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.Collectors;

/// What DuckDB reads in a Parquet file.
final class DuckRows {
    /// Compares all rows with an answer.
    static void assertSame(SqlResult expected, Path file, String message) throws SQLException {
        List<String> names = SqlExporter.distinctNames(expected.columns());
        String shown = expected.columns().stream().map(column -> shown(column, names.get(column.index())))
                .collect(Collectors.joining(", "));
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:"); ResultSet actual = duck.createStatement()
                .executeQuery("select " + shown + " from '" + file + "'")) {
            long rows = 0;
            for (; expected.next(); rows++) {
                assertTrue(actual.next(), message + ", row=" + rows);
                for (SqlColumn column : expected.columns()) {
                    String value = text(expected.get(column.index()));
                    String found = text(actual.getObject(column.index() + 1));
                    if (!value.equals(found)) {
                        assertEquals(value, found, message + ", row=" + rows + ", column=" + column);
                    }
                }
            }
            assertTrue(!actual.next(), message);
        }
    }

    /// A number that DuckDB has for a file.
    static long number(String sql) throws SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                ResultSet found = duck.createStatement().executeQuery(sql)) {
            assertTrue(found.next());
            return found.getLong(1);
        }
    }

    private static String shown(SqlColumn column, String name) {
        String quoted = '"' + name.replace("\"", "\"\"") + '"';
        return column.type() == JDBCType.TIMESTAMP ? "epoch_ns(" + quoted + ")"
                : column.type() == JDBCType.TIME ? "epoch_ns(" + quoted + ")"
                : column.type() == JDBCType.DATE ? "datediff('day', date '1970-01-01', " + quoted + ")" : quoted;
    }

    private static String text(Object value) {
        return switch (value) {
            case null -> "NULL";
            case Float number -> Double.toString(number);
            case BigDecimal number -> number.toPlainString();
            case LocalDate date -> Long.toString(date.toEpochDay());
            case LocalTime time -> Long.toString(time.toNanoOfDay());
            default -> value.toString();
        };
    }
}
