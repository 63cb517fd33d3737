// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.ProgramRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Languages whose tools are missing or too old are skipped by name; with `ASHLAR_LANGUAGES=all` in the environment
/// that is a failure.
final class Skips {
    /// One line for each skip, which the end of the build shows; empty if nothing was skipped.
    private static final Path LIST = Path.of("target/skipped-languages.txt");
    /// How commands are installed: the first row whose beginning theirs is.
    private static final List<List<String>> INSTALL = List.of(
            List.of("g++", "apt install g++"),
            List.of("clang-format", "apt install clang-format"),
            List.of("clang++", "apt install clang"),
            List.of("cmake", "apt install cmake"),
            List.of("mcs", "apt install mono-mcs libmono-system-numerics4.0-cil"),
            List.of("mono", "apt install mono-runtime"),
            List.of("cargo clippy", "rustup component add clippy"),
            List.of("rustfmt", "rustup component add rustfmt"),
            List.of("cargo", "https://rustup.rs"),
            List.of("go version", "apt install golang"),
            List.of("/usr/lib/go-1.19/bin/go", "apt install golang-1.19"),
            List.of("node", "apt install nodejs"),
            List.of("tsc", "npm install -g typescript"),
            List.of("prettier", "npm install -g prettier"),
            List.of("python3 -m mypy", "pip install mypy"),
            List.of("python3 -m black", "pip install black"),
            List.of("python3 -c import numpy", "pip install numpy"),
            List.of("python3", "apt install python3"),
            List.of("tshark", "apt install tshark"),
            List.of("sanitizers of g++", "apt install libasan8 libubsan1"),
            List.of("sanitizers of clang++", "apt install libclang-rt-dev"));

    /// The oldest releases that tests can do with, of commands that print theirs: what pages promise for generated
    /// code, and what knows the options that TypeScript is compiled with.
    private static final Map<List<String>, String> OLDEST = Map.of(
            List.of("cargo", "--version"), "1.81",
            List.of("go", "version"), "1.19",
            List.of("node", "--version"), "16.11",
            List.of("tsc", "--version"), "5.0",
            List.of("python3", "--version"), "3.10");
    private static final Pattern RELEASE = Pattern.compile("(\\d+)\\.(\\d+)");
    /// Each test asks.
    private static final Map<List<String>, Boolean> OLD = new ConcurrentHashMap<>();

    private Skips() {
    }

    /// @param tools commands that have to work
    static void require(String language, List<List<String>> tools) throws InterruptedException {
        note(List.of());
        for (List<String> tool : tools) {
            boolean found = Tool.isFound(tool);
            if (!found || isOld(tool)) {
                String skip = found ? skip(language, tool).replace("(no ", "(old ") : skip(language, tool);
                System.out.println("skipped: " + skip);
                note(List.of(skip));
                assertTrue(!Tool.ARE_KNOWN, skip);
                assumeTrue(false, skip);
            }
        }
    }

    /// Skips a test of nothing but advice where the release of its tool may be any.
    static void requireAdvice(String language, List<String> tool) throws InterruptedException {
        assumeTrue(Tool.ARE_KNOWN, "skipped: style of " + language + ", without ASHLAR_LANGUAGES=all");
        require(language, List.of(tool));
    }

    private static boolean isOld(List<String> tool) throws InterruptedException {
        String oldest = OLDEST.get(tool);
        if (oldest == null) {
            return false;
        }
        Boolean old = OLD.get(tool);
        if (old == null) {
            old = isOlder(output(tool), oldest);
            OLD.put(tool, old);
        }
        return old;
    }

    /// @param printed what a command prints, its release first
    static boolean isOlder(String printed, String oldest) {
        return number(printed) < number(oldest);
    }

    /// A number that grows with the release; the greatest if the text names none.
    private static long number(String text) {
        Matcher release = RELEASE.matcher(text);
        return !release.find() ? Long.MAX_VALUE
                : Long.parseLong(release.group(1)) * 1_000_000 + Long.parseLong(release.group(2));
    }

    private static String output(List<String> tool) throws InterruptedException {
        try {
            return ProgramRun.of(tool).text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @param language without its compiler in parentheses, which is the tool
    static String skip(String language, List<String> tool) {
        String sanitized = Sanitizers.compilerOf(tool);
        String command = sanitized == null ? String.join(" ", tool) : "sanitizers of " + sanitized;
        List<String> row = INSTALL.stream().filter(r -> command.startsWith(r.getFirst())).findFirst()
                .orElseThrow(() -> new AssertionError("say how to install it: " + command));
        return language.replaceAll(" \\(.*", "") + " (no " + row.getFirst() + ": " + row.getLast() + ")";
    }

    private static synchronized void note(List<String> skips) {
        try {
            if (!Files.exists(LIST) || !Files.readAllLines(LIST).containsAll(skips)) {
                Files.write(LIST, skips, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
