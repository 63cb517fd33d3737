// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folders of a measuring JVM, on disk and in memory. The process that starts the JVM creates and removes them, so that
/// nothing is left of a JVM that crashed.
///
/// @param disk   folder for its temporary files
/// @param memory folder for files that must not be on a disk; the same as `disk` if the system has no other place
public record Scratch(Path disk, Path memory) implements AutoCloseable {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String TEMPORARY = "java.io.tmpdir";
    private static final String IN_MEMORY = "ashlar.lab.memory";
    private static final String PREFIX = "ashlar-lab";

    /// @throws IOException if they cannot be made
    public static Scratch in(Path folder) throws IOException {
        Path disk = Files.createTempDirectory(folder, PREFIX);
        return new Scratch(disk,
                Files.isWritable(SHARED_MEMORY) ? Files.createTempDirectory(SHARED_MEMORY, PREFIX) : disk);
    }

    /// The flags that pass them to a JVM.
    public List<String> flags() {
        return List.of("-D" + TEMPORARY + "=" + disk.toAbsolutePath(), "-D" + IN_MEMORY + "=" + memory.toAbsolutePath());
    }

    /// The folder in memory that was passed to this JVM, or else that of temporary files.
    public static Path inMemory() {
        return Path.of(System.getProperty(IN_MEMORY, System.getProperty(TEMPORARY)));
    }

    /// Deletes a folder with its contents.
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /// Removes both with their contents; the JVM must have ended.
    @Override
    public void close() throws IOException {
        try {
            delete(disk);
        } finally {
            if (!memory.equals(disk)) {
                delete(memory);
            }
        }
    }
}
