// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.conformance.formats.FormatKit.Damage;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Java gives the answers of the conformance kit, which an earlier version of it has given.
class FormatKitTest {
    private static final long MAX_BYTES = 650_000;
    private static final String SUMS = "sha256sums";
    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"types", "types-big", "versions", "retired", "live", "killed", "commits", "days",
        "hours"})
    void shouldGiveTheAnswersOfTheKit(String name) throws Exception {
        assertEquals(Files.readString(KitFiles.KIT.resolve(name + ".json")),
                FormatKit.answers(KitFiles.KIT, name, temp));
    }

    @Test
    void shouldTakeTheMessagesOfTheKit() throws Exception {
        assertEquals(Files.readString(KitFiles.KIT.resolve("queues.json")),
                QueueAnswers.of(KitFiles.unzip(KitFiles.KIT.resolve("queues.zip"), temp.resolve("queues"))));
    }

    @Test
    void shouldFindTheDamagesOfTheKit() throws Exception {
        List<String> found = new ArrayList<>();
        for (Damage damage : FormatKit.DAMAGES) {
            Path folder = KitFiles.unzip(KitFiles.KIT.resolve(damage.store() + ".zip"), temp.resolve(damage.name()));
            damage.to(folder);
            found.add(damage.json() + ",\n\"answers\":" + KitAnswers.of(folder, new KitDisk(KitDisk.WRITTEN), true)
                    + "}");
        }
        assertEquals(Files.readString(KitFiles.KIT.resolve("damages.json")), "[" + String.join(",\n", found) + "]\n");
    }

    @Test
    void shouldFindTheDamagesOfTheArchives() throws Exception {
        assertEquals(Files.readString(KitFiles.KIT.resolve("archive-damages.json")),
                FormatKit.archiveDamages(KitFiles.KIT, temp));
    }

    /// What the program makes today has the same answers, and files of the same lengths: ids and times in them are
    /// others. An archive's head is text, and says more of its tables than it did.
    @Test
    void shouldBeMadeAgain() throws Exception {
        Path made = temp.resolve("made");
        FormatKit.write(made, Files.createDirectory(temp.resolve("work")));
        List<String> names = names(made);
        List<String> golden = names(KitFiles.KIT);
        golden.removeAll(List.of("README.md", SUMS));
        assertEquals(golden, names);
        for (String name : names) {
            if (name.endsWith(".zip")) {
                assertEquals(entries(KitFiles.KIT.resolve(name)), entries(made.resolve(name)), name);
            } else {
                assertEquals(Files.readString(KitFiles.KIT.resolve(name)), Files.readString(made.resolve(name)), name);
            }
        }
    }

    /// Without those in folders.
    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).sorted()
                    .collect(Collectors.toCollection(ArrayList::new));
        }
    }

    private static List<String> entries(Path zip) throws IOException {
        try (ZipFile file = new ZipFile(zip.toFile())) {
            return file.stream().map(entry -> entry.getName()
                    + (entry.getName().equals("archive.head") ? "" : " " + entry.getSize())).toList();
        }
    }

    /// Later versions have to read the same bytes: what is new is added to the list, and nothing else changes there.
    @Test
    void shouldNeverChange() throws Exception {
        List<String> sums = new ArrayList<>();
        for (Path file : TestFiles.files(KitFiles.KIT)) {
            String name = KitFiles.KIT.relativize(file).toString();
            if (!List.of("README.md", SUMS).contains(name)) {
                byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                sums.add(HexFormat.of().formatHex(sum) + "  " + name);
            }
        }
        assertEquals(Files.readAllLines(KitFiles.KIT.resolve(SUMS)), sums);
    }

    @Test
    void shouldStaySmall() throws IOException {
        long bytes = TestFiles.files(KitFiles.KIT).stream().mapToLong(file -> file.toFile().length()).sum();
        assertTrue(bytes > 0 && bytes < MAX_BYTES, "bytes=" + bytes);
    }
}
