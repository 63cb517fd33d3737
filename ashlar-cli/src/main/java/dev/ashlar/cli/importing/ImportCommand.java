// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.importing;

import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.schema.SchemaFile;
import dev.ashlar.ingest.csv.CsvOptions;
import dev.ashlar.ingest.table.ColumnType;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar import FILE`: the rows of a file into a table.
@Command(name = "import", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Import the rows of a CSV, Parquet or Arrow file into a table.",
            "CSV is RFC 4180 in UTF-8 with a header, plain or gzipped (.csv.gz); Arrow is IPC, a file or a saved "
                    + "stream. The format is recognized by the first bytes, not by the name.", ""},
        footer = {"",
            "Without a schema, one is generated. Columns of Parquet and Arrow keep their types; those of types that "
                    + "fields do not have become text. A CSV column gets the narrowest type that holds every value "
                    + "exactly: whole numbers become int8 to int64 or uint64; numbers with a point become decimals "
                    + "with as many digits after the point as any value has, or doubles where that is exact; ISO "
                    + "dates and times become timestamps in nanoseconds, UTC; true and false become an enum; "
                    + "everything else becomes text as long as the longest value. 007 is text. A column with NULLs "
                    + "is optional. Columns whose names are not valid field names are renamed. --print-schema shows "
                    + "the result.", "",
            "With --schema, or --append to an existing table, columns are matched to fields by name, and each "
                    + "value must fit. In CSV an empty value is NULL and \"\" is the empty text, as ashlar "
                    + "export writes them.", "",
            "All rows are checked before the first is stored, so a rejected file leaves nothing behind. If an "
                    + "import is killed or the disk is full, the rows stored so far remain: continue with "
                    + "--append --skip N, where N is the number of rows that ashlar info prints, less those "
                    + "before the import. A CSV record is at most 64 MiB, a stored row 1 MiB.", "",
            "Exit codes: 0 done, 2 wrong usage, 3 the file was rejected, 4 the store cannot be used.", "",
            "Examples: ashlar import trades.csv -d my.store --time timestamp",
            "          ashlar import trades.parquet -d my.store --ignore tags --threads 2",
            "          ashlar import orders.csv -d my.store --delimiter ';' --column 'price:decimal(4)'"})
public final class ImportCommand extends AshlarCommand {
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";
    /// More do not help: one thread reads a CSV file, and all write to one table.
    private static final int MOST_THREADS = 8;

    @Parameters(index = "0", paramLabel = "FILE", description = "CSV, Parquet or Arrow file.")
    private Path file;

    @Option(names = {"-d", "--store"}, paramLabel = "STORE", description = "Folder of the store; created if it is missing.")
    private Path folder;

    @Option(names = {"-t", "--table"}, paramLabel = "TABLE", description = "Table (default: the name of the file).")
    private String table;

    @Option(names = {"-s", "--schema"}, paramLabel = "SCHEMA",
            description = "Schema file (.xml or .sbeir) whose message TABLE defines the rows.")
    private Path schemaFile;

    @Option(names = "--append", description = "Add to the table even if it has rows.")
    private boolean append;

    @Option(names = "--column", paramLabel = "NAME:TYPE",
            description = "Type of a column: int8 to int64, uint8 to uint64, float, double, decimal(DIGITS), "
                    + "timestamp, boolean, text or text(BYTES); repeatable.")
    private List<String> columns = List.of();

    @Option(names = "--ignore", paramLabel = "NAME", description = "Column to leave out; repeatable.")
    private List<String> ignored = List.of();

    @Option(names = "--time", paramLabel = "NAME", defaultValue = "",
            description = "Time column by which the table is ordered; queries then find a range of times quickly.")
    private String time;

    @Option(names = "--delimiter", paramLabel = "C", defaultValue = ",",
            description = "CSV: character between values, or tab (default: ${DEFAULT-VALUE}).")
    private String delimiter;

    @Option(names = "--null", paramLabel = "TEXT", defaultValue = "",
            description = "CSV: unquoted text that means NULL (default: empty).")
    private String nullText;

    @Option(names = "--skip", paramLabel = "N", defaultValue = "0",
            description = "Skip this many rows first, to continue an import that was stopped.")
    private long skip;

    @Option(names = "--threads", paramLabel = "N",
            description = "Threads that read and convert (default: one for each processor, at most 8).")
    private Integer threads;

    @Option(names = "--print-schema", description = "Print the generated schema and store nothing.")
    private boolean printSchema;

    @Mixin
    private SchemaFile schemas;

    @Override
    public Integer call() throws IOException {
        require(folder != null || printSchema, "-d STORE is missing");
        require(!printSchema || schemaFile == null, "--print-schema shows a generated schema; leave --schema out");
        require(skip >= 0, "--skip must not be negative: " + skip);
        String name = table == null ? named(file) : table;
        require(name.matches(NAME), "--table must be letters, digits and underscores, not beginning with a digit: "
                + name);
        ImportRun run = new ImportRun(file, name, csv(), options(), spec);
        return printSchema ? run.printSchema() : run.store(folder, append, skip, definition(name));
    }

    /// The name of a file as one of a table.
    private static String named(Path file) {
        Path last = file.getFileName();
        String name = last == null ? "" : last.toString().replaceFirst("\\..*$", "").replaceAll("[^A-Za-z0-9_]", "_");
        return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "_" + name : name;
    }

    private ImportOptions options() {
        Map<String, ColumnType> types = new LinkedHashMap<>();
        for (String column : columns) {
            int colon = column.lastIndexOf(':');
            ColumnType type = colon < 0 ? null : ColumnType.parse(column.substring(colon + 1)).orElse(null);
            require(type != null, "--column is NAME:TYPE, with a type that --help lists: " + column);
            types.put(column.substring(0, colon), type);
        }
        try {
            return ImportOptions.defaults().withColumnTypes(types).withIgnored(Set.copyOf(ignored)).withTimeColumn(time)
                    .withThreads(threads());
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private int threads() {
        int count = threads == null ? Math.min(Runtime.getRuntime().availableProcessors(), MOST_THREADS) : threads;
        require(count >= 1 && count <= ImportOptions.MAX_THREADS, "--threads must be 1 to "
                + ImportOptions.MAX_THREADS + ": " + count);
        return count;
    }

    private CsvOptions csv() {
        String character = delimiter.equalsIgnoreCase("tab") || delimiter.equals("\\t") ? "\t" : delimiter;
        require(character.length() == 1, "--delimiter is one character, or tab: " + delimiter);
        try {
            return new CsvOptions(character.charAt(0), nullText);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private Optional<TableDefinition> definition(String name) {
        if (schemaFile == null) {
            return Optional.empty();
        }
        Schema schema = schemas.read(schemaFile);
        if (schema.message(name) == null) {
            throw new BadInputException("schema has no message of the table's name: table=" + name + ", messages="
                    + schema.messages().stream().map(Message::name).collect(Collectors.joining(", ")) + " (" + schemaFile + ")");
        }
        return Optional.of(TableDefinition.of(schema, name).withTimeField(time));
    }
}
