// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacementTest {
    @TempDir
    Path folder;

    @Test
    void shouldReplaceWhenCommitted() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "old");
        try (Replacement replacement = Replacement.of(file)) {
            replacement.write("new".getBytes());
            assertEquals("old", Files.readString(file));
            replacement.commit();
        }
        assertEquals("new", Files.readString(file));
        assertEquals(List.of("a"), TestFiles.names(folder));
    }

    @Test
    void shouldLeaveNothingWhenNotCommitted() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "old");
        try (Replacement replacement = Replacement.of(file)) {
            replacement.write("new".getBytes());
        }
        assertEquals("old", Files.readString(file));
        assertEquals(List.of("a"), TestFiles.names(folder));
    }

    @Test
    void shouldFollowALink() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        Replacement.write(link, "new".getBytes());
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("new", Files.readString(file));
    }

    @Test
    void shouldRefuseAFolder() {
        assertThrows(FileAlreadyExistsException.class, () -> Replacement.of(folder));
    }
}
