// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Folders of the kit as zip files: stores are mostly zeros.
final class KitFiles {
    static final Path KIT = Path.of(System.getProperty("ashlar.root", ".."), "conformance/formats").toAbsolutePath()
            .normalize();
    /// What a writer of archives may leave, and readers leave alone.
    private static final String SPARE_HEAD = "archive.head.tmp";

    /// The same files give the same bytes.
    static void zip(Path folder, Path target) throws IOException {
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(target));
                ZipOutputStream zip = new ZipOutputStream(file); Stream<Path> walk = Files.walk(folder)) {
            List<Path> files = walk.filter(one -> Files.isRegularFile(one) && !one.endsWith(SPARE_HEAD)).sorted()
                    .toList();
            for (Path one : files) {
                ZipEntry entry = new ZipEntry(folder.relativize(one).toString());
                entry.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
                zip.putNextEntry(entry);
                Files.copy(one, zip);
                zip.closeEntry();
            }
        }
    }

    static Path unzip(Path source, Path folder) throws IOException {
        try (InputStream file = Files.newInputStream(source); ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder)) {
                    throw new IOException("entry outside its folder: " + entry.getName());
                }
                Files.createDirectories(target.getParent());
                Files.copy(zip, target);
            }
        }
        return folder;
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path one : walk.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(one).toString());
                Files.createDirectories(target.getParent());
                Files.copy(one, target);
            }
        }
    }
}
