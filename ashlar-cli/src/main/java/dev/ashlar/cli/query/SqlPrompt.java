// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Model.CommandSpec;

/// Brings the lines of a terminal, or of standard input, to a [SqlShell].
public final class SqlPrompt {
    private static final String HISTORY = ".ashlar_history";
    private static final String PROMPT = "ashlar> ";
    private static final String MORE = "     -> ";

    private final Path folder;
    private final ReadOptions reading;
    private final QueryOptions options;
    private final AnswerSettings settings;

    SqlPrompt(Path folder, ReadOptions reading, QueryOptions options, AnswerSettings settings) {
        this.folder = folder;
        this.reading = reading;
        this.options = options;
        this.settings = settings;
    }

    int run(CommandSpec spec) throws IOException {
        try (Store store = Store.open(folder, reading)) {
            SqlSession session = SqlSession.of(store);
            SqlShell shell = new SqlShell(session, options, settings, spec.commandLine().getOut(),
                    spec.commandLine().getErr());
            if (System.console() != null && System.console().isTerminal()) {
                atTerminal(shell, session);
                return ExitCode.DONE;
            }
            return fromInput(shell);
        }
    }

    private static int fromInput(SqlShell shell) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = in.readLine();
        while (line != null && shell.accept(line)) {
            line = in.readLine();
        }
        shell.end();
        return shell.exitCode();
    }

    /// How lines are taken for words.
    public static DefaultParser words() {
        DefaultParser words = new DefaultParser();
        // Names in quotes and backslashes are SQL's affair.
        words.setEscapeChars(null);
        words.setQuoteChars(new char[0]);
        return words;
    }

    public static LineReader reader(Terminal terminal, SqlSession session, Path history) {
        return LineReaderBuilder.builder().terminal(terminal).parser(words()).completer(new SqlCompleter(session))
                .variable(LineReader.HISTORY_FILE, history)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true).build();
    }

    private void atTerminal(SqlShell shell, SqlSession session) throws IOException {
        try (Terminal terminal = TerminalBuilder.builder().jni(false).build()) {
            terminal.handle(Signal.INT, _ -> shell.cancel());
            LineReader reader = reader(terminal, session, Path.of(System.getProperty("user.home"), HISTORY));
            boolean more = true;
            while (more) {
                try {
                    more = shell.accept(reader.readLine(shell.isWithinStatement() ? MORE : PROMPT));
                } catch (UserInterruptException e) {
                    shell.forget();
                } catch (EndOfFileException e) {
                    more = false;
                }
            }
        }
    }
}
