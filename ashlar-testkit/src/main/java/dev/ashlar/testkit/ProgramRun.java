// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A program that ran to its end, without input.
///
/// @param text its output and errors
public record ProgramRun(int exitCode, String text) {
    private static final int PATIENCE_MINUTES = 30;
    private static final List<String> OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS",
            "JDK_JAVAC_OPTIONS");

    /// The path of a program of the JDK that runs the tests.
    public static String jdk(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    /// Has a program of the JDK see no options that the machine gives to all: it would say so in its output.
    public static void withoutOptions(ProcessBuilder builder) {
        builder.environment().keySet().removeAll(OPTIONS);
    }

    public static ProgramRun of(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        withoutOptions(builder);
        return of(builder);
    }

    public static ProgramRun of(ProcessBuilder builder) throws IOException, InterruptedException {
        Path output = Files.createTempFile("ashlar-program", ".txt");
        try {
            Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError("does not end: " + builder.command());
            }
            return new ProgramRun(process.exitValue(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    /// The output of a program that must succeed.
    public static String check(List<String> command) throws IOException, InterruptedException {
        ProgramRun run = of(command);
        assertEquals(0, run.exitCode, () -> String.join(" ", command) + "\n" + run.text);
        return run.text;
    }
}
