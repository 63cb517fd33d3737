// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A temporary folder that all tests of a JVM share, for data that is written once and read by many; deleted when the
/// JVM ends.
final class JvmFolder {
    private static final Path FOLDER = create();

    static Path get() {
        return FOLDER;
    }

    private static Path create() {
        try {
            Path folder = Files.createTempDirectory("ashlar-testkit");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("not deleted: " + folder + ": " + e);
        }
    }
}
