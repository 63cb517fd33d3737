// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import dev.ashlar.sbe.internal.files.ScratchFolder;
import dev.ashlar.store.Reorder;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;

/// Writes a table of all days of an archive in another row order: each day into the same day of a new archive.
///
/// **Failure**: the new archive appears once all its days are complete, or not at all. Until then it is in a folder
/// next to its place, `NAME.<random>.ashlar-tmp`. If the process is killed, the next reorder to the same place removes
/// that folder.
///
/// @param reorder gives the reorder for each day, by the day's name
public record ArchiveReorder(Function<String, Reorder> reorder) {
    /// What the reorder did.
    ///
    /// @param days    days written: those that have the table
    /// @param rows    rows written
    /// @param leftOut rows left out because their messages are retired
    public record Report(int days, long rows, long leftOut) { }

    public ArchiveReorder {
        Objects.requireNonNull(reorder, "reorder");
    }

    /// Applies the same reorder to all days.
    public static ArchiveReorder of(Reorder reorder) {
        return new ArchiveReorder(_ -> reorder);
    }

    /// Writes the new archive, with the division and the chunk sizes of this one. Days without the table are left out.
    ///
    /// @param newArchive folder that does not exist or is empty
    /// @throws StoreException if `newArchive` is not empty, no day has the table, or a day is damaged
    /// @throws IllegalArgumentException as for [Reorder#into(Store, Path, StoreOptions)]; the message names the day
    /// @throws IOException    if a file cannot be written; what was written is removed
    public Report into(Archive archive, Path newArchive) throws IOException {
        if (Files.exists(newArchive) && !ScratchFolder.isEmptyFolder(newArchive)) {
            throw new StoreException(Reason.EXISTS, newArchive, "folder is not empty; name an empty or a new folder");
        }
        try (ScratchFolder scratch = ScratchFolder.nextTo(newArchive)) {
            Path made = scratch.path().resolve("archive");
            Report report = write(archive, made);
            if (report.days == 0) {
                throw new StoreException(Reason.UNKNOWN, archive.folder(), "no day of the archive has such a table");
            }
            ScratchFolder.moveTo(newArchive, made, false);
            return report;
        }
    }

    private Report write(Archive archive, Path made) throws IOException {
        int days = 0;
        long rows = 0;
        long leftOut = 0;
        try (ArchiveWriter writer = ArchiveWriter.open(made, ArchiveOptions.asIs().withDivision(archive.division()),
                DayOpener.nothing())) {
            for (Archive.Day day : archive.days()) {
                Reorder wanted = reorder.apply(day.name());
                try (Store store = archive.openDay(day.name())) {
                    if (store.tables().stream().noneMatch(table -> table.name().equals(wanted.table()))) {
                        continue;
                    }
                    Reorder.Report report = wanted.into(store, made.resolve(day.name()),
                            StoreOptions.defaults().withChunkBytes(store.info().chunkBytes()));
                    rows += report.rows();
                    leftOut += report.leftOut();
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(day.name() + ": " + e.getMessage(), e);
                }
                writer.add(day.name());
                days++;
            }
        }
        return new Report(days, rows, leftOut);
    }
}
