// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.archive;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.store.ArchivePrinter;
import dev.ashlar.store.StoreException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar retain ARCHIVE --days N | --bytes SIZE`: drops the oldest days.
@Command(name = "retain", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Drop the oldest days of an archive, and keep the newest.", ""},
        footer = {"",
            "Days are counted back from the date of the newest one, whatever the clock says. The open day and "
                    + "the newest are never dropped. Readers that have a dropped day open can finish; its space "
                    + "is freed when they do. While ashlar record or ashlar serve writes the archive, use their "
                    + "--keep-days and --keep-bytes instead.", "",
            "Example: ashlar retain feed --days 30 --dry-run"})
public final class RetainCommand extends AshlarCommand {
    @Parameters(paramLabel = "ARCHIVE", description = "Folder of the archive.")
    private Path folder;

    @Option(names = "--days", paramLabel = "N", description = "Keep the days of the last N dates.")
    private Long days;

    @Option(names = "--bytes", paramLabel = "SIZE",
            description = "Keep the newest days that together take no more than this: 500G, 2T, …")
    private String bytes;

    @Option(names = "--dry-run", description = "Only report what would be dropped.")
    private boolean dryRun;

    @Override
    public Integer call() throws StoreException {
        require((days == null) != (bytes == null), "give either --days or --bytes");
        ArchiveRetention retention = days != null ? ArchiveRetention.days(KeepOptions.days("--days", days, spec))
                : ArchiveRetention.bytes(KeepOptions.size("--bytes", bytes, spec));
        // Opening a writer would make an archive.
        Archive.open(folder).close();
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.asIs(), DayOpener.nothing())) {
            new ArchivePrinter(out()).print(archive.retain(retention, dryRun), dryRun);
        }
        return ExitCode.DONE;
    }
}
