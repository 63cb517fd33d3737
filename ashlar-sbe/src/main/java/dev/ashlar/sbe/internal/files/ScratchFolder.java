// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/// A folder next to a target, named `TARGET.<random>.ashlar-tmp`, for output that replaces the target when it is
/// complete. Creating the next one for the same target removes those left by a killed process.
///
/// Its `lock` file stays locked as long as its process lives, however the process ends, so a folder in use is never
/// removed.
///
/// **Threading**: one thread at a time; several processes and threads may each have one for the same target.
///
/// **Failure**: [#close()] removes the folder and all that is still in it.
public final class ScratchFolder implements AutoCloseable {
    private static final String SUFFIX = ".ashlar-tmp";
    private static final String LOCK = "lock";
    /// Folders of this process. Static because locks belong to the process: opening and closing the lock file of one of
    /// them would release its lock.
    private static final Set<Path> OWN = new HashSet<>();

    private final Path folder;
    private final FileChannel lock;

    private ScratchFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /// Creates a folder, and removes those that were left behind for the same target.
    public static ScratchFolder nextTo(Path target) throws IOException {
        Path place = target.toAbsolutePath().normalize();
        Path parent = place.getParent();
        if (parent == null) {
            throw new FileAlreadyExistsException(target.toString(), null, "is the root of a file system");
        }
        synchronized (OWN) {
            removeStale(parent, place.getFileName().toString());
            while (true) {
                Path folder = parent.resolve(place.getFileName() + "."
                        + Long.toHexString(ThreadLocalRandom.current().nextLong()) + SUFFIX);
                Files.createDirectory(folder);
                FileChannel lock = lock(folder);
                // Before it was locked, another process may have taken it for one that was left behind.
                if (lock != null) {
                    OWN.add(folder);
                    return new ScratchFolder(folder, lock);
                }
            }
        }
    }

    /// Locks a folder; null if another process has it locked, or has removed it.
    private static FileChannel lock(Path folder) throws IOException {
        Path file = folder.resolve(LOCK);
        FileChannel channel;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            return null;
        }
        boolean ours = false;
        try {
            ours = channel.tryLock() != null && Files.exists(file);
        } finally {
            if (!ours) {
                channel.close();
            }
        }
        return ours ? channel : null;
    }

    private static void removeStale(Path parent, String target) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, file -> isOf(target, file))) {
            for (Path folder : all) {
                if (!OWN.contains(folder)) {
                    removeIfStale(folder);
                }
            }
        } catch (NoSuchFileException | AccessDeniedException e) {
            // Creating the new folder reports what is wrong with its parent.
        }
    }

    private static boolean isOf(String target, Path file) {
        String name = file.getFileName().toString();
        int random = name.length() - SUFFIX.length() - target.length() - 1;
        return random > 0 && random <= 2 * Long.BYTES && name.startsWith(target + ".") && name.endsWith(SUFFIX)
                && Files.isDirectory(file) && name.substring(target.length() + 1, target.length() + 1 + random)
                .chars().allMatch(c -> Character.digit(c, 16) >= 0);
    }

    private static void removeIfStale(Path folder) {
        try (FileChannel lock = lock(folder)) {
            if (lock != null) {
                remove(folder);
            }
        } catch (IOException e) {
            // It may belong to another user, and does no harm.
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            // The lock file is deleted last, just before the folder: until then the folder can be recognised.
            Comparator<Path> order = Comparator.<Path, Boolean>comparing(file -> file.equals(folder))
                    .thenComparing(file -> file.equals(folder.resolve(LOCK))).thenComparing(Comparator.reverseOrder());
            List<Path> all = files.sorted(order).toList();
            for (Path file : all.reversed()) {
                // What is in a read-only folder cannot be deleted, such as a finished day of an archive.
                if (Files.isDirectory(file) && !Files.isWritable(file)) {
                    file.toFile().setWritable(true);
                }
            }
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        }
    }

    public Path path() {
        return folder;
    }

    /// Moves complete output to the target and makes the name durable. An existing empty folder is replaced, and so is
    /// a file if `replace` is true.
    ///
    /// @throws FileAlreadyExistsException if there is something else
    public static void moveTo(Path target, Path made, boolean replace) throws IOException {
        if (replace || isEmptyFolder(target)) {
            Files.move(made, target, StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.move(made, target);
        }
        syncFolder(target.toAbsolutePath().getParent());
    }

    /// Whether the folder exists and is empty.
    public static boolean isEmptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst().isEmpty();
        }
    }

    private static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (AccessDeniedException e) {
            // Windows does not open folders, and keeps names without being asked.
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (OWN) {
            try (lock) {
                remove(folder);
            } finally {
                OWN.remove(folder);
            }
        }
    }
}
