// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.problem;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/// A position in a statement, which prefixes error messages.
///
/// @param line   from 1; 0 if unknown
/// @param column from 1; 0 if unknown
public record Place(int line, int column) {
    /// Where a part begins.
    public static Place of(SqlNode node) {
        return of(node.getParserPosition());
    }

    /// @param at null if unknown
    public static Place of(SqlParserPos at) {
        return at == null ? new Place(0, 0) : new Place(at.getLineNum(), at.getColumnNum());
    }

    /// Of the character with an index.
    public static Place of(String sql, int index) {
        return new Place(1 + (int) sql.substring(0, index).chars().filter(c -> c == '\n').count(),
                index - sql.lastIndexOf('\n', index - 1));
    }

    /// Index in a text; -1 if it is not there.
    int index(String sql) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            start = sql.indexOf('\n', start) + 1;
            if (start == 0) {
                return -1;
            }
        }
        return start + column - 1;
    }

    /// A failure here.
    public SqlException wrong(Reason reason, String message) {
        return wrong(reason, message, null);
    }

    /// @param cause may be null
    public SqlException wrong(Reason reason, String message, Throwable cause) {
        String at = line > 0 ? "line " + line + ", column " + column + ": " : "";
        return new SqlException(reason, at + message, line, column, cause);
    }
}
