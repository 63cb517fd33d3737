// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import dev.ashlar.cli.output.OutputEndedException;
import dev.ashlar.cli.output.VisibleText;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlLines;
import dev.ashlar.sql.SqlResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/// Prints answers row by row as they come, however many there are.
public final class AnswerPrinter {
    /// Rows between two looks whether anybody still reads.
    private static final int CHECKED_ROWS = 1_000;

    private final PrintWriter out;
    private final AnswerFormat format;
    private final Screen screen;
    private final String nullText;

    public AnswerPrinter(PrintWriter out, AnswerFormat format, Screen screen) {
        this(out, format, screen, "");
    }

    /// @param nullText text for NULL in CSV
    public AnswerPrinter(PrintWriter out, AnswerFormat format, Screen screen, String nullText) {
        this.out = out;
        this.format = format;
        this.screen = screen;
        this.nullText = nullText;
    }

    /// @return how much of it was printed
    public Shown print(SqlResult result) {
        return switch (format) {
            case TABLE -> new TablePrinter(out, TableStyle.PLAIN, screen, result.columns()).print(result);
            case BOX -> new TablePrinter(out, TableStyle.BOX, screen, result.columns()).print(result);
            case MARKDOWN -> new TablePrinter(out, TableStyle.MARKDOWN, screen, result.columns()).print(result);
            case LINE -> values(result);
            case CSV -> csv(result);
            case JSON -> json(result);
        };
    }

    private Shown values(SqlResult result) {
        List<SqlColumn> columns = result.columns();
        List<String> names = columns.stream().map(column -> VisibleText.of(column.name())).toList();
        int width = names.stream().mapToInt(DisplayWidth::of).max().orElse(0);
        long rows = 0;
        boolean more = result.next();
        for (; more && (screen.rows() == 0 || rows < screen.rows()); more = result.next()) {
            if (rows > 0) {
                out.println();
            }
            for (int i = 0; i < names.size(); i++) {
                String text = result.text(i);
                out.println(screen.bold(DisplayWidth.padded(names.get(i), width, true)) + " = "
                        + (text == null ? screen.dim(TablePrinter.NULL) : VisibleText.of(text)));
            }
            requireOutput(rows++);
        }
        return new Shown(rows, !more, rows, columns.size(), columns.size());
    }

    private Shown csv(SqlResult result) {
        StringBuilder line = new StringBuilder();
        SqlLines.csvHead(result.columns(), line);
        // A program gets every character as it is; a terminal would act on some.
        UnaryOperator<String> shown = screen.width() > 0 ? VisibleText::of : UnaryOperator.identity();
        out.println(shown.apply(line.toString()));
        return lines(result, SqlLines.csv(nullText), shown);
    }

    private Shown json(SqlResult result) {
        return lines(result, SqlLines.json(result.columns()), UnaryOperator.identity());
    }

    private Shown lines(SqlResult result, BiConsumer<SqlResult, StringBuilder> form, UnaryOperator<String> shown) {
        StringBuilder line = new StringBuilder();
        long rows = 0;
        for (; result.next(); rows++) {
            line.setLength(0);
            form.accept(result, line);
            out.println(shown.apply(line.toString()));
            requireOutput(rows);
        }
        return Shown.all(rows, result.columns().size());
    }

    private void requireOutput(long rows) {
        if (rows % CHECKED_ROWS == CHECKED_ROWS - 1) {
            requireOutput(out);
        }
    }

    /// Throws if the reader of the output has gone.
    static void requireOutput(PrintWriter out) {
        if (out.checkError()) {
            throw new OutputEndedException();
        }
    }
}
