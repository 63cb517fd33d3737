// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.archive;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.store.ArchivePrinter;
import dev.ashlar.store.StoreException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar retain ARCHIVE --days N | --bytes SIZE`: drops the oldest days.
@Command(name = "retain", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Drop the oldest days of an archive, and keep the newest.", ""},
        footer = {"", "Days are counted back from the date of the newest one, whatever the clock says. The open day and the newest",
            "are never dropped. Readers of a dropped day finish, and hold its space until then.", "",
            "Example: ashlar retain feed --days 30 --dry-run"})
public final class RetainCommand implements Callable<Integer> {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([KMGT]?)");

    @Parameters(paramLabel = "ARCHIVE", description = "Folder of the archive.")
    private Path folder;

    @Option(names = "--days", paramLabel = "N", description = "Keep the days of the last N dates.")
    private Long days;

    @Option(names = "--bytes", paramLabel = "SIZE", description = "Keep the newest days that take no more: 500G, 2T, …")
    private String bytes;

    @Option(names = "--dry-run", description = "Only report what would be dropped.")
    private boolean dryRun;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws StoreException {
        if (days == null == (bytes == null)) {
            throw new ParameterException(spec.commandLine(), "give --days or --bytes, one of them");
        }
        if (days != null && days < 1) {
            throw new ParameterException(spec.commandLine(), "--days must be at least 1: " + days);
        }
        ArchiveRetention retention = days != null ? ArchiveRetention.days(days) : ArchiveRetention.bytes(size(bytes));
        // Opening a writer would make an archive.
        Archive.open(folder).close();
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.asIs(), DayOpener.nothing())) {
            new ArchivePrinter(spec.commandLine().getOut()).print(archive.retain(retention, dryRun), dryRun);
        }
        return ExitCode.DONE;
    }

    private long size(String text) {
        Matcher found = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        if (!found.matches()) {
            throw new ParameterException(spec.commandLine(), "--bytes must be a number, with K, M, G or T for powers of "
                    + "1024: " + text);
        }
        int unit = found.group(2).isEmpty() ? 0 : "KMGT".indexOf(found.group(2)) + 1;
        try {
            return Math.multiplyExact(Long.parseLong(found.group(1)), 1L << 10 * unit);
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
