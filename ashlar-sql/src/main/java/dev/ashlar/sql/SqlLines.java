// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.sql.JDBCType;
import java.util.List;

/// Rows of an answer as lines for programs: CSV, or one JSON object each.
///
/// NULL is nothing in CSV, and an empty text is quoted, so that it is not taken for NULL; in JSON it is `null`. Whole
/// and exact numbers are numbers in JSON, all their digits told; texts, times and what is no number are strings.
///
/// **Threading**: any; lines are appended to a builder of the caller's, without a line end.
public final class SqlLines {
    private SqlLines() {
    }

    /// The names of the columns as CSV.
    public static void csvHead(List<SqlColumn> columns, StringBuilder line) {
        for (SqlColumn column : columns) {
            csv(column.index() == 0 ? "" : ",", column.name(), line);
        }
    }

    /// The row at hand as CSV.
    public static void csv(SqlResult result, StringBuilder line) {
        for (int i = 0; i < result.columns().size(); i++) {
            csv(i == 0 ? "" : ",", result.text(i), line);
        }
    }

    private static void csv(String separator, String text, StringBuilder line) {
        line.append(separator);
        if (text == null) {
            return;
        }
        if (isPlain(text)) {
            line.append(text);
        } else {
            line.append('"').append(text.replace("\"", "\"\"")).append('"');
        }
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /// The row at hand as a JSON object.
    public static void json(SqlResult result, StringBuilder line) {
        line.append('{');
        for (SqlColumn column : result.columns()) {
            if (column.index() > 0) {
                line.append(',');
            }
            quote(line, column.name());
            line.append(':');
            value(result, column, line);
        }
        line.append('}');
    }

    private static void value(SqlResult result, SqlColumn column, StringBuilder line) {
        String text = result.text(column.index());
        // NaN and infinities are no numbers of JSON.
        boolean bare = text == null || column.type() == JDBCType.BOOLEAN || column.isNumber()
                && !text.endsWith("N") && !text.endsWith("y");
        if (bare) {
            line.append(text);
        } else {
            quote(line, text);
        }
    }

    /// A text as JSON, with its quotes.
    public static void quote(StringBuilder line, String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f) {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }
}
