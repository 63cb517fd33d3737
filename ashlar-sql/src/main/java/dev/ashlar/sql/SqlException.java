// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryException;

/// Thrown when a query fails; the message is one line. The session stays usable.
public final class SqlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// Why the query failed.
    public enum Reason {
        /// The text is not SQL.
        SYNTAX,
        /// A table, column or function does not exist, or types do not match.
        INVALID,
        /// The caller cancelled the query.
        CANCELLED,
        /// The query exceeded its time limit.
        DEADLINE,
        /// The query would exceed its memory limit.
        MEMORY,
        /// A number is out of range for its type.
        OVERFLOW,
        /// A number was divided by zero.
        DIVISION_BY_ZERO,
        /// Rows are damaged or missing.
        CORRUPT,
        /// The query uses something that is not supported.
        UNSUPPORTED
    }

    private final Reason reason;
    private final int line;
    private final int column;

    /// @param line   line in the SQL text, from 1; 0 if unknown
    /// @param column column in the line, from 1; 0 if unknown
    public SqlException(Reason reason, String message, int line, int column, Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.line = line;
        this.column = column;
    }

    public SqlException(Reason reason, String message, Throwable cause) {
        this(reason, message, 0, 0, cause);
    }

    /// Converts a [QueryException] into a [SqlException].
    public static SqlException of(QueryException e) {
        Reason reason = switch (e.reason()) {
            case CANCELLED -> Reason.CANCELLED;
            case DEADLINE -> Reason.DEADLINE;
            case MEMORY -> Reason.MEMORY;
            case OVERFLOW -> Reason.OVERFLOW;
            case DIVISION_BY_ZERO -> Reason.DIVISION_BY_ZERO;
            case CORRUPT -> Reason.CORRUPT;
            case UNSUPPORTED -> Reason.UNSUPPORTED;
        };
        return new SqlException(reason, e.getMessage(), e);
    }

    public Reason reason() {
        return reason;
    }

    /// Line in the SQL text, from 1; 0 if unknown.
    public int line() {
        return line;
    }

    /// Column in the line, from 1; 0 if unknown.
    public int column() {
        return column;
    }
}
