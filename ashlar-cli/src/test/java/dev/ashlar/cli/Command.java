// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.ProgramRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Runs the command as users do, outside the process of the tests.
///
/// @param exitCode what it returned
/// @param out      standard output
/// @param err      standard error
record Command(int exitCode, String out, String err) {
    static final long TIMEOUT_S = 600;
    private static final String STANDARD_INPUT = "-";

    /// Runs it in a process that runs others before and after it, with nothing on standard input; in one of its own
    /// where standard input is named.
    static Command run(Object... arguments) throws IOException, InterruptedException {
        List<String> words = words(arguments);
        return words.contains(STANDARD_INPUT) ? runWithInput(Path.of("/dev/null"), arguments) : CommandHost.run(words);
    }

    /// Runs it with standard output to a device that takes nothing.
    static Command runToFullDisk(Object... arguments) throws IOException, InterruptedException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "no /dev/full here");
        Path err = Files.createTempFile("ashlar", ".err");
        try {
            int exitCode = exitCode(command(arguments), Path.of("/dev/null"), full, err);
            return new Command(exitCode, "", Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            Files.delete(err);
        }
    }

    /// Runs it in a process of its own.
    static Command runWithInput(Path input, Object... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile("ashlar", ".out");
        Path err = Files.createTempFile("ashlar", ".err");
        try {
            int exitCode = exitCode(command(arguments), input, out, err);
            return new Command(exitCode, Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static List<String> command(Object... arguments) {
        return java(Main.class, words(arguments));
    }

    /// The command line of a JVM that runs a program of the class path of the tests.
    static List<String> java(Class<?> program, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(ProgramRun.jdk("java"),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments);
        return command;
    }

    static List<String> words(Object... arguments) {
        return Stream.of(arguments).map(Object::toString).toList();
    }

    /// Starts it, for who does not want it to end by itself.
    static Process start(Path out, Path err, Object... arguments) throws IOException {
        return new ProcessBuilder(command(arguments)).redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    }

    /// Starts it in a process of its own, with pipes for standard input and output.
    static Process pipe(Path err, Object... arguments) throws IOException {
        return new ProcessBuilder(command(arguments)).redirectError(err.toFile()).start();
    }

    private static int exitCode(List<String> command, Path input, Path out, Path err)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectInput(input.toFile()).redirectOutput(out.toFile())
                .redirectError(err.toFile()).start();
        if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("command does not end: " + command);
        }
        return process.exitValue();
    }

    /// Whether standard error holds exactly one line.
    boolean hasOneErrorLine() {
        return err.endsWith("\n") && err.indexOf('\n') == err.length() - 1;
    }
}
