// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.OutputException;
import dev.ashlar.cli.output.TextOrJson;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar dump STORE NAME`: rows, messages or values as text.
@Command(name = "dump", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Print the rows of a table, the messages of a journal or the values of a last-value table, one JSON "
                    + "object a line.", ""},
        footer = {"",
            "Rows begin with _row, messages with _position, _time and _sequence, values with _record and "
                    + "_version. A message that the schema cannot decode is printed with its _length and the "
                    + "_reason.",
            "For an archive, all days are printed, oldest first; each object then begins with _day, and _row and "
                    + "_position are those in the store of that day.",
            "Damaged parts are reported on standard error and skipped; the exit code is then 4.", "",
            "Examples: ashlar dump day.store Trade --from 1000 --limit 10",
            "          ashlar dump day.store messages --from-time 2016-11-12T09:30:00Z"})
public final class DumpCommand extends AshlarCommand {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    @Parameters(index = "0", paramLabel = "STORE", description = "Folder of the store or archive.")
    private Path folder;

    @Parameters(index = "1", paramLabel = "NAME",
            description = "Name of the table, journal or last-value table; ashlar info lists them.")
    private String name;

    @Option(names = "--from", paramLabel = "ROW",
            description = "Number of the first row of a table (default: the first row).")
    private Long from;

    @Option(names = "--from-position", paramLabel = "POSITION",
            description = "Begin with the first message of a journal at or after this position.")
    private Long position;

    @Option(names = "--from-time", paramLabel = "TIME",
            description = "Begin with the first message or row at or after this time, such as "
                    + "2016-11-12T09:30:00.5Z, or in nanoseconds since 1970; for a journal, or a table with a time.")
    private String time;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after this many rows, messages or values.")
    private Long limit;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "json",
            description = "json (one object a line) or text (default: ${DEFAULT-VALUE}).")
    private TextOrJson format;

    @Mixin
    private ReadFlags reading;

    @Override
    public Integer call() throws IOException {
        requireNotNegative("--limit", limit);
        requireNotNegative("--from", from);
        requireNotNegative("--from-position", position);
        Long timeNs = time == null ? null : nanoseconds(time);
        require(time == null || from == null && position == null, "--from-time excludes --from and --from-position");
        if (Archive.isArchive(folder)) {
            refuseInArchive("--from", from);
            refuseInArchive("--from-position", position);
        }
        try (Dumper dumper = new Dumper(err(), format == TextOrJson.TEXT, limit == null ? Long.MAX_VALUE : limit)) {
            if (Archive.isArchive(folder)) {
                dumpDays(dumper, timeNs);
            } else {
                try (Store store = reading.open(folder)) {
                    dump(store, dumper, timeNs);
                }
            }
            return dumper.isWhole() ? ExitCode.DONE : ExitCode.STORE;
        } catch (OutputException e) {
            if (e.isBrokenPipe()) {
                // The reader closed the pipe.
                return ExitCode.DONE;
            }
            throw e;
        }
    }

    private void refuseInArchive(String option, Long value) {
        require(value == null, option + " is for one store; name a day, such as "
                + folder.resolve("2026-01-05") + ", or use --from-time");
    }

    /// The days that have it, oldest first. A day that cannot be opened is reported.
    private void dumpDays(Dumper dumper, Long timeNs) throws IOException {
        try (Archive archive = Archive.open(folder, reading.options())) {
            boolean found = false;
            StoreException unknown = null;
            for (Archive.Day day : archive.days()) {
                try (Store store = archive.openDay(day.name())) {
                    dumper.begin(day.name());
                    dump(store, dumper, timeNs);
                    found = true;
                } catch (StoreException e) {
                    if (e.reason() == StoreException.Reason.UNKNOWN) {
                        unknown = e;
                    } else {
                        found = true;
                        dumper.damaged(day.name() + ": " + e.getMessage());
                    }
                }
            }
            if (!found) {
                throw unknown != null ? unknown : new StoreException(StoreException.Reason.UNKNOWN, folder,
                        "archive has no days");
            }
        }
    }

    private void dump(Store store, Dumper dumper, Long timeNs) throws IOException {
        StoreException problem = store.unreadable().get(name);
        if (problem != null) {
            throw problem;
        }
        boolean journal = store.journals().stream().anyMatch(other -> other.name().equals(name));
        boolean lastValues = store.lastValues().stream().anyMatch(other -> other.name().equals(name));
        if (journal) {
            refuse("--from", from, "a journal; it has --from-position and --from-time");
            dumper.dump(store.journal(name), position == null ? 0 : position, timeNs);
        } else if (lastValues) {
            refuse("--from", from, "a last-value table");
            refuse("--from-position", position, "a last-value table");
            refuse("--from-time", time, "a last-value table");
            dumper.dump(store.lastValues(name));
        } else {
            // Lists the known names if this is not one of them.
            Table table = store.table(name);
            refuse("--from-position", position, "a table; it has --from");
            try {
                dumper.dump(table, from == null ? 0 : from, timeNs);
            } catch (UnsupportedOperationException e) {
                throw wrong("--from-time: " + e.getMessage());
            }
        }
    }

    private void refuse(String option, Object value, String kind) {
        require(value == null, option + " is not for what " + name + " is: " + kind);
    }

    private void requireNotNegative(String option, Long value) {
        require(value == null || value >= 0, option + " must not be negative: " + value);
    }

    private long nanoseconds(String given) {
        try {
            if (given.matches("\\d+")) {
                return Long.parseLong(given);
            }
            Instant instant = Instant.parse(given);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_SECOND), instant.getNano());
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw wrong("--from-time is no time such as 2016-11-12T09:30:00.5Z, nor "
                    + "nanoseconds since 1970: " + given);
        }
    }
}
