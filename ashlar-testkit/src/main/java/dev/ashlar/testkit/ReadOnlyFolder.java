// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/// A folder as on read-only media: a second, read-only mount of it, or without write permission if mounting is not
/// permitted.
///
/// @param path path to read from; changes in the folder itself are visible here
public record ReadOnlyFolder(Path path, boolean mounted) implements AutoCloseable {
    public static ReadOnlyFolder of(Path folder) throws IOException {
        Path mount = Files.createDirectory(folder.resolveSibling(folder.getFileName() + ".ro"));
        if (HostCommand.run("mount", "--bind", folder.toString(), mount.toString())) {
            if (HostCommand.run("mount", "-o", "remount,ro,bind", mount.toString())) {
                return new ReadOnlyFolder(mount, true);
            }
            HostCommand.unmount(mount.toString());
        }
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                && !System.getProperty("user.name").equals("root"), "nothing can be made read-only here");
        permit(folder, "r-x", "r--");
        return new ReadOnlyFolder(folder, false);
    }

    private static void permit(Path folder, String ofFolders, String ofFiles) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.toList()) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString((Files.isDirectory(path)
                        ? ofFolders : ofFiles).repeat(3)));
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (mounted) {
            HostCommand.unmount(path.toString());
            Files.delete(path);
        } else {
            permit(path, "rwx", "rw-");
        }
    }
}
