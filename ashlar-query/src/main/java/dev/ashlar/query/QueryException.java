// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// A question that cannot be answered, and why. The store and its relations can be asked further questions.
public final class QueryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// What is wrong.
    public enum Reason {
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

    /// @param found what was found, the bound it breaks, and where
    public QueryException(Reason reason, String found) {
        super(found);
        this.reason = reason;
    }

    /// @param found what was found, the bound it breaks, and where
    public QueryException(Reason reason, String found, Throwable cause) {
        super(found, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
