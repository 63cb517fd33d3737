// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Programs in processes of their own.
final class Programs {
    private static final int PATIENCE_SECONDS = 600;

    /// What a program said.
    record Output(int exitCode, String out, String err) { }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// Runs a program to its end, without input.
    static Output run(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"));
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("does not end: " + command);
            }
            return new Output(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
