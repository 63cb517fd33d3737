// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.importing;

import dev.ashlar.cli.load.LoadCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.GracefulStop;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.cli.output.Usage;
import dev.ashlar.ingest.csv.CsvFile;
import dev.ashlar.ingest.csv.CsvOptions;
import dev.ashlar.ingest.table.ColumnFile;
import dev.ashlar.ingest.table.ColumnFormat;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.ingest.table.ImportProgress;
import dev.ashlar.ingest.table.TableImport;
import dev.ashlar.sbe.internal.files.FileProblem;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/// What `ashlar import` does: checks the file, then stores its rows.
final class ImportRun {
    private static final int MAX_NOTES = 20;
    private static final int ROWS_PER_CHUNK = 4;

    private final Path file;
    private final String table;
    private final CsvOptions csv;
    private final ImportOptions options;
    private final CommandSpec spec;
    private final PrintWriter err;
    private volatile boolean stopped;

    /// @param csv how to read the file if it is one of CSV
    ImportRun(Path file, String table, CsvOptions csv, ImportOptions options, CommandSpec spec) {
        this.file = file;
        this.table = table;
        this.csv = csv;
        this.options = options;
        this.spec = spec;
        err = spec.commandLine().getErr();
    }

    int printSchema() {
        spec.commandLine().getOut().print(checked(Optional.empty()).schemaText());
        return ExitCode.DONE;
    }

    int store(Path folder, boolean append, long skip, Optional<TableDefinition> given) throws IOException {
        long startNs = System.nanoTime();
        Optional<TableDefinition> layout = given;
        Optional<TableDefinition> there = existing(folder, append);
        if (given.isEmpty() && append && there.isPresent()) {
            Usage.require(spec, options.timeColumn().isEmpty(), "--time is for a new table; " + table + " has a layout");
            layout = there;
        }
        try (GracefulStop _ = GracefulStop.stopping(() -> stopped = true)) {
            TableImport rows = checked(layout);
            if (skip > rows.rows()) {
                throw new BadInputException("file has fewer rows than --skip: rows=" + rows.rows() + ", --skip="
                        + skip + "; nothing was stored (" + file + ")");
            }
            requireSpace((rows.rows() - skip) * rows.rowBytes(), folder);
            int chunkBytes = chunkBytes(rows);
            try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(chunkBytes))) {
                write(writer, rows, skip, folder, startNs);
            } catch (IllegalArgumentException e) {
                throw new BadInputException(e.getMessage());
            }
            return ExitCode.DONE;
        }
    }

    /// The layout of the table in the store, if there is one.
    ///
    /// @throws StoreException if it has rows that nothing is to be added to
    private Optional<TableDefinition> existing(Path folder, boolean append) throws StoreException {
        try (Store store = Store.open(folder)) {
            if (store.info().writerAlive()) {
                throw new StoreException(Reason.LOCKED, folder, "another writer has it open; wait until it is done");
            }
            for (Table found : store.tables()) {
                if (found.name().equals(table)) {
                    return Optional.of(definition(found, folder, append));
                }
            }
            return Optional.empty();
        } catch (StoreException e) {
            if (e.reason() == Reason.NOT_A_STORE || e.reason() == Reason.UNFINISHED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static TableDefinition definition(Table found, Path folder, boolean append) throws StoreException {
        if (found.journal().isPresent()) {
            throw new StoreException(Reason.SCHEMA, folder, "a journal fills table " + found.name()
                    + "; name another with --table");
        }
        if (found.endRow() > 0 && !append) {
            throw new StoreException(Reason.EXISTS, folder, "table " + found.name()
                    + " has rows; add to it with --append, or name another with --table");
        }
        String time = "";
        for (Field field : found.block().fields()) {
            if (found.timeOffset().isPresent() && field.offset() == found.timeOffset().getAsInt()) {
                time = field.name();
            }
        }
        return new TableDefinition(found.name(), found.schema(), found.schema().message(found.block().name()), time);
    }

    private TableImport checked(Optional<TableDefinition> layout) {
        ProgressLine line = ProgressLine.alone(err, "checking " + file);
        try {
            ColumnFile columns = open();
            TableImport rows = layout.isPresent() ? TableImport.check(columns, layout.get(), options, progress(line))
                    : TableImport.measure(columns, table, options, progress(line));
            line.end();
            rows.notes().stream().limit(MAX_NOTES).forEach(note -> err.println("ashlar: " + note));
            if (rows.notes().size() > MAX_NOTES) {
                err.println("ashlar: and " + (rows.notes().size() - MAX_NOTES) + " more; see --print-schema");
            }
            return rows;
        } catch (IOException e) {
            line.end();
            throw rejected(e);
        }
    }

    /// Opens the file in the format that its first bytes show; a file of no other format is CSV.
    private ColumnFile open() throws IOException {
        Optional<ColumnFormat> format = ColumnFormat.of(file);
        if (format.isEmpty()) {
            return new CsvFile(file, csv);
        }
        Usage.require(spec, csv.equals(CsvOptions.defaults()), "--delimiter and --null are for CSV; " + file + " is "
                + format.get().name());
        return format.get().open(file);
    }

    private BadInputException rejected(IOException e) {
        return new BadInputException(e instanceof ImportException ? e.getMessage() : FileProblem.describe(e, file));
    }

    private ImportProgress progress(ProgressLine line) {
        return (bytes, allBytes) -> {
            line.update(bytes, allBytes);
            return !stopped;
        };
    }

    /// Refuses rows that the disk has no space for, before the store is created.
    private static void requireSpace(long bytes, Path folder) throws IOException {
        Path there = folder.toAbsolutePath();
        while (there.getParent() != null && Files.notExists(there)) {
            there = there.getParent();
        }
        long free = Files.getFileStore(there).getUsableSpace();
        if (bytes > free) {
            throw new StoreException(Reason.NO_SPACE, folder, "rows need " + bytes / 1_000_000 + " MB, the disk has "
                    + free / 1_000_000 + " MB; ignore columns of long text, or name a folder on another disk");
        }
    }

    /// Chunks for this many rows, of which several fit into one.
    private static int chunkBytes(TableImport rows) {
        int least = Integer.highestOneBit(rows.rowBytes() * ROWS_PER_CHUNK - 1) << 1;
        return Math.max(least, LoadCommand.chunkBytes(rows.rows() * rows.rowBytes()));
    }

    private void write(StoreWriter writer, TableImport rows, long skip, Path folder, long startNs) throws IOException {
        writer.define(rows.definition());
        Appender appender = writer.appender(table);
        long first = appender.endRow();
        ProgressLine line = ProgressLine.alone(err, "importing " + file);
        try {
            rows.appendTo(appender, skip, progress(line));
            writer.sync();
        } catch (IOException e) {
            line.end();
            report(appender.endRow() - first, skip, "stopped");
            if (e instanceof StoreException) {
                throw e;
            }
            throw rejected(e);
        }
        line.end();
        long stored = appender.endRow() - first;
        if (stopped && stored < rows.rows() - skip) {
            report(stored, skip, "interrupted");
        }
        double seconds = (System.nanoTime() - startNs) / 1e9;
        spec.commandLine().getOut().printf(Locale.ROOT, "imported %,d rows of %,d columns into %s in %.2f s, %,.1f MB/s, "
                + "%,d bytes a row (%s)%n", stored, rows.columns(), table, seconds, Files.size(file) / 1e6 / seconds,
                rows.rowBytes(), folder);
        spec.commandLine().getOut().flush();
    }

    private void report(long stored, long skip, String what) {
        err.printf(Locale.ROOT, "ashlar: %s after %d rows; continue with the same file and --append --skip %d%n", what, stored,
                skip + stored);
        err.flush();
    }
}
