// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Operations on folders with their contents, and on files.
public final class TestFiles {
    private TestFiles() {
    }

    /// The sorted names of the files and folders in a folder.
    public static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /// The files in a folder and its subfolders, sorted.
    public static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /// Copies a folder with its permissions to a path that does not exist.
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            List<Path> paths = all.toList();
            for (Path path : paths) {
                Path copy = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectory(copy);
                } else {
                    Files.copy(path, copy);
                }
            }
            // Last, since nothing can be created in a read-only folder.
            for (Path path : paths.reversed()) {
                if (Files.isDirectory(path) && Files.getFileStore(path).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(to.resolve(from.relativize(path).toString()),
                            Files.getPosixFilePermissions(path));
                }
            }
        }
    }

    /// Deletes a folder, also a read-only one.
    public static void delete(Path folder) throws IOException {
        makeWritable(folder);
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /// Makes a file, or a folder with all it contains, writable.
    public static void makeWritable(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.toList()) {
                if (!each.toFile().setWritable(true)) {
                    throw new IOException("cannot be made writable: " + each);
                }
            }
        }
    }

    /// Writes a file that every test needs.
    static Path write(Path file, byte[] content) {
        try {
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The text of a file, or the reason why it cannot be read.
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /// Damages a byte; a second call repairs it.
    public static void flip(Path file, long offset) throws IOException {
        flip(file, offset, 0x10);
    }

    /// Flips bits of a byte.
    public static void flip(Path file, long offset, int bits) throws IOException {
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
            content.seek(offset);
            int value = content.read();
            content.seek(offset);
            content.write(value ^ bits);
        }
    }
}
