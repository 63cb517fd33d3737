// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.LocaleText;
import dev.ashlar.sbe.internal.files.FileProblem;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.util.Optional;
import java.util.stream.Stream;

/// A program that shows text page by page, on the terminal of this process.
///
/// **Ownership**: its end of the pipe; waits until the program has ended.
final class Pager implements AutoCloseable {
    /// Colours pass, short answers end at once, and lines scroll sideways.
    private static final String LESS = "-FRSX";

    private final Process process;
    private final PrintWriter out;

    private Pager(Process process) {
        this.process = process;
        out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(process.getOutputStream(),
                LocaleText.output())));
    }

    /// The program that the environment names: `ASHLAR_PAGER`, `PAGER`, or else `less`.
    static String usual() {
        return Stream.of("ASHLAR_PAGER", "PAGER").map(System::getenv).map(Optional::ofNullable)
                .flatMap(Optional::stream).filter(command -> !command.isBlank()).findFirst().orElse("less");
    }

    /// @throws BadInputException if there is no shell that starts it
    static Pager open(String command) {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT);
        builder.environment().putIfAbsent("LESS", LESS);
        try {
            return new Pager(builder.start());
        } catch (IOException e) {
            throw new BadInputException("cannot start the pager: " + FileProblem.reason(e) + " (" + command
                    + "); \\pager off turns it off");
        }
    }

    PrintWriter out() {
        return out;
    }

    @Override
    public void close() {
        out.close();
        boolean ended = false;
        while (!ended) {
            try {
                process.waitFor();
                ended = true;
            } catch (InterruptedException e) {
                // It has the terminal until it ends.
                ended = !process.isAlive();
            }
        }
    }
}
