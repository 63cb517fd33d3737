// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// The machine and the software of a run: what a figure means nothing without.
final class Environment {
    private static final Path CPU = Path.of("/proc/cpuinfo");
    private static final Path LOAD = Path.of("/proc/loadavg");

    private Environment() {
    }

    /// Facts by name, in the order to print them.
    static Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("cpu", cpu());
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("load", load());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch"));
        facts.put("jdk", System.getProperty("java.vendor.version", System.getProperty("java.vendor")) + " "
                + System.getProperty("java.runtime.version"));
        facts.put("commit", commit());
        facts.put("flags", String.join(" ", Rounds.JVM_ARGS));
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.MINUTES).toString());
        return facts;
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(CPU)) {
            return lines.filter(line -> line.startsWith("model name")).findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip()).orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String load() {
        try {
            return Files.readString(LOAD).strip().split(" ")[0] + " when started";
        } catch (IOException e) {
            return "unknown";
        }
    }

    /// The commit of the sources the class was built from, if it still lies in their folder.
    private static String commit() {
        try {
            Path here = Path.of(Environment.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            Process git = new ProcessBuilder("git", "-C", here.toAbsolutePath().getParent().toString(), "describe",
                    "--always",
                    "--dirty", "--exclude=*").redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 && !answer.isEmpty() ? answer : "unknown";
        } catch (IOException | URISyntaxException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
