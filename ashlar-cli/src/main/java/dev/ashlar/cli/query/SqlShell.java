// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.TextTable;
import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlTable;
import dev.ashlar.sql.StatementScanner;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Takes lines, puts statements together, and answers them. What goes wrong is one line; the session goes on.
///
/// **Threading**: one thread, but for `cancel`.
final class SqlShell {
    private static final String HELP = """
            statement;             run a statement, on one or more lines
            \\d                     tables
            \\d TABLE               columns of a table
            \\format table|csv|json format of results
            \\timing                print the time of each statement, or stop printing it
            \\?                     this help
            \\q                     exit
            A point works instead of \\; .tables is \\d.""";

    private final SqlSession session;
    private final QueryOptions options;
    private final PrintWriter out;
    private final PrintWriter err;
    private final StringBuilder statement = new StringBuilder();
    private AnswerSettings settings;
    private volatile Cancellation cancellation = new Cancellation();
    private int exitCode = ExitCode.DONE;

    SqlShell(SqlSession session, QueryOptions options, AnswerSettings settings, PrintWriter out, PrintWriter err) {
        this.session = session;
        this.options = options;
        this.settings = settings;
        this.out = out;
        this.err = err;
    }

    /// Takes a line.
    ///
    /// @return whether there shall be more
    boolean accept(String line) {
        String text = line.strip();
        if (!isWithinStatement() && (text.startsWith("\\") || text.matches("\\.[A-Za-z?].*"))) {
            return command(text.substring(1).strip());
        }
        statement.append(line).append('\n');
        int end = StatementScanner.end(statement);
        while (end >= 0) {
            String complete = statement.substring(0, end).strip();
            statement.delete(0, end + 1);
            if (!StatementScanner.isEmpty(complete)) {
                answer(complete);
            }
            end = StatementScanner.end(statement);
        }
        if (statement.toString().isBlank()) {
            statement.setLength(0);
        }
        return true;
    }

    /// Answers what was not ended by a semicolon.
    void end() {
        String rest = statement.toString().strip();
        statement.setLength(0);
        if (!StatementScanner.isEmpty(rest)) {
            answer(rest);
        }
    }

    boolean isWithinStatement() {
        return !statement.isEmpty();
    }

    /// Forgets a statement that was begun.
    void forget() {
        statement.setLength(0);
    }

    /// Calls off the statement that is being answered, if any. From any thread.
    void cancel() {
        cancellation.cancel();
    }

    /// Of the worst failure so far.
    int exitCode() {
        return exitCode;
    }

    private boolean command(String command) {
        String[] words = command.split("\\s+", 2);
        String argument = words.length > 1 ? words[1].replaceAll("[;\"]", "").strip() : "";
        switch (words[0].toLowerCase(Locale.ROOT)) {
            case "q", "quit", "exit" -> {
                return false;
            }
            case "d", "tables", "schema" -> {
                try {
                    describe(argument);
                } catch (SqlException e) {
                    failed(e);
                }
            }
            case "timing" -> {
                settings = new AnswerSettings(settings.format(), !settings.timing());
                out.println("timing " + (settings.timing() ? "on" : "off"));
            }
            case "format", "mode" -> format(argument);
            case "?", "h", "help" -> out.println(HELP);
            default -> failed("no such command: \\" + words[0] + "; \\? lists the commands", ExitCode.BAD_INPUT);
        }
        out.flush();
        return true;
    }

    private void format(String name) {
        try {
            settings = new AnswerSettings(AnswerFormat.valueOf(name.toUpperCase(Locale.ROOT)), settings.timing());
        } catch (IllegalArgumentException e) {
            failed("no such format: " + name + "; table, csv or json", ExitCode.BAD_INPUT);
        }
    }

    private void describe(String name) {
        List<SqlTable> tables = session.tables();
        if (name.isEmpty()) {
            TextTable listed = new TextTable("table", ">columns", ">rows");
            tables.forEach(t -> listed.row(t.name(), String.valueOf(t.columns().size()),
                    String.format(Locale.ROOT, "%,d", t.rows())));
            listed.print(out, "");
            return;
        }
        Optional<SqlTable> table = tables.stream().filter(t -> t.name().equalsIgnoreCase(name)).findFirst();
        if (table.isEmpty()) {
            failed("no such table: " + name + "; \\d lists them", ExitCode.BAD_INPUT);
            return;
        }
        TextTable listed = new TextTable("column", "type", "null");
        for (SqlColumn column : table.get().columns()) {
            listed.row(column.name(), column.typeName(), column.nullable() ? "yes" : "no");
        }
        listed.print(out, "");
    }

    private void answer(String sql) {
        cancellation = new Cancellation();
        long startNs = System.nanoTime();
        try (SqlResult result = session.run(sql, options.withCancellation(cancellation))) {
            long rows = new AnswerPrinter(out, settings.format()).print(result);
            out.flush();
            if (settings.timing()) {
                err.println(QueryRun.timing(rows, System.nanoTime() - startNs));
                err.flush();
            }
        } catch (SqlException e) {
            failed(e);
        }
    }

    private void failed(SqlException e) {
        failed(e.getMessage(), e.reason() == SqlException.Reason.CORRUPT ? ExitCode.STORE : ExitCode.BAD_INPUT);
    }

    private void failed(String message, int code) {
        // What was found before it failed comes before the line that says so.
        out.flush();
        err.println("ashlar: " + message);
        err.flush();
        exitCode = Math.max(exitCode, code);
    }
}
