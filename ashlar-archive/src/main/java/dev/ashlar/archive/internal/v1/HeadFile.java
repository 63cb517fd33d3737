// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/// The file `archive.head`: replaced as a whole, never changed.
final class HeadFile {
    static final String NAME = "archive.head";
    static final String TEMPORARY = NAME + ".tmp";
    /// More than a century of hours with some tables each.
    private static final long MAX_BYTES = 1L << 28;

    private HeadFile() {
    }

    static Head read(Path folder) throws StoreException {
        Path file = folder.resolve(NAME);
        try {
            long bytes = Files.size(file);
            if (bytes > MAX_BYTES) {
                throw new StoreException(Reason.CORRUPT, file, "head of an archive is too long: bytes=" + bytes
                        + ", most=" + MAX_BYTES);
            }
            return Head.decode(Files.readAllBytes(file), file);
        } catch (NoSuchFileException e) {
            throw new StoreException(Reason.NOT_A_STORE, folder, "no archive in it: " + NAME + " is missing", e);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, file, "head of the archive cannot be read", e);
        }
    }

    /// Replaces the head, at once and durably.
    static void write(Path folder, Head head, StoreDisk disk, Consumer<ArchiveStep> steps) throws IOException {
        Path temporary = folder.resolve(TEMPORARY);
        try (StoreFile file = disk.create(temporary)) {
            disk.write(file, ByteBuffer.wrap(head.encode()), 0);
            disk.sync(file);
        }
        steps.accept(ArchiveStep.HEAD_WRITTEN);
        disk.move(temporary, folder.resolve(NAME));
        steps.accept(ArchiveStep.HEAD_REPLACED);
        disk.syncFolder(folder);
    }
}
