// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.sbe.internal.files.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// The editor of the user, for one statement.
final class Editor {
    /// A longer file is not a statement.
    private static final long MAX_BYTES = 4L << 20;

    /// The program that the environment names: `VISUAL`, `EDITOR`, or else `vi`.
    private static String usual() {
        return Stream.of("VISUAL", "EDITOR").map(System::getenv).map(Optional::ofNullable).flatMap(Optional::stream)
                .filter(command -> !command.isBlank()).findFirst().orElse("vi");
    }

    /// Lets the user edit a text.
    ///
    /// @return the edited text
    /// @throws BadInputException if the editor fails
    static String edit(String text) {
        String command = usual();
        Path file = null;
        try {
            file = Files.createTempFile("ashlar", ".sql");
            Files.writeString(file, text);
            Process process = new ProcessBuilder("sh", "-c", command + " \"$1\"", "sh", file.toString()).inheritIO().start();
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new BadInputException("the editor failed: exitCode=" + exitCode + " (" + command
                        + "); $EDITOR names another");
            }
            if (Files.size(file) > MAX_BYTES) {
                throw new BadInputException("too long for a statement: bytes=" + Files.size(file) + ", most=" + MAX_BYTES);
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new BadInputException("cannot edit: " + FileProblem.describe(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BadInputException("the editor was interrupted (" + command + ")");
        } finally {
            delete(file);
        }
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The system clears its folder for temporary files.
        }
    }
}
