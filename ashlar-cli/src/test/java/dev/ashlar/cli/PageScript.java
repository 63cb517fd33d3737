// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Follows a page as a newcomer does: saves its files, runs its commands, and compares what they print.
///
/// A file is a block whose first line is its name in a comment; a block `sh` is run, and the block `text` right after
/// it is what it prints, with `…` for anything. Other blocks are for the eye.
///
/// Commands find `ashlar` on their path and the libraries in the folder `$ASHLAR`, as after a build. Both stand for
/// the class path of this test; for `ashlar` see [PageCommands].
final class PageScript {
    private static final Pattern STEP = Pattern.compile(
            "^```(?:xml|java)\n(?:<!--|//) (?<file>[\\w.-]+)(?: -->)?\n(?<text>.*?)^```$"
                    + "|^```sh\n(?<script>.*?)^```$(?:\n```text\n(?<wanted>.*?)^```$)?",
            Pattern.DOTALL | Pattern.MULTILINE);
    /// Programs of pages live for a second: too short for the second compiler.
    private static final String JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final Path page;
    private final Path tools;
    private final Path folder;

    /// @param tools  has `ashlar`
    /// @param folder that is empty, or has what another page left
    PageScript(Path page, Path tools, Path folder) throws IOException {
        this.page = page;
        this.folder = folder;
        this.tools = tools;
        if (Files.notExists(tools.resolve("lib"))) {
            install();
        }
    }

    private void install() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, Stream.of(System.getProperty("java.class.path")
                .split(":")).map(entry -> Path.of(entry).toUri().toString()).collect(Collectors.joining(" ")));
        Path libraries = Files.createDirectories(tools.resolve("lib")).resolve("ashlar.jar");
        new JarOutputStream(Files.newOutputStream(libraries), manifest).close();
    }

    /// Follows the whole page.
    ///
    /// @return how many files were saved and scripts run
    int follow() throws IOException, InterruptedException {
        int steps = 0;
        for (Matcher step = STEP.matcher(Files.readString(page)); step.find(); steps++) {
            if (step.group("file") != null) {
                Files.writeString(folder.resolve(step.group("file")), step.group("text"));
            } else {
                String out = run(step.group("script"));
                if (step.group("wanted") != null) {
                    check(step.group("script"), step.group("wanted"), out);
                }
            }
        }
        return steps;
    }

    private static void check(String script, String wanted, String found) {
        String pattern = Pattern.quote(wanted.strip()).replace("…", "\\E.*\\Q");
        assertTrue(Pattern.compile(pattern, Pattern.DOTALL).matcher(trimmed(found)).matches(), () -> "script: " + script
                + "\nwanted:\n" + wanted + "\nfound:\n" + found);
    }

    /// Editors drop blanks at the ends of lines.
    private static String trimmed(String text) {
        return text.lines().map(String::stripTrailing).collect(Collectors.joining("\n")).strip();
    }

    /// @return what it prints on standard output
    String run(String script) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-eu", "-c", script).directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        String bin = Path.of(System.getProperty("java.home"), "bin").toString();
        shell.environment().merge("PATH", tools + ":" + bin, (old, ours) -> ours + ":" + old);
        shell.environment().put("ASHLAR", tools.resolve("lib").toString());
        shell.environment().put("JDK_JAVA_OPTIONS", JAVA_OPTIONS);
        Command ran = Command.of(shell);
        assertEquals(0, ran.exitCode(), () -> page + ": " + script + "\n" + ran.out() + ran.err());
        return ran.out();
    }

    /// The commands of the first script of the page, each with what it prints, as a terminal shows it.
    ///
    /// @param prefix of the commands that are wanted
    List<String> transcript(String... prefix) throws IOException, InterruptedException {
        Matcher step = STEP.matcher(Files.readString(page));
        List<String> lines = new ArrayList<>();
        while (step.find() && lines.isEmpty()) {
            if (step.group("script") == null) {
                continue;
            }
            for (String command : step.group("script").lines().toList()) {
                String out = run(command);
                if (Stream.of(prefix).anyMatch(command::startsWith)) {
                    lines.add("$ " + command);
                    lines.addAll(out.lines().map(String::stripTrailing).toList());
                    lines.add("");
                }
            }
        }
        return lines.subList(0, lines.size() - 1);
    }
}
