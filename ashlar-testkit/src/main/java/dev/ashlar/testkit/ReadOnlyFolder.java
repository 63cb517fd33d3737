// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A folder seen as read-only media show it: another mount of it, or without permission to write where mounts are not
/// ours to make.
///
/// @param path to read from; what is written to the folder itself is seen here
record ReadOnlyFolder(Path path, boolean mounted) implements AutoCloseable {
    static ReadOnlyFolder of(Path folder) throws IOException {
        Path mount = Files.createDirectory(folder.resolveSibling(folder.getFileName() + ".ro"));
        if (run("mount", "--bind", folder.toString(), mount.toString())) {
            if (run("mount", "-o", "remount,ro,bind", mount.toString())) {
                return new ReadOnlyFolder(mount, true);
            }
            run("umount", mount.toString());
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

    /// Runs a command of the system.
    ///
    /// @return whether it succeeded
    static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        if (mounted) {
            run("umount", path.toString());
            Files.delete(path);
        } else {
            permit(path, "rwx", "rw-");
        }
    }
}
