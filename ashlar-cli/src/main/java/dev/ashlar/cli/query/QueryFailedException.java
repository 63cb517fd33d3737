// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

/// A query that cannot be answered; the message is the one line that the user sees. `Main` knows only this exception,
/// because commands that do not need the SQL module run without it.
public final class QueryFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String marked;
    private final boolean corrupt;

    /// @param marked  where it is in the statement, for a terminal; may be empty
    /// @param corrupt whether rows of the store are damaged or missing
    QueryFailedException(String message, String marked, boolean corrupt, Throwable cause) {
        super(message, cause);
        this.marked = marked;
        this.corrupt = corrupt;
    }

    public String marked() {
        return marked;
    }

    public boolean isCorrupt() {
        return corrupt;
    }
}
