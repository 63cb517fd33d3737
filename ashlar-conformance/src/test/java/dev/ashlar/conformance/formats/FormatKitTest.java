// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.conformance.formats.FormatKit.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
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

    /// Later versions have to read the same bytes: what is new is added to the list, and nothing else changes there.
    @Test
    void shouldNeverChange() throws Exception {
        List<String> sums = new ArrayList<>();
        try (Stream<Path> files = Files.walk(KitFiles.KIT)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = KitFiles.KIT.relativize(file).toString();
                if (!List.of("README.md", SUMS).contains(name)) {
                    byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                    sums.add(HexFormat.of().formatHex(sum) + "  " + name);
                }
            }
        }
        assertEquals(Files.readAllLines(KitFiles.KIT.resolve(SUMS)), sums);
    }

    @Test
    void shouldStaySmall() throws IOException {
        try (Stream<Path> files = Files.walk(KitFiles.KIT)) {
            long bytes = files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
            assertTrue(bytes > 0 && bytes < MAX_BYTES, "bytes=" + bytes);
        }
    }
}
