// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.archive.Division;
import dev.ashlar.cli.output.Usage;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/// The archive that a command writes to: a new one, or an existing one that it adds to.
///
/// @param division chosen by the user; empty: that of the archive
public record ArchiveLoadTarget(Path folder, Optional<Division> division, boolean append) {
    /// @param by the option `--by`; null if not given
    public static ArchiveLoadTarget of(Path folder, String by, boolean append, CommandSpec spec) {
        return Usage.parse(spec, "--by", () -> new ArchiveLoadTarget(folder, Optional.ofNullable(by).map(Division::parse),
                append));
    }

    /// Refuses options that the archive would refuse, before anything is read or changed.
    ///
    /// @return whether there is an archive
    public boolean check() throws StoreException {
        if (!Archive.isArchive(folder)) {
            if (Files.exists(folder.resolve("store.head"))) {
                throw new StoreException(Reason.EXISTS, folder, "folder is a store, not an archive; leave --by out to add to it, "
                        + "or name another folder");
            }
            if (append && Files.notExists(folder)) {
                throw new StoreException(Reason.NOT_A_STORE, folder, "no such folder; leave --append out to make an archive");
            }
            return false;
        }
        try (Archive archive = Archive.open(folder)) {
            if (division.isPresent() && !division.get().equals(archive.division())) {
                throw new StoreException(Reason.SCHEMA, folder, "archive is divided differently: division=" + archive.division()
                        + ", --by=" + division.get() + "; leave --by out, or name another folder");
            }
            if (!append && !archive.days().isEmpty()) {
                throw exists();
            }
            return !archive.days().isEmpty();
        }
    }

    /// Opens the archive for writing, and creates it if there is none.
    public ArchiveWriter open(StoreOptions store, DayOpener opener) throws StoreException {
        ArchiveWriter writer = ArchiveWriter.open(folder, options(store), opener);
        if (!append && !writer.days().isEmpty()) {
            // Another process has filled it meanwhile.
            writer.close();
            throw exists();
        }
        return writer;
    }

    public ArchiveOptions options(StoreOptions store) {
        return new ArchiveOptions(division, store, Optional.empty());
    }

    private StoreException exists() {
        return new StoreException(Reason.EXISTS, folder, "archive already has days; add to it with --append, or name another "
                + "folder");
    }
}
