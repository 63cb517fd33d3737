// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.answer.AnswerSettings;
import dev.ashlar.cli.answer.Plot;
import dev.ashlar.cli.answer.Shown;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.shell.ShellInput.Command;
import dev.ashlar.cli.shell.ShellInput.Item;
import dev.ashlar.cli.shell.ShellInput.Statement;
import dev.ashlar.query.Cancellation;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Answers statements and commands. Errors are reported, and the session continues.
///
/// **Threading**: one thread, but for [#cancel].
public final class SqlShell {
    /// Files within files.
    private static final int MAX_DEPTH = 16;

    private final OpenStores stores;
    private final QueryOptions options;
    private final Parameters parameters;
    private final ShellOutput output;
    private final PrintWriter err;
    private final Failures failures;
    private final ShellInput input = new ShellInput();
    private final ShellCommands commands = new ShellCommands(this);
    private AnswerSettings settings;
    private volatile Cancellation cancellation = new Cancellation();
    private Optional<Statement> last = Optional.empty();
    private Optional<String> edited = Optional.empty();
    private int depth;

    public SqlShell(OpenStores stores, QueryOptions options, AnswerSettings settings, Parameters parameters,
            ShellOutput output, PrintWriter err, Failures failures) {
        this.stores = stores;
        this.options = options;
        this.settings = settings;
        this.parameters = parameters;
        this.output = output;
        this.err = err;
        this.failures = failures;
    }

    /// Processes a line.
    ///
    /// @param source name of the source in errors; empty for a terminal
    /// @return whether to continue
    boolean accept(String line, String source) {
        for (Item item : input.accept(line)) {
            if (!run(item, source)) {
                return false;
            }
        }
        return true;
    }

    /// Answers the last statement, if it has no semicolon.
    void end(String source) {
        input.end().ifPresent(item -> run(item, source));
    }

    /// Runs all statements of standard input, even after failures.
    ///
    /// @throws BadInputException if it is not UTF-8
    /// @throws IOException       if it cannot be read
    public void runInput(InputStream in) throws IOException {
        try {
            runLines(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder())), "stdin");
        } catch (CharacterCodingException e) {
            throw new BadInputException("statements are not UTF-8 (stdin)");
        }
    }

    private void runLines(BufferedReader lines, String source) throws IOException {
        String first = lines.readLine();
        String line = first == null ? null : StatementFile.withoutMark(first);
        while (line != null && accept(line, source)) {
            line = lines.readLine();
        }
        if (line == null) {
            end(source);
        }
    }

    /// Drops a statement that has begun.
    ///
    /// @return the part that was entered
    String forget() {
        return input.forget();
    }

    /// Runs statements and commands, up to the first failure.
    ///
    /// @return whether to continue: no statement failed or ended the session
    public boolean runAll(List<String> lines) {
        return runAll(lines, "");
    }

    /// Runs a file, up to the first failure.
    ///
    /// @return as [#runAll(List)]
    public boolean runFile(Path file) {
        if (depth == MAX_DEPTH) {
            throw new BadInputException("files are nested too deeply: depth=" + (depth + 1) + ", most=" + MAX_DEPTH + " (" + file
                    + ")");
        }
        depth++;
        try {
            return runAll(StatementFile.read(file), file.toString());
        } finally {
            depth--;
        }
    }

    private boolean runAll(List<String> lines, String source) {
        ShellInput from = new ShellInput();
        int before = failures.count();
        for (String line : lines) {
            for (Item item : from.accept(line)) {
                if (!run(item, source) || failures.count() > before) {
                    return false;
                }
            }
        }
        Optional<Item> rest = from.end();
        return rest.isEmpty() || run(rest.get(), source) && failures.count() == before;
    }

    /// @return whether to continue
    private boolean run(Item item, String source) {
        try {
            return switch (item) {
                case Command command when isStatement(command) ->
                    answer(new Statement(command.sql(), command.line(), 1), source);
                case Command command -> commands.run(command.text());
                case Statement statement -> answer(statement, source);
            };
        } catch (BadInputException e) {
            output.out().flush();
            failures.report(source.isEmpty() ? "" : source + ":" + item.line() + ": ", e.getMessage(),
                    ExitCode.BAD_INPUT);
            return true;
        } finally {
            output.out().flush();
        }
    }

    /// Whether a command is also a statement; the statement's answer is then better, in any format.
    private boolean isStatement(Command command) {
        if (command.sql().isEmpty()) {
            return false;
        }
        try {
            session().prepare(command.sql(), options);
            return true;
        } catch (SqlException e) {
            return false;
        }
    }

    private boolean answer(Statement statement, String source) {
        last = Optional.of(statement);
        answer(statement, source, result -> output.print(result, settings));
        return true;
    }

    private void answer(Statement statement, String source, Function<SqlResult, Shown> printing) {
        Cancellation fresh = new Cancellation();
        cancellation = fresh;
        // A key that was pressed for the previous line must not interrupt reads of this one.
        Thread.interrupted();
        long startNs = System.nanoTime();
        try (SqlResult result = parameters.run(session(), statement.sql(), options.withCancellation(fresh))) {
            Shown shown = printing.apply(result);
            if (settings.timing()) {
                err.println(shown.timing(System.nanoTime() - startNs));
                err.flush();
            }
        } catch (SqlException e) {
            // Rows found before the failure are printed before the error line.
            output.out().flush();
            failures.report(e, statement, source, output.width());
        }
    }

    /// Draws the answer of the last statement, which is run again.
    void draw(Plot plot) {
        Statement statement = last.orElseThrow(() -> new BadInputException(
                "nothing to draw yet; run a statement first"));
        answer(statement, "", result -> output.draw(result, plot));
    }

    /// Lets the user edit the last statement.
    void edit() {
        if (!output.isTerminal()) {
            throw new BadInputException("\\e needs a terminal");
        }
        edited = Optional.of(Editor.edit(last.map(statement -> statement.sql() + ";\n").orElse("")));
    }

    /// Returns the statement that the user has edited, once.
    Optional<String> takeEdited() {
        Optional<String> taken = edited;
        edited = Optional.empty();
        return taken;
    }

    /// Cancels the statement that is being answered, if any. From any thread.
    void cancel() {
        cancellation.cancel();
    }

    SqlSession session() {
        return stores.session();
    }

    OpenStores stores() {
        return stores;
    }

    Parameters parameters() {
        return parameters;
    }

    ShellOutput output() {
        return output;
    }

    AnswerSettings settings() {
        return settings;
    }

    void set(AnswerSettings other) {
        settings = other;
    }

    /// The exit code of the worst failure so far.
    public int exitCode() {
        return failures.exitCode();
    }
}
