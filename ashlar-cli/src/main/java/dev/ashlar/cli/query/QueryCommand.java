// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.store.ReadFlags;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.StoreException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar query STORE SQL`: one question, one answer.
@Command(name = "query", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Run one SQL query over a store; a writer may be active meanwhile.", ""},
        footer = {"", "Every table, group, journal and last-value table of the store is a table; ashlar info lists them.",
            "Timestamps are UTC with nine digits: TIMESTAMP '2026-01-31 09:30:00.123456789'. Names are not",
            "case-sensitive; put names that are SQL keywords in \"\". EXPLAIN PLAN FOR shows how a query would run.", "",
            "Example: ashlar query day.store 'select side, count(*), sum(quantity) from Trade group by side'"})
public final class QueryCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "STORE", description = "Folder of the store.")
    private Path folder;

    @Parameters(index = "1", paramLabel = "SQL", description = "The query, as one argument.")
    private String sql;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "table",
            description = "table, csv or json (one object a line) (default: ${DEFAULT-VALUE}).")
    private AnswerFormat format;

    @Option(names = "--timing", description = "Print the number of rows and the time taken to standard error.")
    private boolean timing;

    @Mixin
    private QueryLimits limits;

    @Mixin
    private ReadFlags reading;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws StoreException {
        QueryOptions options = limits.options(spec);
        return new QueryRun(folder, reading.options(), options, new AnswerSettings(format, timing)).ask(sql, spec);
    }
}
