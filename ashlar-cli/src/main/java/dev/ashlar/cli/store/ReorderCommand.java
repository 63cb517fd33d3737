// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveReorder;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.store.Reorder;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar reorder STORE TABLE --by COLUMN`: copies a table in another row order.
@Command(name = "reorder", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Write a table in the order of some of its columns, so that rows queried together are stored together.", ""},
        footer = {"",
            "A table that a journal fills becomes a new store, with the table's messages in this order and all "
                    + "their groups. A table filled row by row can also become another table of its store (--as "
                    + "without -o); no other process may write to the store meanwhile. Equal rows keep their "
                    + "order; nulls come last. Unfinished files are in a folder NAME.<random>.ashlar-tmp next to "
                    + "the store; if reorder is killed, the next reorder to the same place removes it.", "",
            "For an archive, each day that has the table is written into the same day of a new archive (-o), "
                    + "which appears once it is complete.", "",
            "Examples: ashlar reorder day.store Trade --by symbol,_time -o by-symbol.store",
            "          ashlar reorder day.store Fill --by account --as FillByAccount"})
public final class ReorderCommand extends AshlarCommand {
    @Parameters(index = "0", paramLabel = "STORE", description = "Folder of the store or archive.")
    private Path folder;

    @Parameters(index = "1", paramLabel = "TABLE", description = "Name of the table.")
    private String table;

    @Option(names = "--by", paramLabel = "COLUMN", split = ",", required = true,
            description = "Columns to order by, the most significant first: fields of the table's block, or _time.")
    private List<String> by;

    @Option(names = {"-o", "--output"}, paramLabel = "NEWSTORE",
            description = "Folder of the new store; must be new or empty.")
    private Path output;

    @Option(names = "--as", paramLabel = "NEWTABLE", description = "Name of a new table in the same store.")
    private String name;

    @Option(names = "--memory", paramLabel = "MIB", defaultValue = "256",
            description = "Memory for sorting, 1 to 1048576; larger tables use temporary files "
            + "(default: ${DEFAULT-VALUE}).")
    private long memoryMib;

    @Mixin
    private ReadFlags reading;

    @Override
    public Integer call() throws IOException {
        require((output == null) != (name == null), "give -o NEWSTORE or --as NEWTABLE");
        require(memoryMib >= 1 && memoryMib <= 1 << 20, "--memory must be 1 to " + (1 << 20) + " MiB: " + memoryMib);
        if (Archive.isArchive(folder)) {
            return reorderDays();
        }
        ProgressLine progress = ProgressLine.alone(err(), "reordering " + table);
        Reorder reorder = new Reorder(table, by, memoryMib << 20, progress::rows);
        Reorder.Report report;
        try (Store store = reading.open(folder)) {
            report = output == null ? within(reorder) : reorder.into(store, output, options(store));
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e.getMessage());
        } finally {
            progress.end();
        }
        out().println(String.format(Locale.ROOT, "%,d rows by %s", report.rows(),
                String.join(", ", by)) + (report.files() == 0 ? "" : ", merged from " + report.files() + " files") + " ("
                + (output == null ? name + " in " + folder : output.toString()) + ")");
        printLeftOut(report.leftOut());
        return ExitCode.DONE;
    }

    /// Each day into the same day of a new archive.
    private int reorderDays() throws IOException {
        require(output != null, "an archive is reordered into another one: give -o NEWARCHIVE");
        ProgressLine[] progress = {ProgressLine.alone(err(), "reordering " + table)};
        ArchiveReorder reorder = new ArchiveReorder(day -> {
            progress[0].end();
            progress[0] = ProgressLine.alone(err(), "reordering " + table + " of " + day);
            return new Reorder(table, by, memoryMib << 20, progress[0]::rows);
        });
        ArchiveReorder.Report report;
        try (Archive archive = Archive.open(folder, reading.options())) {
            report = reorder.into(archive, output);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e.getMessage());
        } finally {
            progress[0].end();
        }
        out().println(String.format(Locale.ROOT, "%,d rows of %,d days by %s (%s)", report.rows(),
                report.days(), String.join(", ", by), output));
        printLeftOut(report.leftOut());
        return ExitCode.DONE;
    }

    private void printLeftOut(long rows) {
        if (rows > 0) {
            err().printf(Locale.ROOT, "ashlar: left out %,d rows whose messages are retired (%s)%n", rows, folder);
        }
    }

    private Reorder.Report within(Reorder reorder) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            return reorder.into(writer, name);
        }
    }

    /// The chunk size of the source.
    private static StoreOptions options(Store store) throws StoreException {
        return StoreOptions.defaults().withChunkBytes(store.info().chunkBytes());
    }
}
