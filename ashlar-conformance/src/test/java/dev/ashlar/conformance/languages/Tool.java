// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Runs compilers and programs, with files as their input and output so that no pipe fills up.
public final class Tool {
    /// Whether the releases of all tools are known. Others may warn of more and have another style, so that what they
    /// advise does not count.
    static final boolean ARE_KNOWN = "all".equals(System.getenv("ASHLAR_LANGUAGES"));
    /// Makes warnings of gcc and clang errors if the releases are known.
    public static final List<String> WARNINGS_FAIL = ARE_KNOWN ? List.of("-Werror") : List.of();
    private static final int HANGS_AFTER_MINUTES = 15;
    /// Trying them takes longer than some tests, and each test asks.
    private static final Map<List<String>, Boolean> TRIED = new ConcurrentHashMap<>();

    private Tool() {
    }

    /// Whether a command is there and ends well, as it did when it was first asked for.
    public static boolean isFound(List<String> command) throws InterruptedException {
        Boolean found = TRIED.get(command);
        if (found == null) {
            found = endsWell(command);
            TRIED.put(command, found);
        }
        return found;
    }

    private static boolean endsWell(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        }
    }

    /// Runs a command to its end.
    ///
    /// @throws AssertionError with what it wrote if its exit code is not 0
    static void run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path log = folder.resolve("log.txt");
        int code = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start().waitFor();
        if (code != 0) {
            throw new AssertionError("exit code " + code + " of " + command + "\n" + head(log));
        }
    }

    /// Runs a formatter or another adviser, if its release is known.
    static void advise(Path folder, List<String> command) throws IOException, InterruptedException {
        if (ARE_KNOWN) {
            run(folder, command);
        }
    }

    /// What a command writes that fails.
    static String errors(Path folder, List<String> command) throws IOException, InterruptedException {
        Path log = folder.resolve("log.txt");
        int code = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start().waitFor();
        if (code == 0) {
            throw new AssertionError("no error: " + command);
        }
        return Files.readString(log);
    }

    /// The lines that a program writes for its input.
    static List<String> answers(Path folder, List<String> command, byte[] input) throws IOException,
            InterruptedException {
        Path in = Files.write(folder.resolve("in.bin"), input);
        Path out = folder.resolve("out.txt");
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectInput(in.toFile())
                .redirectOutput(out.toFile()).redirectError(log.toFile()).start();
        if (!process.waitFor(HANGS_AFTER_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("hangs: " + command + "\n" + head(log));
        }
        int code = process.exitValue();
        if (code != 0) {
            throw new AssertionError("exit code " + code + " of " + command + "\n" + head(log));
        }
        return Files.readAllLines(out);
    }

    private static String head(Path log) throws IOException {
        String text = Files.readString(log);
        return text.substring(0, Math.min(text.length(), 6000));
    }
}
