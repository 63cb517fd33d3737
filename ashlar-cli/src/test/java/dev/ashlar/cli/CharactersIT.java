// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Characters beyond ASCII, whatever the locale is, and those that a terminal acts on.
class CharactersIT {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();
    private static final List<String> LOCALE = List.of("LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG");

    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void makeStore() throws IOException {
        assumeTrue(File.separatorChar == '/', "skipped, locales are those of POSIX");
        folder = temp.resolve("day.store");
        ShopStore.write(folder, 1, row -> new ShopStore.Trade("A", 1, 1, 0));
    }

    /// Runs a command line with no variables of a locale but these.
    private Command run(Map<String, String> locale, List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).redirectInput(Path.of("/dev/null").toFile());
        LOCALE.forEach(builder.environment()::remove);
        builder.environment().putAll(locale);
        return Command.of(builder);
    }

    private static List<String> ashlar(Object... words) {
        return Command.java(Main.class, Command.words(words));
    }

    @Tag("slow")
    @Test
    void shouldWriteUtf8WhateverTheLocale() throws Exception {
        Path file = Files.writeString(temp.resolve("ask.sql"), "select 'Müller 😀' as note");
        for (Map<String, String> locale : List.of(Map.<String, String>of(), Map.of("LC_ALL", "C"), Map.of("LANG", "POSIX"))) {
            Command csv = run(locale, ashlar("query", folder, "-f", file, "--format", "csv"));
            assertEquals("note\nMüller 😀\n", csv.out(), csv.err());
        }
        Path wrong = Files.writeString(temp.resolve("wrong.sql"), "select \"Müller\" from Trade");
        Command failed = run(Map.of("LC_ALL", "C"), ashlar("query", folder, "-f", wrong));
        assertEquals(3, failed.exitCode());
        assertTrue(failed.err().contains("'Müller'"), failed.err());
    }

    /// What the locale cannot read is no question: it would have another answer.
    @Tag("slow")
    @Test
    void shouldRefuseArgumentsThatCouldNotBeDecoded() throws Exception {
        List<String> umlaut = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" \"$(printf \"select 'M\\303\\274ller' as n\")\"",
                "sh"));
        umlaut.addAll(ashlar("query", folder, "--format", "csv"));
        Command refused = run(Map.of("LC_ALL", "C"), umlaut).failed(2, "LC_ALL=C.UTF-8");
        assertEquals("", refused.out());
        List<String> broken = new ArrayList<>(umlaut);
        broken.set(2, "exec \"$@\" \"$(printf \"select 'M\\374ller' as n\")\"");
        assertEquals(2, run(Map.of("LC_ALL", "C.UTF-8"), broken).exitCode());
        // The character that stands for others may be asked for.
        broken.set(2, "exec \"$@\" \"$(printf \"select '\\357\\277\\275' as n\")\"");
        Command itself = run(Map.of("LC_ALL", "C.UTF-8"), broken);
        assumeTrue(itself.exitCode() == 0, "skipped, no locale C.UTF-8 here");
        assertEquals("n\n\ufffd\n", itself.out());
    }

    /// The launcher, with a program for Java that says in which locale it runs, and in which its messages are.
    @Test
    void shouldRunInALocaleThatHasUtf8AndEnglishMessages() throws Exception {
        Path home = Files.createDirectory(temp.resolve("home"));
        Files.copy(ROOT.resolve("ashlar"), home.resolve("ashlar"));
        Path bin = Files.createDirectories(temp.resolve("jdk/bin"));
        Files.writeString(bin.resolve("java"), """
                #!/bin/sh
                echo "${LC_ALL:-${LC_CTYPE:-$LANG}} ${LC_ALL:-${LC_MESSAGES:-$LANG}}"
                """);
        Files.writeString(bin.resolve("javac"), "");
        for (String program : List.of("java", "javac")) {
            assertTrue(bin.resolve(program).toFile().setExecutable(true));
        }
        Files.writeString(temp.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        Map<Map<String, String>, String> locales = Map.of(Map.of(), "C.UTF-8", Map.of("LC_ALL", "C"), "C.UTF-8",
                Map.of("LC_ALL", "POSIX", "LANG", "de_DE.UTF-8"), "C.UTF-8", Map.of("LANG", "C"), "C.UTF-8",
                Map.of("LC_ALL", "de_DE.UTF-8"), "de_DE.UTF-8",
                Map.of("LC_CTYPE", "C", "LANG", "C.UTF-8"), "C.UTF-8", Map.of("LANG", "de_DE.UTF-8", "LC_ALL", ""), "de_DE.UTF-8",
                Map.of("LC_CTYPE", "C.UTF-8", "LANG", "C"), "C.UTF-8");
        for (Map.Entry<Map<String, String>, String> locale : locales.entrySet()) {
            List<String> words = new ArrayList<>(List.of("env", "JAVA_HOME=" + temp.resolve("jdk"), "bash",
                    home.resolve("ashlar").toString(), "serve"));
            Command command = run(locale.getKey(), words);
            assertEquals(locale.getValue() + " C\n", command.out(), () -> locale + command.err());
        }
    }

    /// What a store holds must not act on a terminal that shows an error.
    @Test
    void shouldShowControlsInErrors() throws Exception {
        String sql = "select cast(E'\\u001b]0;owned\\u0007\\u009b2J' as integer) from Trade";
        Command.run("query", folder, sql).failed(3, "\\u001b]0;owned\\u0007\\u009b2J");
        Command session = Command.runWithInput(Files.writeString(temp.resolve("input"), sql + ";"), "sql", folder);
        assertTrue(session.err().contains("\\u001b]0;owned\\u0007\\u009b2J"), session.err());
        assertFalse(session.err().contains("\u001b"), session.err());
    }
}
