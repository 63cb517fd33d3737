// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Reads small files of Linux, which are empty if missing or on another system, and the output of other programs.
public final class Proc {
    private Proc() {
    }

    /// A file as one line without blanks around it.
    public static Optional<String> text(String file) {
        try {
            return Optional.of(Files.readString(Path.of(file)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The rest of the first line with a prefix.
    public static Optional<String> line(String file, String beginning) {
        return text(file).flatMap(text -> text.lines().filter(line -> line.startsWith(beginning)).findFirst())
                .map(line -> line.substring(beginning.length()).strip());
    }

    /// Bytes of a size such as `32K` or `1024 kB`.
    public static long bytes(String size) {
        long number = Long.parseLong(size.replaceAll("\\D", ""));
        return size.matches("(?i).*\\dM.*") ? number << 20 : size.matches("(?i).*\\d *k.*") ? number << 10 : number;
    }

    /// The output of a program, standard and error, and its exit code.
    public record Printed(int exit, String text) {
        String firstLine() {
            return text.lines().findFirst().map(String::strip).orElse("nothing");
        }
    }

    /// @throws IOException if it cannot be started, or this thread is interrupted
    public static Printed run(String... command) throws IOException {
        return run(Path.of("."), List.of(command));
    }

    /// Runs a program in a folder, without input.
    ///
    /// @throws IOException if it cannot be started, or this thread is interrupted
    public static Printed run(Path folder, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return new Printed(process.waitFor(), text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a program ran: program=" + command.getFirst(), e);
        } finally {
            process.destroyForcibly();
        }
    }
}
