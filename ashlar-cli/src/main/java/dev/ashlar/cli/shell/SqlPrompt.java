// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.answer.Screen;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Function;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;

/// Passes the lines that a user types at a terminal to a [SqlShell].
public final class SqlPrompt {
    private static final String HISTORY = ".ashlar_history";
    private static final String PROMPT = "ashlar> ";
    private static final String MORE = "     -> ";

    private final Terminal terminal;
    private final LineReader reader;
    private final SqlShell shell;

    private SqlPrompt(Terminal terminal, LineReader reader, SqlShell shell) {
        this.terminal = terminal;
        this.reader = reader;
        this.shell = shell;
    }

    /// The terminal of this process.
    public static Terminal systemTerminal() throws IOException {
        return TerminalBuilder.builder().jni(false).dumb(true).build();
    }

    /// The terminal as a screen of its current size.
    ///
    /// @param rows that an answer may show: 0 for all, negative for as many as fit
    public static Screen screen(Terminal terminal, int rows) {
        return Screen.terminal(terminal.getSize().getColumns(), terminal.getSize().getRows(), rows,
                terminal.getType().startsWith(Terminal.TYPE_DUMB), terminal.encoding());
    }

    /// @param history file of the statements of earlier sessions, if they are kept
    public static LineReader reader(Terminal terminal, OpenStores stores, Optional<Path> history) {
        LineReaderBuilder builder = LineReaderBuilder.builder();
        history.ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
        return builder.terminal(terminal).appName("ashlar").parser(new StatementParser())
                .completer(new SqlCompleter(stores.session()))
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, MORE)
                .variable(LineReader.LIST_MAX, 200)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .option(LineReader.Option.HISTORY_TIMESTAMPED, false).build();
    }

    /// Reads and answers statements until the user exits.
    ///
    /// @param making creates the shell for an output
    public static void run(Terminal terminal, OpenStores stores, Optional<Path> history,
            Function<ShellOutput, SqlShell> making) {
        try (ShellOutput output = new ShellOutput(terminal.writer(), true, rows -> screen(terminal, rows))) {
            new SqlPrompt(terminal, reader(terminal, stores, history), making.apply(output)).run();
        }
        terminal.flush();
    }

    /// Where the statements of earlier sessions are, readable by their user only: they may name what is secret.
    /// Empty if no file can be written there: the reader would show a stack trace after each statement.
    ///
    /// @param home folder of the user, which may be missing
    public static Optional<Path> history(Path home) {
        Path file = home.resolve(HISTORY);
        try {
            if (Files.notExists(file)) {
                boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
                Files.createFile(file, posix ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                        : new FileAttribute<?>[0]);
            }
        } catch (IOException e) {
            // Without this file, the history of earlier sessions is not available.
        }
        return Optional.of(file).filter(Files::isRegularFile).filter(Files::isWritable);
    }

    private void run() {
        terminal.handle(Signal.INT, _ -> shell.cancel());
        String prompt = Screen.isColourWanted() && !terminal.getType().startsWith(Terminal.TYPE_DUMB)
                ? "\u001b[1m" + PROMPT + "\u001b[m" : PROMPT;
        terminal.writer().println("\\? for help, \\q or Ctrl-D to exit");
        boolean more = true;
        String begun = "";
        while (more) {
            try {
                String text = reader.readLine(prompt, null, (Character) null, shell.takeEdited().orElse(begun));
                more = text.lines().allMatch(line -> shell.accept(line, ""));
                // A command may stand between the lines of a statement, which then goes on.
                begun = shell.forget();
            } catch (UserInterruptException e) {
                begun = "";
            } catch (EndOfFileException e) {
                more = false;
            }
        }
    }
}
