// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.archive;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Archive.Finding;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.cli.store.ArchivePrinter;
import dev.ashlar.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar archive add|drop|list|check|seal ARCHIVE [DAY]`: the days of an archive.
@Command(name = "archive", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "List, check, add, drop or seal the days of an archive: a folder of stores by day.", ""},
        footer = {"",
            "Before you add a day, copy it into the archive under its name; cp -a --sparse=always and rsync -aS "
                    + "keep its holes. Readers that have a dropped day open can finish; its space is freed when "
                    + "they do.", "",
            "Examples: ashlar archive list feed",
            "          cp -a --sparse=always backup/2026-01-05 feed/ && ashlar archive add feed 2026-01-05",
            "          ashlar archive check feed"})
public final class ArchiveCommand implements Runnable {
    private static final String ARCHIVE = "Folder of the archive.";
    private static final String DAY = "Name of the day, such as 2026-01-05.";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: add, drop, list, check or seal");
    }

    /// Checks that there is an archive first, because opening a writer would create one.
    private static ArchiveWriter open(Path folder) throws StoreException {
        Archive.open(folder).close();
        return ArchiveWriter.open(folder, ArchiveOptions.asIs(), DayOpener.nothing());
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "List the days.")
    int list(@Parameters(paramLabel = "ARCHIVE", description = ARCHIVE) Path folder,
            @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
                    description = "text or json (default: ${DEFAULT-VALUE}).") TextOrJson format) throws StoreException {
        try (Archive archive = Archive.open(folder)) {
            new ArchivePrinter(spec.commandLine().getOut()).print(archive, format);
        }
        return ExitCode.DONE;
    }

    @Command(name = "check", mixinStandardHelpOptions = true,
            description = "Check that each day is the store that the archive lists, with all its files; ashlar verify also "
                    + "reads them.")
    int check(@Parameters(paramLabel = "ARCHIVE", description = ARCHIVE) Path folder,
            @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
                    description = "text or json (default: ${DEFAULT-VALUE}).") TextOrJson format) throws StoreException {
        try (Archive archive = Archive.open(folder)) {
            List<Finding> findings = archive.check(Optional.empty());
            new ArchivePrinter(spec.commandLine().getOut()).print(findings, archive.days().size(), format);
            return findings.isEmpty() ? ExitCode.DONE : ExitCode.NO;
        }
    }

    @Command(name = "add", mixinStandardHelpOptions = true, description = "Add a day that was copied into the archive.")
    int add(@Parameters(paramLabel = "ARCHIVE", description = ARCHIVE) Path folder,
            @Parameters(paramLabel = "DAY", description = DAY) String day)
            throws StoreException {
        try (ArchiveWriter archive = open(folder)) {
            Day added = archive.add(day);
            spec.commandLine().getOut().println("added: " + added.name() + ", rows=" + added.rows());
        }
        return ExitCode.DONE;
    }

    @Command(name = "drop", mixinStandardHelpOptions = true, description = "Drop a day, and delete its files.")
    int drop(@Parameters(paramLabel = "ARCHIVE", description = ARCHIVE) Path folder,
            @Parameters(paramLabel = "DAY", description = DAY) String day,
            @Option(names = "--force", description = "Also the open day, if its store is lost or damaged.") boolean force)
            throws StoreException {
        try (ArchiveWriter archive = open(folder)) {
            if (force) {
                archive.dropDamaged(day);
            } else {
                archive.drop(day);
            }
            spec.commandLine().getOut().println("dropped: " + day);
        }
        return ExitCode.DONE;
    }

    @Command(name = "seal", mixinStandardHelpOptions = true,
            description = "Seal the open day, if there is one: it becomes read-only.")
    int seal(@Parameters(paramLabel = "ARCHIVE", description = ARCHIVE) Path folder) throws StoreException {
        try (ArchiveWriter archive = open(folder)) {
            String day = archive.openDay().map(period -> period.name()).orElse("none is open");
            archive.seal();
            spec.commandLine().getOut().println("sealed: " + day);
        }
        return ExitCode.DONE;
    }
}
