// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.QueryException;

/// SQL that cannot be answered, and why, in one line. The session goes on.
public final class SqlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// What is wrong.
    public enum Reason {
        /// The text is not SQL.
        SYNTAX,
        /// A table, column or function is not there, or types do not fit.
        INVALID,
        /// The caller called it off.
        CANCELLED,
        /// It took longer than it was given.
        DEADLINE,
        /// It would take more memory than it was given.
        MEMORY,
        /// A number is beyond what its type can hold.
        OVERFLOW,
        /// A number was divided by zero.
        DIVISION_BY_ZERO,
        /// Rows are damaged or missing.
        CORRUPT,
        /// The question has something that cannot be asked.
        UNSUPPORTED
    }

    private final Reason reason;
    private final int line;
    private final int column;

    /// @param line   from 1; 0 if not known
    /// @param column from 1; 0 if not known
    public SqlException(Reason reason, String message, int line, int column, Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.line = line;
        this.column = column;
    }

    public SqlException(Reason reason, String message, Throwable cause) {
        this(reason, message, 0, 0, cause);
    }

    /// The same as an exception of SQL.
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

    /// Where in the text, from 1; 0 if not known.
    public int line() {
        return line;
    }

    /// Where in the line, from 1; 0 if not known.
    public int column() {
        return column;
    }
}
