// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.store.ReadFlags;
import dev.ashlar.query.QueryOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar export STORE WHAT -o FILE`: an answer as a file for other programs.
@Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Write a table, or the result of a query, to a file for other programs.", ""},
        footer = {"",
            "The file's extension selects the format: .csv, .jsonl (one object a line), .parquet or .arrow (also "
                    + "called Feather). Decimals stay exact and timestamps have nanoseconds. The file appears "
                    + "when it is complete; until then it is in a folder FILE.<random>.ashlar-tmp next to it. If "
                    + "an export is killed, the next export to the same file removes that folder.", "",
            "Examples: ashlar export day.store Trade -o trades.parquet",
            "          ashlar export day.store 'select * from Trade where quantity > 100' -o large.csv",
            "          ashlar export day.store Trade -o trades.arrow --threads 2"})
public final class ExportCommand extends AshlarCommand {
    @Parameters(index = "0", paramLabel = "STORE", description = "Folder of the store or archive.")
    private Path folder;

    @Parameters(index = "1", paramLabel = "TABLE|SQL",
            description = "Name of a table, group, journal or last-value table; or a query, as one argument.")
    private String what;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", required = true,
            description = "File to write; its extension selects the format.")
    private Path file;

    @Mixin
    private NullOption nulls;

    @Option(names = "--force", description = "Replace the file if it exists.")
    private boolean force;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private ReadFlags reading;

    @Override
    public Integer call() throws IOException {
        QueryOptions options = limits.options(spec);
        if (file.getFileName() == null) {
            throw wrong("--output is not a file: " + file);
        }
        boolean csv = file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".csv");
        return new ExportRun(folder, reading.options(), options, file, force).write(what, nulls.text(csv, spec), spec);
    }
}
