// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folders with all that is in them, and files for messages.
public final class TestFiles {
    private TestFiles() {
    }

    /// The names of what lies in a folder, in order.
    public static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /// The files in a folder and in the folders in it, in order.
    public static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /// Copies a folder to a place where nothing is.
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    public static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /// What stands in a file, or why it cannot be read.
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /// Damages a byte; once more makes it sound again.
    public static void flip(Path file, long offset) throws IOException {
        flip(file, offset, 0x10);
    }

    /// Changes these bits of a byte.
    public static void flip(Path file, long offset, int bits) throws IOException {
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
            content.seek(offset);
            int value = content.read();
            content.seek(offset);
            content.write(value ^ bits);
        }
    }
}
