// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.answer.DisplayWidth;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.VisibleText;
import dev.ashlar.cli.shell.ShellInput.Statement;
import dev.ashlar.sql.SqlException;
import java.io.PrintWriter;

/// Reports what went wrong: one line, and on a terminal the line of the statement with a mark under the place.
///
/// **Threading**: one thread.
public final class Failures {
    private static final String PLACE = "^line \\d+, column \\d+: ";
    private static final int DEFAULT_WIDTH = 80;
    private static final int MIN_WIDTH = 20;

    private final PrintWriter err;
    private final boolean terminal;
    private final boolean styled;
    private int count;
    private int exitCode = ExitCode.DONE;

    public Failures(PrintWriter err, boolean terminal, boolean styled) {
        this.err = err;
        this.terminal = terminal;
        this.styled = styled;
    }

    int count() {
        return count;
    }

    /// Of the worst one so far.
    int exitCode() {
        return exitCode;
    }

    /// @param source file that the statement is of; empty for none
    /// @param width  of the terminal
    void report(SqlException e, Statement statement, String source, int width) {
        int code = e.reason() == SqlException.Reason.CORRUPT ? ExitCode.STORE : ExitCode.BAD_INPUT;
        if (e.line() <= 0) {
            report(source.isEmpty() ? "" : source + ":" + statement.line() + ": ", e.getMessage(), code);
            return;
        }
        int line = statement.line() + e.line() - 1;
        int column = e.column() + (e.line() == 1 ? statement.column() - 1 : 0);
        boolean plain = source.isEmpty() && !terminal;
        report(source.isEmpty() ? "" : source + ":" + line + ":" + column + ": ",
                plain ? e.getMessage() : e.getMessage().replaceFirst(PLACE, ""), code);
        if (terminal) {
            err.print(marked(statement.sql(), e.line(), e.column(), width));
            err.flush();
        }
    }

    /// @param place where, with a colon and a blank; empty if that is known
    void report(String place, String message, int code) {
        String prefix = !terminal ? "ashlar: " : styled ? "\u001b[1;31merror:\u001b[m " : "error: ";
        // It may have texts of the store.
        err.println(prefix + place + VisibleText.line(message));
        err.flush();
        exitCode = Math.max(exitCode, code);
        count++;
    }

    /// The line of a statement, and below it a mark at a column; of a long line, what is around the column. Empty if
    /// the statement has no such line.
    ///
    /// @param width of the terminal; 0 if unknown
    public static String marked(String sql, int line, int column, int width) {
        String[] lines = sql.split("\n", -1);
        if (line > lines.length || column < 1) {
            return "";
        }
        String text = lines[line - 1].stripTrailing();
        int at = Math.min(column - 1, text.length());
        String number = lines.length == 1 ? "  " : "  " + line + " | ";
        int room = Math.max(MIN_WIDTH, (width == 0 ? DEFAULT_WIDTH : width) - number.length() - 3);
        // As much before the place as after it.
        int from = 0;
        while (width(text, from, at) > room / 2 && width(text, from, text.length()) > room) {
            from += Character.charCount(text.codePointAt(from));
        }
        String before = (from > 0 ? "…" : "") + shown(text.substring(from, at));
        String whole = (from > 0 ? "…" : "") + DisplayWidth.cut(shown(text.substring(from)), room, "…");
        String blank = lines.length == 1 ? number : " ".repeat(number.length() - 2) + "| ";
        return number + whole + System.lineSeparator() + blank + " ".repeat(DisplayWidth.of(before)) + "^"
                + System.lineSeparator();
    }

    private static int width(String text, int from, int to) {
        return DisplayWidth.of(shown(text.substring(from, to)));
    }

    private static String shown(String text) {
        return VisibleText.of(text.replace('\t', ' '));
    }
}
