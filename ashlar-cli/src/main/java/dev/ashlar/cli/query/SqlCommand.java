// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.store.ReadFlags;
import dev.ashlar.query.QueryOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar sql STORE`: a prompt for SQL, or a file of it on standard input.
@Command(name = "sql", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Query a store in SQL, at a prompt or from standard input; a writer may be active meanwhile.", ""},
        footer = {"", "Statements end with a semicolon. \\? lists the other commands; Tab completes; Ctrl-C cancels a",
            "query; Ctrl-D exits. If standard input is not a terminal, the exit code is 3 if a statement failed, 4 if",
            "rows are damaged.", "", "Example: ashlar sql day.store"})
public final class SqlCommand implements Callable<Integer> {
    @Parameters(paramLabel = "STORE", description = "Folder of the store.")
    private Path folder;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "table",
            description = "table, csv or json (one object a line) (default: ${DEFAULT-VALUE}).")
    private AnswerFormat format;

    @Option(names = "--timing", description = "Print the number of rows and the time taken.")
    private boolean timing;

    @Mixin
    private QueryLimits limits;

    @Mixin
    private ReadFlags reading;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        QueryOptions options = limits.options(spec);
        return new SqlPrompt(folder, reading.options(), options, new AnswerSettings(format, timing)).run(spec);
    }
}
