// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A file that is written under a temporary name in the same folder and renamed when it is complete, so that a full
/// disk neither leaves half a file nor damages an existing one.
///
/// **Failure**: closed without [#commit()], it leaves nothing behind.
///
/// **Threading**: one thread at a time.
public final class Replacement implements AutoCloseable {
    private static final String TEMPORARY_SUFFIX = ".ashlar-tmp";

    private final Path target;
    private final Path temporary;

    private Replacement(Path target, Path temporary) {
        this.target = target;
        this.temporary = temporary;
    }

    /// Begins a replacement, without writing anything yet. A symbolic link is followed: the file it points to is
    /// replaced, not the link.
    ///
    /// @throws FileAlreadyExistsException if there is a folder at this path
    public static Replacement of(Path target) throws IOException {
        Path place = Files.isSymbolicLink(target) && Files.exists(target) ? target.toRealPath() : target;
        if (Files.isDirectory(place)) {
            throw new FileAlreadyExistsException(target.toString(), null, "is a folder");
        }
        return new Replacement(place, place.resolveSibling(place.getFileName() + TEMPORARY_SUFFIX));
    }

    /// Writes a whole file.
    ///
    /// @throws IOException if it cannot be written; an existing file is then unchanged
    public static void write(Path target, byte[] content) throws IOException {
        try (Replacement replacement = of(target)) {
            replacement.write(content);
            replacement.commit();
        }
    }

    /// Writes the complete content.
    public void write(byte[] content) throws IOException {
        Files.write(file(), content);
    }

    /// Opens it for writing in parts; the caller closes the channel before [#commit()].
    public FileChannel open() throws IOException {
        return FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    /// A device or pipe is written directly, because it cannot be replaced by a rename.
    private Path file() {
        return isSpecial() ? target : temporary;
    }

    private boolean isSpecial() {
        return Files.exists(target) && !Files.isRegularFile(target);
    }

    /// Moves the complete file to its place.
    public void commit() throws IOException {
        if (!isSpecial()) {
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /// Removes the file unless it was committed.
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(temporary);
    }
}
