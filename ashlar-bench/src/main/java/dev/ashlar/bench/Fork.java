// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.lab.host.ChildJvm;
import dev.ashlar.lab.host.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A JVM of its own, that prints a line with what it found.
public final class Fork {
    /// Before the line that is wanted: libraries print, too.
    public static final String FOUND = "@found ";
    /// Of all contenders: a heap that does not grow, and the collector that disturbs least.
    public static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseParallelGC");
    private static final int MAX_MINUTES = 10;

    private Fork() {
    }

    /// @param flags beyond those of all, with the last word
    /// @throws IOException if the JVM does not end well or prints no such line; with the first of its other lines
    public static String run(List<String> flags, Class<?> main, List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(FLAGS);
        all.addAll(flags);
        StringBuilder found = new StringBuilder();
        List<String> said = new ArrayList<>();
        int exit;
        try (ChildJvm jvm = ChildJvm.start(List.of(), all, main, arguments)) {
            exit = jvm.read(line -> hear(line, found, said), Duration.ofMinutes(MAX_MINUTES));
        }
        if (exit != 0 || found.isEmpty()) {
            throw new IOException("a measuring JVM failed: exit=" + exit + ", arguments=" + String.join(" ", arguments)
                    + (said.isEmpty() ? "" : ": " + said.getLast()));
        }
        return found.toString();
    }

    /// Keeps the line that is wanted, and of the others the first, or better the first with an exception.
    private static void hear(String line, StringBuilder found, List<String> said) {
        if (line.startsWith(FOUND)) {
            found.setLength(0);
            found.append(line, FOUND.length(), line.length());
        } else if (said.isEmpty() || !said.getLast().contains("Exception") && line.contains("Exception")) {
            said.add(line.strip());
        }
    }

    public static void delete(Path folder) throws IOException {
        Folders.delete(folder);
    }
}
