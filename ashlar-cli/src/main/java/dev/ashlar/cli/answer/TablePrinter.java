// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import dev.ashlar.cli.answer.ColumnFit.Fitted;
import dev.ashlar.cli.output.VisibleText;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Prints rows with their columns under each other. Without bounds rows are printed as they come, however many there
/// are; on a terminal only those, and those columns, that fit.
final class TablePrinter {
    /// Rows that a table is laid out by; those after them make columns wider where they must.
    private static final int PAGE_ROWS = 1_000;
    /// Likewise, of rows with long texts: a page is kept in memory.
    private static final int PAGE_CHARACTERS = 1 << 22;
    /// Rows that are read to be counted only.
    private static final long MAX_COUNTED = 1_000_000;
    /// NULL in a table; empty in CSV, `null` in JSON.
    static final String NULL = "NULL";

    private final PrintWriter out;
    private final TableStyle style;
    private final Screen screen;
    private final List<SqlColumn> columns;
    private final String[] names;
    private final int[] widths;
    private List<Fitted> fitted = List.of();

    TablePrinter(PrintWriter out, TableStyle style, Screen screen, List<SqlColumn> columns) {
        this.out = out;
        this.style = style;
        this.screen = screen;
        this.columns = columns;
        names = columns.stream().map(column -> style.text(VisibleText.of(column.name()))).toArray(String[]::new);
        widths = columns.stream().mapToInt(c -> style == TableStyle.BOX ? c.typeName().length() : 0).toArray();
    }

    Shown print(SqlResult result) {
        return screen.rows() == 0 ? unbounded(result) : bounded(result);
    }

    private Shown unbounded(SqlResult result) {
        List<String[]> page = new ArrayList<>();
        long characters = 0;
        long rows = 0;
        boolean more = true;
        while (more) {
            more = result.next();
            if (more) {
                String[] row = row(result);
                characters += Arrays.stream(row).mapToInt(String::length).sum();
                page.add(row);
                rows++;
            }
            if (!more || page.size() == PAGE_ROWS || characters > PAGE_CHARACTERS) {
                if (rows == page.size()) {
                    head();
                } else {
                    widen();
                }
                page.forEach(this::line);
                page.clear();
                characters = 0;
                AnswerPrinter.requireOutput(out);
            }
        }
        print(style.bottom(fitted, screen.unicode()));
        return new Shown(rows, true, rows, columns.size(), shownColumns());
    }

    /// Makes columns wider that later rows need wider, where there are no bounds.
    private void widen() {
        if (screen.width() == 0) {
            fitted = ColumnFit.all(nameWidths(), widths);
        }
    }

    private Shown bounded(SqlResult result) {
        List<String[]> page = new ArrayList<>();
        boolean more = result.next();
        for (; more && page.size() < screen.rows(); more = result.next()) {
            page.add(row(result));
        }
        head();
        page.forEach(this::line);
        print(style.bottom(fitted, screen.unicode()));
        long rows = page.size();
        for (; more && rows < MAX_COUNTED; more = result.next()) {
            rows++;
        }
        return new Shown(rows, !more, page.size(), columns.size(), shownColumns());
    }

    private int shownColumns() {
        return (int) fitted.stream().filter(f -> f.index() != ColumnFit.HIDDEN).count();
    }

    private String[] row(SqlResult result) {
        String[] row = new String[columns.size()];
        for (int i = 0; i < row.length; i++) {
            String text = result.text(i);
            // A NULL is the very constant, so that the text "NULL" is another.
            row[i] = text == null ? NULL : style.text(VisibleText.of(text));
            widths[i] = Math.max(widths[i], DisplayWidth.of(row[i]));
        }
        return row;
    }

    private int[] nameWidths() {
        return Arrays.stream(names).mapToInt(DisplayWidth::of).toArray();
    }

    private void head() {
        fitted = screen.width() == 0 ? ColumnFit.all(nameWidths(), widths)
                : ColumnFit.of(columns, nameWidths(), widths, style.around(), style.ends(), screen.width());
        print(style.top(fitted, screen.unicode()));
        out.println(style.line(cells(names, true), screen.unicode()));
        if (style == TableStyle.BOX) {
            out.println(style.line(cells(columns.stream().map(SqlColumn::typeName).toArray(String[]::new), false)
                    .stream().map(screen::dim).toList(), screen.unicode()));
        }
        print(style.rule(fitted, columns, screen.unicode()));
    }

    private void line(String[] row) {
        out.println(style.line(cells(row, false), screen.unicode()));
    }

    private List<String> cells(String[] row, boolean bold) {
        return fitted.stream().map(f -> {
            if (f.index() == ColumnFit.HIDDEN) {
                return screen.ellipsis();
            }
            String text = row[f.index()];
            String cut = screen.width() == 0 ? text : DisplayWidth.cut(text, f.width(), screen.ellipsis());
            String cell = DisplayWidth.padded(cut, f.width(), columns.get(f.index()).isNumber());
            return bold ? screen.bold(cell) : isNull(text) ? screen.dim(cell) : cell;
        }).collect(Collectors.toList());
    }

    @SuppressWarnings("StringEquality")
    private static boolean isNull(String text) {
        return text == NULL;
    }

    private void print(String line) {
        if (!line.isEmpty()) {
            out.println(line);
        }
    }
}
