// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.file.StoreFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The file `archive.head`: replaced as a whole, never changed.
final class ArchiveHeadFile {
    static final String NAME = "archive.head";
    static final String TEMPORARY = NAME + ".tmp";
    /// How much longer than the last the next head may be without needing more space.
    private static final int SPARE_BYTES = 1 << 14;
    /// More than a century of hours with some tables each.
    private static final long MAX_BYTES = 1L << 28;

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
            requireNotLost(folder);
            throw new StoreException(Reason.NOT_A_STORE, folder, "no archive in it: " + NAME + " is missing", e);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, file, "head of the archive cannot be read", e);
        }
    }

    /// Checks a folder without a head.
    ///
    /// @throws StoreException if the folder was an archive, as its days show
    static void requireNotLost(Path folder) throws StoreException {
        Optional<Path> day = dayWithoutHead(folder);
        if (day.isPresent()) {
            throw new StoreException(Reason.MISSING, folder, NAME + " is lost, and the folder has days: first="
                    + day.get().getFileName() + "; restore it from a backup, or make a new archive elsewhere, move the "
                    + "days into it, and add each (ashlar archive add)");
        }
    }

    /// The first store in a folder whose head is lost; empty if there is a head, or none is needed.
    static Optional<Path> dayWithoutHead(Path folder) {
        if (Files.exists(folder.resolve(NAME))) {
            return Optional.empty();
        }
        try (Stream<Path> there = Files.list(folder)) {
            return there.filter(path -> Files.exists(path.resolve("store.head"))).sorted().findFirst();
        } catch (IOException | UncheckedIOException _) {
            return Optional.empty();
        }
    }

    /// Replaces the head atomically and durably. Uses the space of the spare file, and creates another spare.
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
        keepSpare(folder, disk);
    }

    /// Reserves the space of the next head in a file with its temporary name, so that days can be dropped even when the
    /// disk is full. Without space for it, there is no reserve.
    static void keepSpare(Path folder, StoreDisk disk) {
        Path temporary = folder.resolve(TEMPORARY);
        try {
            long bytes = Files.size(folder.resolve(NAME)) + SPARE_BYTES;
            if (Files.exists(temporary) && Files.size(temporary) >= bytes) {
                return;
            }
            try (StoreFile file = disk.create(temporary)) {
                disk.reserve(file, 0, bytes);
            }
        } catch (IOException _) {
            // What it has is better than nothing.
        }
    }
}
