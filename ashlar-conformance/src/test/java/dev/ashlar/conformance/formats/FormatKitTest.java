// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.conformance.formats.FormatKit.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Java gives the answers of the conformance kit, which an earlier version of it has given.
class FormatKitTest {
    private static final long MAX_BYTES = 500_000;
    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"types", "types-big", "versions", "retired", "live", "killed"})
    void shouldGiveTheAnswersOfTheKit(String name) throws Exception {
        assertEquals(Files.readString(KitFiles.KIT.resolve(name + ".json")),
                FormatKit.answers(KitFiles.KIT, name, temp));
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
    void shouldStaySmall() throws IOException {
        try (Stream<Path> files = Files.walk(KitFiles.KIT)) {
            long bytes = files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
            assertTrue(bytes > 0 && bytes < MAX_BYTES, "bytes=" + bytes);
        }
    }
}
