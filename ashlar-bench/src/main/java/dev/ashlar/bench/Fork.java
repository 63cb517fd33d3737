// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread.ofVirtual().start(() -> endIfLate(process));
        String found = null;
        String said = "";
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(FOUND)) {
                    found = line.substring(FOUND.length());
                } else if (said.isEmpty() || !said.contains("Exception") && line.contains("Exception")) {
                    said = line.strip();
                }
            }
            int exit = process.waitFor();
            if (exit != 0 || found == null) {
                throw new IOException("a measuring JVM failed: exit=" + exit + ", arguments="
                        + String.join(" ", arguments) + (said.isEmpty() ? "" : ": " + said));
            }
            return found;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a JVM was measuring", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void endIfLate(Process process) {
        try {
            if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }

    public static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
