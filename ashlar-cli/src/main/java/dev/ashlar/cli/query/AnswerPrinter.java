// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.output.OutputEndedException;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlLines;
import dev.ashlar.sql.SqlResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Prints answers row by row as they come, however many there are.
final class AnswerPrinter {
    /// Rows that a table is laid out by; those after them make columns wider where they must.
    private static final int PAGE_ROWS = 1_000;
    /// Likewise, of rows with long texts: a page is kept in memory.
    private static final int PAGE_CHARACTERS = 1 << 22;
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
        long characters = 0;
        long rows = 0;
        boolean more = true;
        while (more) {
            more = result.next();
            if (more) {
                String[] row = row(result);
                for (int i = 0; i < row.length; i++) {
                    widths[i] = Math.max(widths[i], width(row[i]));
                    characters += row[i].length();
                }
                page.add(row);
                rows++;
            }
            if (!more || page.size() == PAGE_ROWS || characters > PAGE_CHARACTERS) {
                if (rows == page.size()) {
                    head(columns, widths);
                }
                page.forEach(row -> line(row, columns, widths));
                page.clear();
                characters = 0;
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
        SqlLines.csvHead(result.columns(), line);
        out.println(line);
        return lines(result, SqlLines::csv);
    }

    private long json(SqlResult result) {
        return lines(result, SqlLines::json);
    }

    private long lines(SqlResult result, BiConsumer<SqlResult, StringBuilder> form) {
        StringBuilder line = new StringBuilder();
        long rows = 0;
        for (; result.next(); rows++) {
            line.setLength(0);
            form.accept(result, line);
            out.println(line);
            checkOutput(rows);
        }
        return rows;
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
}
