// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.ProgramRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
            int exitCode = exitCode(new ProcessBuilder(command(arguments)).redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(full.toFile()).redirectError(err.toFile()));
            return new Command(exitCode, "", Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            Files.delete(err);
        }
    }

    /// Runs it in a process of its own.
    static Command runWithInput(Path input, Object... arguments) throws IOException, InterruptedException {
        return of(new ProcessBuilder(command(arguments)).redirectInput(input.toFile()));
    }

    /// Runs a program to its end.
    static Command of(ProcessBuilder program) throws IOException, InterruptedException {
        Path out = Files.createTempFile("ashlar", ".out");
        Path err = Files.createTempFile("ashlar", ".err");
        try {
            int exitCode = exitCode(program.redirectOutput(out.toFile()).redirectError(err.toFile()));
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

    /// The words of a command line. Arrays and lists stand for the words in them.
    static List<String> words(Object... arguments) {
        List<String> words = new ArrayList<>();
        for (Object argument : arguments) {
            switch (argument) {
                case Object[] more -> words.addAll(words(more));
                case List<?> more -> words.addAll(words(more.toArray()));
                default -> words.add(argument.toString());
            }
        }
        return words;
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

    /// Waits until a command that was started says something on standard error.
    static Matcher await(Process process, Path err, Pattern said) throws IOException, InterruptedException {
        while (process.isAlive()) {
            Matcher matcher = said.matcher(Files.readString(err));
            if (matcher.find()) {
                return matcher;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("has ended: " + Files.readString(err));
    }

    private static int exitCode(ProcessBuilder program) throws IOException, InterruptedException {
        Process process = program.start();
        if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("does not end: " + program.command());
        }
        return process.exitValue();
    }

    /// It has done what it was asked for.
    ///
    /// @return what it printed
    String done() {
        assertEquals(0, exitCode, err);
        return out;
    }

    /// It has ended with this code and said why in one line, with these parts.
    Command failed(int expectedCode, String... parts) {
        assertEquals(expectedCode, exitCode, err);
        assertTrue(err.startsWith("ashlar: ") && err.indexOf('\n') == err.length() - 1, err);
        for (String part : parts) {
            assertTrue(err.contains(part), err);
        }
        return this;
    }
}
