// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.SmallDisk;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputDirectoryTest {
    @TempDir
    Path root;

    @Test
    void shouldReplaceFilesWhenTheyExist() throws IOException {
        OutputDirectory.write(root, List.of(new GeneratedFile("a/B.java", "one")));
        OutputDirectory.write(root, List.of(new GeneratedFile("a/B.java", "two"), new GeneratedFile("C.java", "c")));
        assertEquals("two", Files.readString(root.resolve("a/B.java")));
        assertEquals(List.of("C.java", "a/B.java"), regularFiles());
    }

    @Test
    void shouldLeaveEverythingAsItWasWhenOneFileFails() throws IOException {
        OutputDirectory.write(root, List.of(new GeneratedFile("a/B.java", "old")));
        Files.createDirectories(root.resolve("a/D.java"));
        assertThrows(IOException.class, () -> OutputDirectory.write(root,
                List.of(new GeneratedFile("a/B.java", "new"), new GeneratedFile("a/D.java", "d"))));
        assertEquals("old", Files.readString(root.resolve("a/B.java")));
        assertEquals(List.of("a/B.java"), regularFiles());
    }

    @Test
    void shouldLeaveEverythingAsItWasWhenTheDiskIsFull() throws Exception {
        List<GeneratedFile> files = List.of(new GeneratedFile("A.java", "a".repeat(5000)),
                new GeneratedFile("B.java", "b".repeat(5000)), new GeneratedFile("C.java", "c".repeat(5000)));
        int pages = 6;
        try (SmallDisk disk = SmallDisk.mount(root, 3 * pages)) {
            OutputDirectory.write(root, List.of(new GeneratedFile("B.java", "old")));
            for (int left = 0; left < pages; left++) {
                disk.leave(left);
                assertThrows(IOException.class, () -> OutputDirectory.write(root, files));
                assertEquals(Map.of("B.java", "old"), disk.files());
            }
            disk.leave(pages);
            OutputDirectory.write(root, files);
            assertEquals(List.of("A.java", "B.java", "C.java"), List.copyOf(disk.files().keySet()));
        }
    }

    @Test
    void shouldRefuseWhenPathLeadsOut() {
        assertThrows(IllegalArgumentException.class,
                () -> OutputDirectory.write(root, List.of(new GeneratedFile("../X.java", ""))));
        assertFalse(Files.exists(root.resolve("../X.java")));
    }

    @Test
    void shouldRefuseNamesOfDevices() throws IOException {
        for (String path : List.of("com/aux/Trade.java", "con.lua", "feed/NUL/types.py", "lpt1/feed.h", "a/Prn.tar.gz")) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class,
                    () -> OutputDirectory.write(root, List.of(new GeneratedFile("A.java", ""), new GeneratedFile(path, ""))));
            assertTrue(refused.getMessage().contains(", path=" + path + " ("), refused.getMessage());
        }
        assertEquals(List.of(), regularFiles());
        OutputDirectory.write(root, List.of(new GeneratedFile("com/auxiliary/Con_.java", "")));
    }

    @Test
    void shouldRefuseFilesThatWouldReplaceEachOther() throws IOException {
        GeneratedFile file = new GeneratedFile("Feed/Trade.cs", "");
        OutputDirectory.write(root, List.of(file, file));
        for (GeneratedFile other : List.of(new GeneratedFile("feed/TRADE.cs", ""), new GeneratedFile("Feed/Trade.cs", "x"))) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class,
                    () -> OutputDirectory.write(root, List.of(file, other)));
            assertTrue(refused.getMessage().contains("path=" + other.path() + ", other=Feed/Trade.cs"), refused.getMessage());
        }
        assertEquals(List.of("Feed/Trade.cs"), regularFiles());
    }

    private List<String> regularFiles() throws IOException {
        return TestFiles.files(root).stream().map(file -> root.relativize(file).toString()).toList();
    }
}
