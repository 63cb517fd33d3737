// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.answer.AnswerFormat;
import dev.ashlar.cli.answer.AnswerSettings;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.store.ReadFlags;
import dev.ashlar.query.QueryOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ashlar sql STORE`: a prompt for SQL, or a file of it on standard input.
@Command(name = "sql", mixinStandardHelpOptions = true, addMethodSubcommands = false, sortOptions = false,
        description = {
            "Query a store in SQL, at a prompt, from files or from standard input.",
            "A writer may be active meanwhile.", ""},
        footer = {"",
            "Statements end with a semicolon. \\? lists the other commands; Tab completes; Ctrl-C cancels a "
                    + "query; Ctrl-D exits. Files and -c stop at the first error; standard input continues after "
                    + "it. The exit code is 3 if a statement failed, 4 if rows are damaged.", "",
            "Examples: ashlar sql day.store",
            "          ashlar sql day.store 'select count(*) from Trade'"})
public final class SqlCommand extends AshlarCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "STORE", description = "Folder of the store or archive.")
    private Path folder;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "STATEMENT", description = "Run these statements, as -c does.")
    private List<String> given = List.of();

    @Mixin
    private StatementOptions statements;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "table",
            description = "table, box, markdown, line, csv or json (one object a line) (default: ${DEFAULT-VALUE}).")
    private AnswerFormat format;

    @Option(names = "--timing", description = "Print the number of rows and the time taken.")
    private boolean timing;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private ReadFlags reading;

    @Override
    public Integer call() throws Exception {
        boolean fromOptions = statements.hasStatements(spec);
        require(!fromOptions || given.isEmpty(), "statements are given twice: as arguments, and by -c or -f");
        StatementOptions.Stores stores = statements.stores(folder, spec);
        QueryOptions options = limits.options(spec);
        AskSettings asked = new AskSettings(stores, reading.options(), options, new AnswerSettings(format, timing,
                statements.rows(spec)), statements.parameters());
        if (fromOptions || !given.isEmpty()) {
            return new QueryRun(asked).all(fromOptions ? statements.statements() : given, statements.files(), spec);
        }
        return new SqlRun(asked).run(spec);
    }
}
