// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
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

    /// Removes write permission from a folder and everything in it. Files of another user keep it: only their owner may
    /// change it, and a user of the same group can still seal the day.
    static void protect(Path folder) throws IOException {
        // From the inside out: of a folder that is protected nothing else could be changed.
        for (Path path : all(folder)) {
            setWritable(path, Set.of());
        }
    }

    /// Gives the permission to write to a folder and all that is in it: to the owner, and to the group if the folder
    /// above gives it to its own.
    static void unprotect(Path folder) throws IOException {
        Set<PosixFilePermission> writing = writing(folder);
        for (Path path : all(folder).reversed()) {
            setWritable(path, writing);
        }
    }

    /// Grants the permissions that deleting a folder needs; permissions of files that other users own do not matter.
    static void allowRemoval(Path folder) throws IOException {
        Set<PosixFilePermission> writing = writing(folder);
        for (Path path : all(folder).reversed()) {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) || mayPermit(path)) {
                setWritable(path, writing);
            }
        }
    }

    private static Set<PosixFilePermission> writing(Path folder) throws IOException {
        Set<PosixFilePermission> writing = EnumSet.of(PosixFilePermission.OWNER_WRITE);
        PosixFileAttributeView around = Files.getFileAttributeView(folder.toAbsolutePath().getParent(),
                PosixFileAttributeView.class);
        if (around != null && around.readAttributes().permissions().contains(PosixFilePermission.GROUP_WRITE)) {
            writing.add(PosixFilePermission.GROUP_WRITE);
        }
        return writing;
    }

    /// Checks that a day can be written to, once it is no longer protected.
    ///
    /// @throws StoreException if another user would have to allow it
    static void requireWritable(Path folder) throws IOException {
        for (Path path : all(folder)) {
            if (!mayWrite(path)) {
                throw ofOther(path, "written");
            }
        }
    }

    /// Checks that a day can be deleted, once it is no longer protected.
    ///
    /// @throws StoreException if another user would have to allow it
    static void requireRemovable(Path folder) throws IOException {
        for (Path path : all(folder)) {
            // To delete a file takes permission to write to its folder.
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && !mayWrite(path)) {
                throw ofOther(path, "deleted");
            }
        }
    }

    static boolean isRemovable(Path folder) throws IOException {
        try {
            requireRemovable(folder);
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    private static StoreException ofOther(Path path, String done) throws IOException {
        String owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
        return new StoreException(Reason.ACCESS, path, "day is protected and belongs to another user, so it cannot be " + done
                + ": owner=" + owner + "; do this as that user, or as root");
    }

    private static boolean mayWrite(Path path) {
        return Files.isSymbolicLink(path) || Files.isWritable(path) || mayPermit(path);
    }

    /// Whether this process may change permissions; the only way to find out is to try.
    private static boolean mayPermit(Path path) {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class,
                LinkOption.NOFOLLOW_LINKS);
        try {
            if (view != null) {
                view.setPermissions(view.readAttributes().permissions());
            }
            return true;
        } catch (IOException e) {
            return false;
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
            try {
                view.setPermissions(then);
            } catch (IOException e) {
                if (writing.isEmpty() ? mayPermit(path) : !Files.isWritable(path)) {
                    throw e;
                }
            }
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
        allowRemoval(folder);
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
