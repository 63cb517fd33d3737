// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Folders of days as wholes: protects, syncs and removes them.
final class DayFolder {
    /// What ends the names of folders and files that are not whole.
    static final String TEMPORARY = ".tmp";
    private static final Set<PosixFilePermission> WRITING = EnumSet.of(PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private DayFolder() {
    }

    /// Takes the permission to write from a folder and all that is in it.
    static void protect(Path folder) throws IOException {
        // From the inside out: of a folder that is protected nothing else could be changed.
        for (Path path : all(folder)) {
            setWritable(path, Set.of());
        }
    }

    /// Gives the permission to write to a folder and all that is in it: to the owner, and to the group if the folder
    /// above gives it to its own.
    static void unprotect(Path folder) throws IOException {
        Set<PosixFilePermission> writing = EnumSet.of(PosixFilePermission.OWNER_WRITE);
        PosixFileAttributeView around = Files.getFileAttributeView(folder.toAbsolutePath().getParent(),
                PosixFileAttributeView.class);
        if (around != null && around.readAttributes().permissions().contains(PosixFilePermission.GROUP_WRITE)) {
            writing.add(PosixFilePermission.GROUP_WRITE);
        }
        for (Path path : all(folder).reversed()) {
            setWritable(path, writing);
        }
    }

    /// @param writing those that may write to it; others keep a permission that they have, unless there are none
    private static void setWritable(Path path, Set<PosixFilePermission> writing) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return;
        }
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class,
                LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && !path.toFile().setWritable(
                    !writing.isEmpty())) {
                throw new IOException("permission cannot be set: " + path);
            }
            return;
        }
        Set<PosixFilePermission> now = view.readAttributes().permissions();
        Set<PosixFilePermission> then = EnumSet.noneOf(PosixFilePermission.class);
        then.addAll(now);
        then.addAll(writing);
        if (writing.isEmpty()) {
            then.removeAll(WRITING);
        }
        if (!then.equals(now)) {
            view.setPermissions(then);
        }
    }

    /// Makes a folder durable that somebody else wrote.
    static void sync(Path folder, StoreDisk disk) throws IOException {
        for (Path path : all(folder)) {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                disk.syncFolder(path);
            } else if (!Files.isSymbolicLink(path)) {
                try (StoreFile file = disk.open(path, false)) {
                    disk.sync(file);
                }
            }
        }
    }

    /// Removes a folder or file, and whatever is in it.
    static void delete(Path folder, StoreDisk disk) throws IOException {
        unprotect(folder);
        for (Path path : all(folder)) {
            disk.delete(path);
        }
    }

    /// What is in a folder before the folder itself; links are not followed.
    private static List<Path> all(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
