// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Division.Period;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.ReadStore;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Makes the stores of days, and opens them for writing. Leaves the head as it is.
record DayStores(Path folder, StoreOptions options, StoreDisk disk, Consumer<ArchiveStep> steps,
        DroppedFolders removal) {
    /// Makes a new day. An unlisted folder with its name is either one whose writer died before listing it, or a copy
    /// that somebody made.
    ///
    /// @return the id of its store
    String make(Period wanted) throws IOException {
        Path path = folder.resolve(wanted.name());
        if (Files.exists(path)) {
            requireEmpty(path);
        } else {
            Path temporary = folder.resolve(wanted.name() + DayFolder.TEMPORARY);
            if (Files.exists(temporary)) {
                removal.await();
                removal.delete(List.of(temporary));
            }
            WriteStore.open(temporary, options, disk).close();
            steps.accept(ArchiveStep.DAY_MADE);
            disk.move(temporary, path);
            steps.accept(ArchiveStep.DAY_NAMED);
        }
        disk.syncFolder(folder);
        try (Store made = ReadStore.open(path, disk)) {
            return made.info().id();
        }
    }

    private void requireEmpty(Path path) throws StoreException {
        boolean empty;
        try (ReadStore found = ReadStore.open(path, disk)) {
            // A day whose catalog is being copied seems to have no containers, too.
            empty = found.info().clean() && found.info().containers().isEmpty()
                    && found.verify(VerifyOptions.quick()).isSound();
        }
        if (!empty) {
            throw new StoreException(Reason.EXISTS, path, "folder of a day that the archive does not list; add it "
                    + "(ashlar archive add), or move it away");
        }
    }

    /// Opens the store of the open day for writing. If its writer died, the store is recovered, like any store.
    WriteStore recover(Day day) throws StoreException {
        Path path = folder.resolve(day.name());
        WriteStore opened = null;
        boolean done = false;
        try {
            requireStore(path);
            DayFolder.requireWritable(path);
            DayFolder.unprotect(path);
            opened = WriteStore.open(path, options, disk);
            requireId(opened, day.storeId());
            done = true;
            return opened;
        } catch (StoreException e) {
            throw mayRecover(e) ? e : new StoreException(e.reason(), path, "open day cannot be continued or sealed; restore "
                    + "it from a backup, or give it up: ashlar archive drop --force " + folder + " " + day.name(), e);
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, path, "day cannot be opened for writing", e);
        } finally {
            if (!done && opened != null) {
                closeQuietly(opened);
            }
        }
    }

    /// Whether a day that could not be opened may be whole.
    static boolean mayRecover(StoreException problem) {
        return switch (problem.reason()) {
            case LOCKED, VERSION, NO_SPACE, ACCESS, FAILED -> true;
            case NOT_A_STORE, UNFINISHED, EXISTS, MISSING, TRUNCATED, CORRUPT, SCHEMA, UNKNOWN, REVOKED -> false;
        };
    }

    static void closeQuietly(WriteStore opened) {
        try {
            opened.close();
        } catch (StoreException | RuntimeException _) {
            // What led here is reported.
        }
    }

    /// A day that cannot be opened must not become the open one, without which no other can be written.
    void requireWhole(Day sealed) throws StoreException {
        Path path = folder.resolve(sealed.name());
        try {
            requireStore(path);
            try (Store found = ReadStore.open(path, disk)) {
                requireId(found, sealed.storeId());
            }
        } catch (StoreException e) {
            throw mayRecover(e) ? e : new StoreException(e.reason(), path, "day cannot be opened again; restore "
                    + "it from a backup, or drop it: ashlar archive drop " + folder + " " + sealed.name(), e);
        }
    }

    /// What only another user may write to must not become the open day either.
    void requireWritable(Day sealed) throws StoreException {
        Path path = folder.resolve(sealed.name());
        try {
            if (Files.exists(path)) {
                DayFolder.requireWritable(path);
            }
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, path, "day cannot be read", e);
        }
    }

    /// A store that is not there would be made where one was lost.
    private static void requireStore(Path path) throws StoreException {
        if (Files.notExists(path.resolve("store.head"))) {
            throw new StoreException(Reason.MISSING, path, "store of a day is missing");
        }
    }

    private static void requireId(Store opened, String id) throws StoreException {
        String found = opened.info().id();
        if (!found.equals(id)) {
            throw new StoreException(Reason.CORRUPT, opened.folder(), "folder holds a different store than the "
                    + "archive's head lists: id=" + found + ", listed=" + id + "; restore the day, or drop it and add "
                    + "this one");
        }
    }
}
