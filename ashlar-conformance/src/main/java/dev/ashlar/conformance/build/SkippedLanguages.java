// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.build;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A task of Ant: the last line of a build names the languages that it did not test.
///
/// Maven closes with a summary of its own. So the line is written when Maven's process ends, whose JVM may be older
/// than that of the tests: this class is compiled for Java 17.
public final class SkippedLanguages {
    private Path file;

    /// @param list a line for each skip, written by the tests; without the file nothing is reported
    public void setFile(File list) {
        file = list.toPath();
    }

    /// Reports when this process ends.
    public void execute() {
        Path list = file;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> report(list), "skipped-languages"));
    }

    private static void report(Path list) {
        try {
            if (Files.exists(list)) {
                // Maven may have replaced System.out.
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)
                        .println(text(Files.readAllLines(list)));
            }
        } catch (IOException e) {
            System.err.println("languages skipped: unknown: " + e);
        }
    }

    private static String text(List<String> skips) {
        return "languages skipped: " + (skips.isEmpty() ? "none" : String.join(", ", skips));
    }
}
