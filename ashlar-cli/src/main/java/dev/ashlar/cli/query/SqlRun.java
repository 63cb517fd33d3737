// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.answer.AnswerSettings;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.shell.Failures;
import dev.ashlar.cli.shell.OpenStores;
import dev.ashlar.cli.shell.Parameters;
import dev.ashlar.cli.shell.ShellOutput;
import dev.ashlar.cli.shell.SqlPrompt;
import dev.ashlar.cli.shell.SqlShell;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.ReadOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jline.terminal.Terminal;
import picocli.CommandLine.Model.CommandSpec;

/// What `ashlar sql` does at a terminal, and with standard input. Apart from the command itself, as [QueryRun] is.
final class SqlRun {
    private final StatementOptions.Stores stores;
    private final ReadOptions reading;
    private final QueryOptions options;
    private final AnswerSettings settings;
    private final List<String> values;

    SqlRun(StatementOptions.Stores stores, ReadOptions reading, QueryOptions options, AnswerSettings settings,
            List<String> values) {
        this.stores = stores;
        this.reading = reading;
        this.options = options;
        this.settings = settings;
        this.values = values;
    }

    int run(CommandSpec spec) throws IOException {
        Parameters parameters = QueryRun.parameters(values, spec);
        try (OpenStores open = new OpenStores(stores.main(), stores.named(), reading)) {
            if (System.console() != null && System.console().isTerminal()) {
                atTerminal(open, parameters);
                return ExitCode.DONE;
            }
            PrintWriter err = spec.commandLine().getErr();
            try (ShellOutput output = ShellOutput.of(spec.commandLine().getOut(), QueryRun.screen(settings.rows()))) {
                SqlShell shell = new SqlShell(open, options, settings, parameters, output, err, new Failures(err, false,
                        false));
                shell.runInput(System.in);
                return shell.exitCode();
            }
        }
    }

    private void atTerminal(OpenStores open, Parameters parameters) throws IOException {
        try (Terminal terminal = SqlPrompt.systemTerminal()) {
            Failures failures = new Failures(terminal.writer(), true, SqlPrompt.screen(terminal, 0).styled());
            SqlPrompt.run(terminal, open, SqlPrompt.history(), output -> new SqlShell(open, options, settings,
                    parameters, output, terminal.writer(), failures));
        }
    }
}
