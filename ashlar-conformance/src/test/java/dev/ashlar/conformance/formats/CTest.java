// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.conformance.formats.FormatKit.Damage;
import dev.ashlar.conformance.languages.Tool;
import dev.ashlar.store.internal.v1.file.StoreId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// C reads what Java writes: `c/ashlar.h` gives the answers of the conformance kit, passes its own tests under the
/// address and undefined-behaviour sanitizers, and compiles without warnings wherever it should.
class CTest {
    private static final List<String> WARNINGS = List.of("-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
            "-Wsign-conversion", "-fsyntax-only", "-I" + CPrograms.SOURCES);
    /// What C prints of a message: its fields are for decoders.
    private static final Pattern MESSAGE = Pattern.compile("(?m)^(\\{\"_position\":\\d+,\"_time\":\"[^\"]*\","
            + "\"_sequence\":\\d+(?:,\"_row\":\\d+)?(?:,\"template\":\"\\w+\",\"id\":\\d+,\"schema\":\\d+,"
            + "\"version\":\\d+|,\"_length\":\\d+)).*(,\"_bytes\":\"[0-9a-f]*\"\\}.*)$");
    @TempDir
    Path temp;

    private static List<String> kit(StoreId boot, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(CPrograms.program("kit"), "--boot",
                HexFormat.of().toHexDigits(boot.high()), HexFormat.of().toHexDigits(boot.low())));
        command.addAll(List.of(more));
        return command;
    }

    @Tag("slow")
    @Test
    void shouldPassItsOwnTests() throws Exception {
        String text = CPrograms.check("ctest", "--test-dir", CPrograms.built().toString(), "--output-on-failure");
        assertTrue(text.contains("100% tests passed"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"types", "types-big", "versions", "retired", "live", "killed", "commits"})
    void shouldGiveTheAnswersOfTheKit(String name) throws Exception {
        Matcher answers = Pattern.compile("(?s)\\{\"[0-9a-f]{32}\":(.*),\n\"[0-9a-f]{32}\":(.*)\\}\n")
                .matcher(Files.readString(KitFiles.KIT.resolve(name + ".json")));
        assertTrue(answers.matches());
        String other = answers.group(2).equals("\"same\"") ? answers.group(1) : answers.group(2);
        for (String option : List.of("--pinned", "--read-only")) {
            assertEquals(brief(answers.group(1)), read(name, KitDisk.WRITTEN, option));
            String found = read(name, KitDisk.LATER, option);
            // What a journal fills is refused where its rows are not all there.
            List<String> refused = Pattern.compile("\"(\\w+)\":\\{\"recoveryNeeded\":true\\}").matcher(found).results()
                    .map(result -> result.group(1)).toList();
            String expected = brief(other);
            for (String table : refused) {
                expected = Pattern.compile("(?s)\"" + table + "\":\\{\"first\":.*?\\](?:,\"damaged\":\\{[^}]*\\})?\\}"
                        + "(?=,\n\"|\\},\n\")").matcher(expected)
                        .replaceFirst("\"" + table + "\":{\"recoveryNeeded\":true}");
            }
            assertEquals(expected, found);
            assertEquals(name.equals("live") || name.equals("killed"), refused.contains("Order"), refused::toString);
        }
    }

    @Test
    void shouldTakeTheMessagesOfTheKit() throws Exception {
        Path folder = KitFiles.unzip(KitFiles.KIT.resolve("queues.zip"), temp.resolve("queues"));
        assertEquals(Files.readString(KitFiles.KIT.resolve("queues.json")),
                CPrograms.check(CPrograms.program("kit"), "--queues", folder.toString()));
    }

    private String read(String name, StoreId boot, String option) throws Exception {
        Path folder = KitFiles.unzip(KitFiles.KIT.resolve(name + ".zip"), Files.createTempDirectory(temp, name));
        return CPrograms.check(kit(boot, option, folder.toString())).strip();
    }

    private static String brief(String answer) {
        return MESSAGE.matcher(answer).replaceAll("$1$2");
    }

    @Test
    void shouldReportDamageAndNeverReturnIt() throws Exception {
        Matcher answers = Pattern.compile("(?s)\n\"answers\":(\\{.*?\\})\\}(?=,\n\\{\"name\"|\\]\n)")
                .matcher(Files.readString(KitFiles.KIT.resolve("damages.json")));
        for (Damage damage : FormatKit.DAMAGES) {
            assertTrue(answers.find());
            Path folder = KitFiles.unzip(KitFiles.KIT.resolve(damage.store() + ".zip"), temp.resolve(damage.name()));
            damage.to(folder);
            String found = CPrograms.check(kit(KitDisk.WRITTEN, "--brief", folder.toString())).strip();
            assertEquals(anyFirst(answers.group(1)), anyFirst(found), damage.name());
            String report = CPrograms.check(kit(KitDisk.WRITTEN, "--verify", folder.toString()));
            // The other durable checkpoint is as good.
            assertEquals(damage.name().equals("head"), report.contains("problems=0"), report);
            assertTrue(damage.name().equals("head") || report.contains(": "), report);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"days", "hours"})
    void shouldListTheDaysOfAnArchive(String name) throws Exception {
        String answers = Files.readString(KitFiles.KIT.resolve(name + ".json"));
        String first = answers.substring(answers.indexOf(":{") + 1);
        Path folder = KitFiles.unzip(KitFiles.KIT.resolve(name + ".zip"), temp.resolve(name));
        assertEquals(days(first), archive(folder));
    }

    @Test
    void shouldReportDamagedDaysAndListTheOthers() throws Exception {
        List<String> answers = Pattern.compile("(?s)\n\"answers\":(\\{.*?\\})\\}(?=,\n\\{\"name\":\"[a-z-]+\",\"archive\"|\\]\n)")
                .matcher(Files.readString(KitFiles.KIT.resolve("archive-damages.json"))).results()
                .map(result -> result.group(1)).toList();
        assertEquals(ArchiveDamage.ALL.size(), answers.size());
        for (ArchiveDamage damage : ArchiveDamage.ALL) {
            Path folder = KitFiles.unzip(KitFiles.KIT.resolve(damage.archive() + ".zip"), temp.resolve(damage.name()));
            damage.to(folder);
            assertEquals(days(answers.get(ArchiveDamage.ALL.indexOf(damage))), archive(folder), damage.name());
        }
    }

    /// What C prints of an archive: its tables over all days are for others.
    private static String days(String answers) {
        int end = answers.indexOf("],\"tables\":{\n\"");
        return end < 0 ? answers : answers.substring(0, end) + "]}";
    }

    private static String archive(Path folder) throws Exception {
        return CPrograms.check(kit(KitDisk.WRITTEN, "--archive", folder.toString())).lines()
                .filter(line -> !line.matches("[a-z ]+: .*")).collect(Collectors.joining("\n"));
    }

    /// Where the chunk before is missing too, readers may name any place in it as the first.
    private static String anyFirst(String answers) {
        return answers.replaceAll("(\"messages\":\\d+,\"damaged\":\\{\"first\":)(?:8128|8192),", "$1any,");
    }

    @Test
    void shouldCompileWithoutWarnings() throws Exception {
        CPrograms.require("gcc", "clang", "g++", "clang++");
        for (String compiler : List.of("gcc", "clang")) {
            CPrograms.check(List.of(compiler, "-std=c11"), with("tests/ashlar.c"));
        }
        for (String compiler : List.of("g++", "clang++")) {
            CPrograms.check(List.of(compiler, "-std=c++20"), with("tests/cpp.cpp"));
            CPrograms.check(List.of(compiler, "-std=c++20", "-x", "c++"), with("tests/ashlar.c"));
        }
    }

    private static String[] with(String file) {
        List<String> options = new ArrayList<>(WARNINGS);
        options.addAll(Tool.WARNINGS_FAIL);
        options.add(CPrograms.SOURCES.resolve(file).toString());
        return options.toArray(String[]::new);
    }
}
