// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// Thrown when a query fails, with the reason. The store and its relations stay usable.
public final class QueryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// Why the query failed.
    public enum Reason {
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

    /// @param found what was found, the limit it breaks, and where
    public QueryException(Reason reason, String found) {
        super(found);
        this.reason = reason;
    }

    /// @param found what was found, the limit it breaks, and where
    public QueryException(Reason reason, String found, Throwable cause) {
        super(found, cause);
        this.reason = reason;
    }

    /// The exception for a query that was cancelled.
    static QueryException cancelled() {
        return new QueryException(Reason.CANCELLED, "query was cancelled");
    }

    public Reason reason() {
        return reason;
    }
}
