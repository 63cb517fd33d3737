// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSpaceTest {
    private static final Path IN_MEMORY = Path.of("/dev/shm");
    private static final Os SMALL = new Os() {
        @Override
        public long availableBytes() {
            return 4096;
        }
    };

    @TempDir
    Path folder;

    @Test
    void shouldNotTakeMoreThanTheMemoryAvailable() throws IOException {
        assumeTrue(Files.isDirectory(IN_MEMORY) && Files.getFileStore(IN_MEMORY).type().equals("tmpfs"), "no tmpfs");
        Path memory = Files.createTempDirectory(IN_MEMORY, "ashlar");
        try {
            new FileSpace(SMALL, new Disk(), true).create(memory.resolve("small"), 4096).close();
            new FileSpace(SMALL, new Disk(), false).create(memory.resolve("sparse"), 8192).close();
            IOException refused = assertThrows(IOException.class, () -> new FileSpace(SMALL, new Disk(), true)
                    .create(memory.resolve("large"), 8192));
            assertEquals("more than the memory available: availableBytes=4096", refused.getMessage());
        } finally {
            TestFiles.delete(memory);
        }
    }

    @Test
    void shouldTakeDiskSpaceWhateverTheMemory() throws IOException {
        assumeTrue(!Files.getFileStore(folder).type().equals("tmpfs"), "temporary files are in memory");
        Path file = folder.resolve("large");
        new FileSpace(SMALL, new Disk(), true).create(file, 8192).close();
        assertEquals(8192, Files.size(file));
    }
}
