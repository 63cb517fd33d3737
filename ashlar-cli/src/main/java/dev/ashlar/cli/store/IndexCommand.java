// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.store;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.TextTable;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.IndexDeclaration.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar index STORE TABLE --by COLUMN`: declares, lists and drops indexes.
@Command(name = "index", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Declare an index of a table, drop one, or list them.", ""},
        footer = {"",
            "An index is kept in memory: a program that queries by its columns often enough builds it, and then "
                    + "finds rows without a scan; EXPLAIN PLAN FOR shows whether one is used. Without --sorted "
                    + "it finds equal values only; with --sorted also ranges, prefixes, and texts shorter than "
                    + "their column. Columns are those of the table's block, as ashlar inspect shows them. No "
                    + "other process may write to the store meanwhile.",
            "In an archive, an index is declared once for all days, including future ones; each day is reopened "
                    + "and sealed again.", "",
            "Examples: ashlar index day.store Trade --by tradeId",
            "          ashlar index day.store Trade --by symbol --sorted",
            "          ashlar index day.store --list"})
public final class IndexCommand extends AshlarCommand {
    @Parameters(index = "0", paramLabel = "STORE", description = "Folder of the store or archive.")
    private Path folder;

    @Parameters(index = "1", paramLabel = "TABLE", arity = "0..1", description = "Name of the table.")
    private String table;

    @Option(names = "--by", paramLabel = "COLUMN", split = ",",
            description = "Columns of the key, separated by commas.")
    private List<String> fields;

    @Option(names = "--sorted", description = "Sorted index, for ranges and prefixes.")
    private boolean sorted;

    @Option(names = "--drop", description = "Drop the declaration.")
    private boolean drop;

    @Option(names = "--list", description = "List the declared indexes, change nothing.")
    private boolean list;

    @Override
    public Integer call() throws StoreException {
        if (list) {
            require(fields == null && !sorted && !drop, "--list excludes --by, --sorted and --drop");
            if (Archive.isArchive(folder)) {
                listDeclared();
            } else {
                list();
            }
            return ExitCode.DONE;
        }
        require(table != null && fields != null, "a table and --by are missing, or --list");
        IndexDeclaration index = new IndexDeclaration(table, fields, sorted ? Kind.SORTED : Kind.HASH);
        if (Archive.isArchive(folder)) {
            change(index);
            return ExitCode.DONE;
        }
        requireStore();
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            if (drop && !writer.drop(index)) {
                throw new BadInputException("no such index: " + table + " by " + index + ", there are "
                        + writer.indexes().stream().map(DeclaredIndex::declaration).map(IndexCommand::describe).toList()
                        + " (" + folder + ")");
            }
            if (!drop) {
                writer.declare(index);
            }
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e.getMessage());
        }
        out().println((drop ? "dropped: " : "declared: ") + table + " by " + index);
        return ExitCode.DONE;
    }

    /// Changes all days of an archive.
    private void change(IndexDeclaration index) throws StoreException {
        PrintWriter out = out();
        try (ArchiveWriter archive = ArchiveWriter.open(folder, ArchiveOptions.asIs(), DayOpener.nothing())) {
            if (drop && !archive.drop(index)) {
                throw new BadInputException("no such index: " + table + " by " + index + ", there are "
                        + archive.indexes().stream().map(IndexCommand::describe).toList() + " (" + folder + ")");
            }
            out.println(drop ? "dropped: " + table + " by " + index : "declared: " + table + " by " + index + ", days="
                    + archive.declare(index));
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e.getMessage());
        }
    }

    private void listDeclared() throws StoreException {
        try (Archive archive = Archive.open(folder)) {
            TextTable lines = new TextTable("table", "columns", "kind");
            for (IndexDeclaration index : archive.indexes()) {
                if (table == null || index.table().equals(table)) {
                    lines.row(index.table(), String.join(",", index.fields()), index.kind().name().toLowerCase(Locale.ROOT));
                }
            }
            lines.print(out(), "");
        }
    }

    /// Opening a writer would create a store.
    private void requireStore() throws StoreException {
        Store.open(folder).close();
    }

    private void list() throws StoreException {
        PrintWriter out = out();
        try (Store store = Store.open(folder)) {
            if (table != null) {
                // Lists the tables if this is not one of them.
                store.table(table);
            }
            TextTable lines = new TextTable("table", "columns", "kind", ">bytes/key", ">rows");
            for (DeclaredIndex index : store.indexes()) {
                IndexDeclaration declared = index.declaration();
                if (table == null || declared.table().equals(table)) {
                    lines.row(declared.table(), String.join(",", declared.fields()),
                            declared.kind().name().toLowerCase(Locale.ROOT), Integer.toString(index.keyLength()),
                            String.format(Locale.ROOT, "%,d", index.table().rowCount()));
                }
            }
            lines.print(out, "");
        }
    }

    private static String describe(IndexDeclaration index) {
        return index.table() + " by " + index;
    }
}
