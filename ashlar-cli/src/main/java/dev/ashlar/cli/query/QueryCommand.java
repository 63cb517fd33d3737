// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.answer.AnswerFormat;
import dev.ashlar.cli.answer.AnswerSettings;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.store.ReadFlags;
import dev.ashlar.query.QueryOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar query STORE SQL`: one question, one answer.
@Command(name = "query", mixinStandardHelpOptions = true, addMethodSubcommands = false, sortOptions = false,
        description = {
            "Run SQL over a store, or over several; a writer may be active meanwhile.", ""},
        footer = {"",
            "Every table, group, journal and last-value table of the store is a table; ashlar info lists them. "
                    + "Timestamps are UTC with nine digits: TIMESTAMP '2026-01-31 09:30:00.123456789'. Names are "
                    + "not case-sensitive; put names that are SQL keywords in \"\". EXPLAIN PLAN FOR shows how a "
                    + "query would run. Without STORE, unqualified tables are those of the first --store.", "",
            "Examples: ashlar query day.store 'select side, count(*), sum(quantity) from Trade group by side'",
            "          ashlar query day.store --param n=100 'select * from Trade where quantity > :n'",
            "          ashlar query day.store --store refs=refs.store 'select * from Trade join refs.Security "
                    + "using (id)'"})
public final class QueryCommand extends AshlarCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "STORE", description = "Folder of the store or archive.")
    private String first;

    @Parameters(index = "1", arity = "0..1", paramLabel = "SQL", description = "The query, as one argument.")
    private String second;

    @Mixin
    private StatementOptions statements;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "table",
            description = "table, box, markdown, line, csv or json (one object a line) (default: ${DEFAULT-VALUE}).")
    private AnswerFormat format;

    @Mixin
    private NullOption nulls;

    @Option(names = "--plot",
            description = "Plot the answer: the first column is the horizontal axis, the others are numbers.")
    private boolean plot;

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the plot to a file.")
    private Path svg;

    @Option(names = "--timing", description = "Print the number of rows and the time taken to standard error.")
    private boolean timing;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private ReadFlags reading;

    @Override
    public Integer call() throws IOException {
        boolean fromOptions = statements.hasStatements(spec);
        // Where all stores have names, the only argument is the query.
        boolean unnamed = second != null || fromOptions;
        Path folder = unnamed && first != null ? Path.of(first) : null;
        String sql = unnamed ? second : first;
        StatementOptions.Stores stores = statements.stores(folder, spec);
        require(!fromOptions || second == null, "statements are given twice: as an argument, and by -c or -f");
        require(fromOptions || sql != null, "a query is missing");
        QueryOptions options = limits.options(spec);
        QueryRun run = new QueryRun(new AskSettings(stores, reading.options(), options,
                new AnswerSettings(format, timing, statements.rows(spec), nulls.text(format == AnswerFormat.CSV, spec)),
                statements.parameters()));
        if (fromOptions) {
            require(!plot && svg == null, "--plot and --svg draw one query; write \\plot after a statement of "
                    + "-c or -f");
            return run.all(statements.statements(), statements.files(), spec);
        }
        return run.ask(sql, plot || svg != null, Optional.ofNullable(svg), spec);
    }
}
