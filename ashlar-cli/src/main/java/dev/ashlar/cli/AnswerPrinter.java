// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import java.io.PrintWriter;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.List;

/// Prints answers row by row as they come, however many there are.
final class AnswerPrinter {
    /// Rows that a table is laid out by; those after them make columns wider where they must.
    private static final int PAGE_ROWS = 1_000;
    /// NULL in a table; empty in CSV, `null` in JSON.
    private static final String NULL = "NULL";

    private final PrintWriter out;
    private final AnswerFormat format;

    AnswerPrinter(PrintWriter out, AnswerFormat format) {
        this.out = out;
        this.format = format;
    }

    /// @return how many rows there were
    long print(SqlResult result) {
        return switch (format) {
            case TABLE -> table(result);
            case CSV -> csv(result);
            case JSON -> json(result);
        };
    }

    private long table(SqlResult result) {
        List<SqlColumn> columns = result.columns();
        int[] widths = new int[columns.size()];
        for (SqlColumn column : columns) {
            widths[column.index()] = width(column.name());
        }
        List<String[]> page = new ArrayList<>();
        long rows = 0;
        boolean more = true;
        while (more) {
            more = result.next();
            if (more) {
                String[] row = row(result);
                for (int i = 0; i < row.length; i++) {
                    widths[i] = Math.max(widths[i], width(row[i]));
                }
                page.add(row);
                rows++;
            }
            if (!more || page.size() == PAGE_ROWS) {
                if (rows == page.size()) {
                    head(columns, widths);
                }
                page.forEach(row -> line(row, columns, widths));
                page.clear();
                checkOutput();
            }
        }
        return rows;
    }

    private static String[] row(SqlResult result) {
        String[] row = new String[result.columns().size()];
        for (int i = 0; i < row.length; i++) {
            String text = result.text(i);
            row[i] = text == null ? NULL : visible(text);
        }
        return row;
    }

    /// Control characters would break lines, or do things to a terminal.
    private static String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Character.isISOControl(c)) {
                visible.append(String.format("\\u%04x", c));
            } else {
                visible.appendCodePoint(c);
            }
        });
        return visible.toString();
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private void head(List<SqlColumn> columns, int[] widths) {
        line(columns.stream().map(SqlColumn::name).toArray(String[]::new), columns, widths);
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            rule.append(i == 0 ? "" : "  ").append("-".repeat(widths[i]));
        }
        out.println(rule);
    }

    private void line(String[] cells, List<SqlColumn> columns, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            String padding = " ".repeat(Math.max(0, widths[i] - width(cells[i])));
            line.append(i == 0 ? "" : "  ").append(columns.get(i).isNumber() ? padding + cells[i] : cells[i] + padding);
        }
        out.println(line.toString().stripTrailing());
    }

    private long csv(SqlResult result) {
        StringBuilder line = new StringBuilder();
        for (SqlColumn column : result.columns()) {
            line.append(column.index() == 0 ? "" : ",").append(quoted(column.name()));
        }
        out.println(line);
        long rows = 0;
        for (; result.next(); rows++) {
            line.setLength(0);
            for (int i = 0; i < result.columns().size(); i++) {
                String text = result.text(i);
                // An empty text is quoted, so that it is not taken for NULL.
                line.append(i == 0 ? "" : ",").append(text == null ? "" : text.isEmpty() ? "\"\"" : quoted(text));
            }
            out.println(line);
            checkOutput(rows);
        }
        return rows;
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private long json(SqlResult result) {
        StringBuilder line = new StringBuilder();
        long rows = 0;
        for (; result.next(); rows++) {
            line.setLength(0);
            for (SqlColumn column : result.columns()) {
                line.append(column.index() == 0 ? '{' : ',');
                string(line, column.name());
                line.append(':');
                value(line, result, column);
            }
            out.println(line.append('}'));
            checkOutput(rows);
        }
        return rows;
    }

    private static void value(StringBuilder line, SqlResult result, SqlColumn column) {
        String text = result.text(column.index());
        boolean bare = text == null || column.type() == JDBCType.BOOLEAN || column.isNumber()
                && !text.endsWith("N") && !text.endsWith("y");
        if (bare) {
            line.append(text);
        } else {
            string(line, text);
        }
    }

    private static void string(StringBuilder line, String text) {
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

    private void checkOutput(long rows) {
        if (rows % PAGE_ROWS == PAGE_ROWS - 1) {
            checkOutput();
        }
    }

    /// Ends what nobody reads any more.
    private void checkOutput() {
        if (out.checkError()) {
            throw new OutputEndedException();
        }
    }

    /// The output takes no more; why is known to who opened it.
    static final class OutputEndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutputEndedException() {
            super("output takes no more", null, false, false);
        }
    }
}
