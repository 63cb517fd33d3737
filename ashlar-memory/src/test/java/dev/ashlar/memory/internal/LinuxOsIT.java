// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.ProgramRun;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// In a JVM with native access.
class LinuxOsIT {
    @TempDir
    Path folder;

    /// Names with each byte that a name may have, in several files: no locale has a character for all of them.
    public static final class Names {
        public static void main(String[] args) throws IOException {
            Os os = Os.current();
            assertTrue(os instanceof LinuxOs);
            Path folder = Path.of(args[0]);
            for (int first = 1; first < 256; first += 64) {
                StringBuilder name = new StringBuilder("a+%25");
                for (int value = first; value < Math.min(first + 64, 256); value++) {
                    name.append(value == '/' ? "" : "%" + Integer.toHexString(256 + value).substring(1));
                }
                Path file = Path.of(URI.create(folder.toUri() + name.toString()));
                Files.write(file, new byte[5000]);
                assertTrue(os.allocatedBytes(file) >= 0, file::toString);
                if (os.fallocate(folder.resolve("plain"), 0, 1)) {
                    assertTrue(os.fallocate(file, 0, 1 << 20), file::toString);
                    assertEquals(1 << 20, Files.size(file), file::toString);
                }
            }
            assertTrue(os.allocatedBytes(folder) >= 0);
            assertEquals(-1, os.allocatedBytes(folder.resolve("none")));
        }
    }

    @Test
    void shouldFindFilesWithNamesInAnyCharset() throws Exception {
        assumeTrue(Files.exists(Smaps.FILE), "not Linux");
        Files.createFile(folder.resolve("plain"));
        ProgramRun.check(List.of(ProgramRun.jdk("java"), "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), Names.class.getName(), folder.toString()));
    }
}
