// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.answer.AnswerFormat;
import dev.ashlar.cli.answer.AnswerPrinter;
import dev.ashlar.cli.answer.AnswerSettings;
import dev.ashlar.cli.answer.Plot;
import dev.ashlar.cli.answer.Screen;
import dev.ashlar.cli.answer.Shown;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.OutputEndedException;
import dev.ashlar.cli.output.RememberingOutput;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sql.SqlResult;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// Where answers go: to the terminal or standard output, through a pager, or to a file.
///
/// **Ownership**: closes the file. **Threading**: one thread.
public final class ShellOutput implements AutoCloseable {
    private final PrintWriter out;
    private final boolean terminal;
    private final IntFunction<Screen> screens;
    private Path file;
    private RememberingOutput bytes;
    private PrintWriter toFile;
    private String pager = "";

    /// @param screens by the rows that an answer may show, what they are shown on at this moment
    public ShellOutput(PrintWriter out, boolean terminal, IntFunction<Screen> screens) {
        this.out = out;
        this.terminal = terminal;
        this.screens = screens;
    }

    /// Standard output that is not a terminal, or about which nothing is known.
    public static ShellOutput of(PrintWriter out, Screen screen) {
        return new ShellOutput(out, false, _ -> screen);
    }

    PrintWriter out() {
        return out;
    }

    boolean isTerminal() {
        return terminal;
    }

    int width() {
        return screens.apply(0).width();
    }

    /// @param command empty for no pager
    void pageBy(String command) {
        pager = command;
    }

    String pager() {
        return pager;
    }

    /// From now on answers go to a file.
    ///
    /// @throws BadInputException if the file cannot be created, or exists and must not be replaced
    void toFile(Path path, boolean replace) {
        toScreen();
        try {
            bytes = new RememberingOutput(replace ? Files.newOutputStream(path)
                    : Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw new BadInputException(Files.exists(path) && !replace
                    ? "file exists; name another, or write \\o! to replace it (" + path + ")"
                    : "cannot write: " + FileProblem.describe(e, path));
        }
        file = path;
        toFile = new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
    }

    /// From now on answers go to the terminal, or to standard output, again.
    ///
    /// @throws BadInputException if the file is not complete
    void toScreen() {
        if (toFile == null) {
            return;
        }
        toFile.close();
        toFile = null;
        requireWritten();
    }

    private void requireWritten() {
        if (bytes.cause().isPresent()) {
            throw new BadInputException("cannot write: " + FileProblem.describe(bytes.cause().get(), file)
                    + "; the file is not complete");
        }
    }

    /// Prints an answer, and on a terminal what was left out of it.
    public Shown print(SqlResult result, AnswerSettings settings) {
        AnswerFormat format = settings.format();
        if (toFile != null) {
            return written(() -> new AnswerPrinter(toFile, format, Screen.none(StandardCharsets.UTF_8),
                    settings.nullText()).print(result),
                    result);
        }
        if (terminal && !pager.isEmpty()) {
            return paged(result, format);
        }
        Screen screen = screens.apply(settings.rows());
        Shown shown = new AnswerPrinter(out, format, screen, settings.nullText()).print(result);
        shown.hidden().ifPresent(hidden -> out.println(hidden + (terminal ? " (\\rows all, \\x)"
                : " (--rows all, --format line)")));
        if (terminal && shown.rows() == 0 && format != AnswerFormat.CSV && format != AnswerFormat.JSON) {
            out.println("(no rows)");
        }
        out.flush();
        return shown;
    }

    /// Draws an answer.
    public Shown draw(SqlResult result, Plot plot) {
        if (toFile != null && plot.file().isEmpty()) {
            return written(() -> plot.draw(result, toFile, Screen.none(StandardCharsets.UTF_8)), result);
        }
        Shown shown = plot.draw(result, out, screens.apply(0));
        out.flush();
        return shown;
    }

    private Shown written(Supplier<Shown> writing, SqlResult result) {
        Shown shown = new Shown(0, true, 0, result.columns().size(), result.columns().size());
        try {
            shown = writing.get();
        } catch (OutputEndedException e) {
            // Why is known below.
        }
        toFile.flush();
        requireWritten();
        return shown;
    }

    private Shown paged(SqlResult result, AnswerFormat format) {
        Screen screen = screens.apply(0);
        Shown shown = new Shown(0, false, 0, result.columns().size(), result.columns().size());
        try (Pager program = Pager.open(pager)) {
            // Pages scroll sideways, so that lines may be of any width.
            shown = new AnswerPrinter(program.out(), format, new Screen(0, 0, 0, screen.styled(), screen.unicode()))
                    .print(result);
        } catch (OutputEndedException e) {
            // The reader has closed the pager.
        }
        return shown;
    }

    @Override
    public void close() {
        toScreen();
        out.flush();
    }
}
