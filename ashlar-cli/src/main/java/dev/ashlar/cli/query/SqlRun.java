// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.shell.Failures;
import dev.ashlar.cli.shell.OpenStores;
import dev.ashlar.cli.shell.Parameters;
import dev.ashlar.cli.shell.ShellOutput;
import dev.ashlar.cli.shell.SqlPrompt;
import dev.ashlar.cli.shell.SqlShell;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jline.terminal.Terminal;
import picocli.CommandLine.Model.CommandSpec;

/// What `ashlar sql` does at a terminal, and with standard input. Separate from the command itself, like [QueryRun].
record SqlRun(AskSettings asked) {
    int run(CommandSpec spec) throws IOException {
        Parameters parameters = QueryRun.parameters(asked.values(), spec);
        try (OpenStores open = new OpenStores(asked.stores().main(), asked.stores().named(), asked.reading())) {
            if (System.console() != null && System.console().isTerminal()) {
                atTerminal(open, parameters);
                return ExitCode.DONE;
            }
            PrintWriter err = spec.commandLine().getErr();
            try (ShellOutput output = ShellOutput.of(spec.commandLine().getOut(),
                    QueryRun.screen(asked.answers().rows()))) {
                SqlShell shell = new SqlShell(open, asked.options(), asked.answers(), parameters, output, err,
                        new Failures(err, false, false));
                shell.runInput(System.in);
                return shell.exitCode();
            }
        }
    }

    private void atTerminal(OpenStores open, Parameters parameters) throws IOException {
        try (Terminal terminal = SqlPrompt.systemTerminal()) {
            Failures failures = new Failures(terminal.writer(), true, SqlPrompt.screen(terminal, 0).styled());
            Optional<Path> history = SqlPrompt.history(Path.of(System.getProperty("user.home")));
            SqlPrompt.run(terminal, open, history, output -> new SqlShell(open, asked.options(), asked.answers(),
                    parameters, output, terminal.writer(), failures));
        }
    }
}
