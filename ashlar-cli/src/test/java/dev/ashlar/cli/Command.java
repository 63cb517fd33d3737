// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs the command as users do, in a process of its own.
///
/// @param exitCode what it returned
/// @param out      standard output
/// @param err      standard error
record Command(int exitCode, String out, String err) {
    private static final long TIMEOUT_S = 60;

    static Command run(Object... arguments) throws IOException, InterruptedException {
        return runWithInput(Path.of("/dev/null"), arguments);
    }

    static Command runWithInput(Path input, Object... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile("ashlar", ".out");
        Path err = Files.createTempFile("ashlar", ".err");
        try {
            List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                    .toString(),
                    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                    "dev.ashlar.cli.Main"));
            for (Object argument : arguments) {
                command.add(argument.toString());
            }
            Process process = new ProcessBuilder(command).redirectInput(input.toFile()).redirectOutput(out.toFile())
                    .redirectError(err.toFile()).start();
            if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("command does not end: " + command);
            }
            return new Command(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /// Whether standard error holds exactly one line.
    boolean hasOneErrorLine() {
        return err.endsWith("\n") && err.indexOf('\n') == err.length() - 1;
    }
}
