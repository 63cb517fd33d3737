// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.util.concurrent.Callable;

/// Converts failures to JDBC exceptions with an SQLSTATE.
final class JdbcExceptions {
    /// Returns the result of a call; converts its exceptions to JDBC exceptions.
    static <T> T translate(Callable<T> call) throws SQLException {
        try {
            return call.call();
        } catch (Throwable e) {
            throw of(e);
        }
    }

    /// The exception for a JDBC method that a store cannot support.
    static SQLException unsupported(Class<?> type, String method) {
        return new SQLFeatureNotSupportedException("not supported by a read-only store: " + type.getSimpleName()
                + "." + method, "0A000");
    }

    static SQLException negative(String name, long value) {
        return new SQLException("negative: " + name + "=" + value, "HY024");
    }

    static SQLException noColumn(int column, int columns) {
        return new SQLException("no such column: column=" + column + ", columns=" + columns, "07009");
    }

    static SQLException of(Throwable problem) {
        return switch (problem) {
            case SQLException e -> e;
            case SqlException e -> switch (e.reason()) {
                case SYNTAX, INVALID -> new SQLException(e.getMessage(), "42000", e);
                case CANCELLED -> new SQLException(e.getMessage(), "57014", e);
                case DEADLINE -> new SQLTimeoutException(e.getMessage(), "57014", e);
                case MEMORY -> new SQLException(e.getMessage(), "53200", e);
                case OVERFLOW -> new SQLException(e.getMessage(), "22003", e);
                case DIVISION_BY_ZERO -> new SQLException(e.getMessage(), "22012", e);
                case CORRUPT -> new SQLException(e.getMessage(), "58030", e);
                case UNSUPPORTED -> new SQLFeatureNotSupportedException(e.getMessage(), "0A000", e);
            };
            case UnsupportedOperationException e -> new SQLFeatureNotSupportedException(e.getMessage(), "0A000", e);
            default -> new SQLException(problem.getMessage() == null ? problem.toString() : problem.getMessage(),
                    "HY000", problem);
        };
    }
}
