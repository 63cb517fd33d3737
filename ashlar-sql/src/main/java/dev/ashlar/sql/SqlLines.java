// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sbe.otf.JsonEscapes;
import dev.ashlar.sql.internal.type.DistinctNames;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Formats rows of a result as lines of CSV, or as one JSON object per row.
///
/// In CSV, NULL is an unquoted text, by default the empty one; a value that is equal to this text, or empty, is quoted.
/// In JSON, NULL is `null`; numbers keep all their digits; texts, times, NaN and infinities are strings.
///
/// If several columns have the same name, ignoring case, the later ones get a number in both formats: `n`, `n_2`.
///
/// **Threading**: any thread. Lines are appended to the caller's builder without a line end.
public final class SqlLines {
    private SqlLines() {
    }

    /// The names of the columns as CSV.
    public static void csvHead(List<SqlColumn> columns, StringBuilder line) {
        List<String> names = DistinctNames.of(columns.stream().map(SqlColumn::name).toList());
        for (int i = 0; i < names.size(); i++) {
            csv(names.get(i), isPlain(names.get(i)), line.append(i == 0 ? "" : ","));
        }
    }

    /// Writes the current row as CSV.
    ///
    /// @param nullText the text that represents NULL
    /// @throws IllegalArgumentException if `nullText` would need quotes
    public static BiConsumer<SqlResult, StringBuilder> csv(String nullText) {
        requireNullText(nullText);
        return (result, line) -> {
            for (int i = 0; i < result.columns().size(); i++) {
                line.append(i == 0 ? "" : ",");
                String text = result.text(i);
                if (text == null) {
                    line.append(nullText);
                } else {
                    csv(text, !text.equals(nullText) && isPlain(text), line);
                }
            }
        };
    }

    /// @throws IllegalArgumentException if the text for NULL would need quotes
    public static void requireNullText(String nullText) {
        if (!nullText.isEmpty() && !isPlain(nullText)) {
            throw new IllegalArgumentException("text for NULL has a comma, a quote or a line end: " + nullText);
        }
    }

    /// A value as text; null for NULL. A timestamp has the number of digits after the point that its column has.
    public static String text(Object value, SqlColumn column) {
        return SqlText.of(value, column);
    }

    private static void csv(String text, boolean plain, StringBuilder line) {
        if (plain) {
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

    /// Writes the current row as a JSON object.
    ///
    /// @param columns columns of the result
    public static BiConsumer<SqlResult, StringBuilder> json(List<SqlColumn> columns) {
        List<String> names = DistinctNames.of(columns.stream().map(SqlColumn::name).toList());
        List<String> keys = new ArrayList<>(names.size());
        for (String name : names) {
            StringBuilder key = new StringBuilder();
            JsonEscapes.CONTROLS.quote(key.append(keys.isEmpty() ? '{' : ','), name);
            keys.add(key.append(':').toString());
        }
        return (result, line) -> {
            for (int i = 0; i < keys.size(); i++) {
                value(result, columns.get(i), line.append(keys.get(i)));
            }
            line.append('}');
        };
    }

    private static void value(SqlResult result, SqlColumn column, StringBuilder line) {
        String text = result.text(column.index());
        // JSON has no NaN and no infinities.
        boolean bare = text == null || column.type() == JDBCType.BOOLEAN || column.isNumber()
                && !text.endsWith("N") && !text.endsWith("y");
        if (bare) {
            line.append(text);
        } else {
            JsonEscapes.CONTROLS.quote(line, text);
        }
    }
}
