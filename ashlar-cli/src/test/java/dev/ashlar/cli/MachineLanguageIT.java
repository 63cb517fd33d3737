// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Where the machine's language has digits and separators of its own, neither files nor output have any of them.
class MachineLanguageIT extends SampleFeedFiles {
    private static final Pattern ARABIC = Pattern.compile(".*\\p{InArabic}.*");
    private static final List<String> LANGUAGES = List.of("java", "cpp", "csharp", "rust", "go", "typescript", "python",
            "wireshark", "sbeir");

    MachineLanguageIT() {
        super(2_000);
    }

    /// Runs commands one after the other.
    static final class Program {
        /// @param args words of commands, each of which ends with a semicolon
        public static void main(String[] args) {
            List<String> command = new ArrayList<>();
            for (String word : args) {
                if (!word.equals(";")) {
                    command.add(word);
                    continue;
                }
                int exitCode = Main.run(command.toArray(String[]::new));
                if (exitCode != 0) {
                    System.exit(exitCode);
                }
                command.clear();
            }
            System.exit(0);
        }
    }

    private List<String> commands() {
        List<Object> words = new ArrayList<>();
        String table = "Trade";
        Path csv = temp.resolve("trades.csv");
        Path imported = temp.resolve("imported.store");
        words.addAll(List.of("load", "-s", schema, "-f", "cme-mdp3", "-d", folder, capture, ";"));
        for (String language : LANGUAGES) {
            words.addAll(List.of("compile", "-l", language, schema, "-o", temp.resolve("generated").resolve(language)));
            words.addAll(language.equals("wireshark") ? List.of("-f", "cme-mdp3", ";") : List.of(";"));
        }
        words.addAll(List.of("info", folder, ";", "verify", folder, ";", "dump", folder, table, "--limit", "5", ";"));
        words.addAll(List.of("decode", "-s", schema, "-f", "cme-mdp3", "--limit", "20", capture, ";"));
        words.addAll(List.of("query", folder, "select *, price * 1.5, now(), interval '1' day, date_trunc('minute', _time), "
                + "1234567.5, 1e30 from Trade limit 5", ";"));
        words.addAll(List.of("query", folder, "explain analyze select securityId, count(*) from Trade group by securityId", ";"));
        words.addAll(List.of("query", folder, "summarize Trade", ";", "export", folder, table, "-o", csv, ";"));
        words.addAll(List.of("import", csv, "-d", imported, "--table", table, ";", "info", imported, ";"));
        words.addAll(List.of("query", imported, "select * from Trade limit 5", ";"));
        return Command.words(words);
    }

    @Tag("slow")
    @Test
    void shouldWriteTheSameDigitsInEachLanguage() throws Exception {
        List<String> program = Command.java(Program.class, commands());
        program.addAll(1, List.of("-Duser.language=ar", "-Duser.country=EG"));
        Command run = Command.of(new ProcessBuilder(program).redirectInput(Path.of("/dev/null").toFile()));
        List<String> wrong = new ArrayList<>(lines(run.done()));
        wrong.addAll(lines(run.err()));
        try (Stream<Path> files = Files.walk(temp)) {
            for (Path file : files.toList()) {
                wrong.addAll(lines(temp.relativize(file).toString()));
                if (Files.isRegularFile(file) && (file.startsWith(temp.resolve("generated")) || file.toString().endsWith(".csv"))) {
                    wrong.addAll(lines(text(file)));
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    /// Compiled schemas are not text.
    private static String text(Path file) throws IOException {
        return file.toString().endsWith(".sbeir") ? "" : Files.readString(file);
    }

    private static List<String> lines(String text) {
        return text.lines().filter(line -> ARABIC.matcher(line).matches()).toList();
    }
}
