// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.Table;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar dump STORE TABLE`: rows as text.
@Command(name = "dump", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Print the rows of a table, one JSON object a line: _row first, then the fields.", ""},
        footer = {"", "Rows that are damaged are reported on standard error and left out; then the exit code is 4.", "",
            "Example: ashlar dump day.store Trade --from 1000 --limit 10"})
final class DumpCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "STORE", description = "Folder of the store.")
    private Path folder;

    @Parameters(index = "1", paramLabel = "TABLE", description = "Name of the table; ashlar info lists them.")
    private String name;

    @Option(names = "--from", paramLabel = "ROW", description = "Number of the first row (default: the first there is).")
    private Long from;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after this many rows.")
    private Long limit;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "json",
            description = "json (one object a line) or text (default: ${DEFAULT-VALUE}).")
    private TextOrJson format;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (limit != null && limit < 0) {
            throw new ParameterException(spec.commandLine(), "--limit must not be negative: " + limit);
        }
        if (from != null && from < 0) {
            throw new ParameterException(spec.commandLine(), "--from must not be negative: " + from);
        }
        try (Store store = Store.open(folder)) {
            Table table = store.table(name);
            boolean whole = dump(table);
            return whole ? ExitCode.DONE : ExitCode.STORE;
        } catch (OutputException e) {
            if (e.isBrokenPipe()) {
                // Whoever read our output has seen enough.
                return ExitCode.DONE;
            }
            throw e;
        }
    }

    /// @return whether no row was damaged
    private boolean dump(Table table) {
        RowPrinter printer = new RowPrinter(table);
        // Rows committed while this runs would never end.
        long end = table.endRow();
        long row = Math.max(table.firstRow(), from == null ? 0 : from);
        end = limit == null || limit > end - row ? end : row + limit;
        boolean whole = true;
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
                Cursor cursor = table.cursor()) {
            while (row < end) {
                try {
                    if (!cursor.seek(row)) {
                        break;
                    }
                    do {
                        print(printer, cursor, out);
                    } while (cursor.row() + 1 < end && cursor.next());
                    row = cursor.row() + 1;
                } catch (CorruptChunkException e) {
                    whole = false;
                    out.flush();
                    spec.commandLine().getErr().println("ashlar: " + e.getMessage());
                    row = Math.max(row + 1, e.end());
                }
            }
        } catch (IOException e) {
            throw new OutputException(e);
        }
        return whole;
    }

    private void print(RowPrinter printer, Cursor cursor, OutputStream out) throws IOException {
        if (format == TextOrJson.JSON) {
            printer.write(cursor, out);
            return;
        }
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        printer.write(cursor, line);
        TextForm.write(line.toByteArray(), out);
    }
}
