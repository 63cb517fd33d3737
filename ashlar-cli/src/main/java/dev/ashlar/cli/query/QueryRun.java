// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.answer.Plot;
import dev.ashlar.cli.answer.Screen;
import dev.ashlar.cli.answer.Shown;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.LocaleText;
import dev.ashlar.cli.output.Usage;
import dev.ashlar.cli.shell.Failures;
import dev.ashlar.cli.shell.OpenStores;
import dev.ashlar.cli.shell.Parameters;
import dev.ashlar.cli.shell.ShellOutput;
import dev.ashlar.cli.shell.SqlShell;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.store.StoreException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// What `ashlar query` does. Separate from the command itself, which is loaded for its options even without the SQL
/// module.
record QueryRun(AskSettings asked) {
    /// @param drawn whether the answer is drawn
    /// @param file  that it is drawn to; empty for standard output
    int ask(String sql, boolean drawn, Optional<Path> file, CommandSpec spec) throws StoreException {
        long startNs = System.nanoTime();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Parameters parameters = parameters(asked.values(), spec);
        Shown shown;
        try (OpenStores open = new OpenStores(asked.stores().main(), asked.stores().named(), asked.reading());
                SqlResult result = parameters.run(open.session(), sql, asked.options())) {
            requireUsed(parameters, spec);
            ShellOutput output = ShellOutput.of(out, screen(asked.answers().rows()));
            shown = drawn ? output.draw(result, new Plot(Optional.empty(), file))
                    : output.print(result, asked.answers());
        } catch (SqlException e) {
            out.flush();
            boolean terminal = Boolean.getBoolean("ashlar.terminal");
            throw new QueryFailedException(e.getMessage(), terminal ? Failures.marked(sql, e.line(), e.column(),
                    screen(0).width()) : "", e.reason() == SqlException.Reason.CORRUPT, e);
        } finally {
            // Rows found before the failure are printed before the error line.
            out.flush();
        }
        if (asked.answers().timing()) {
            err.println(shown.timing(System.nanoTime() - startNs));
        }
        return ExitCode.DONE;
    }

    /// Runs statements, or files of them, up to the first failure.
    int all(List<String> statements, List<Path> files, CommandSpec spec) throws StoreException {
        PrintWriter err = spec.commandLine().getErr();
        Parameters parameters = parameters(asked.values(), spec);
        Failures failures = new Failures(err, false, false);
        try (OpenStores open = new OpenStores(asked.stores().main(), asked.stores().named(), asked.reading());
                ShellOutput output = ShellOutput.of(spec.commandLine().getOut(), screen(asked.answers().rows()))) {
            SqlShell shell = new SqlShell(open, asked.options(), asked.answers(), parameters, output, err, failures);
            boolean more = statements.stream().allMatch(text -> shell.runAll(text.lines().toList()));
            more = more && files.stream().allMatch(shell::runFile);
            if (more) {
                requireUsed(parameters, spec);
            }
            return shell.exitCode();
        }
    }

    static Parameters parameters(List<String> values, CommandSpec spec) {
        try {
            return Parameters.of(values);
        } catch (BadInputException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private static void requireUsed(Parameters parameters, CommandSpec spec) {
        Set<String> unused = parameters.unused();
        Usage.require(spec, unused.isEmpty(), "no statement has the parameter "
                + unused.stream().map(name -> ":" + name).collect(Collectors.joining(", ")));
    }

    /// The terminal that the launcher reports for standard output, if there is one.
    static Screen screen(int rows) {
        int width = Integer.getInteger("ashlar.columns", 0);
        return width == 0 ? Screen.none(LocaleText.output()) : Screen.terminal(width,
                Integer.getInteger("ashlar.lines", 0), rows, false, LocaleText.output());
    }
}
