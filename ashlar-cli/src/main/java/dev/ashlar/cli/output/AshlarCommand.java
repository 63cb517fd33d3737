// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What every command has: its output, and refusals of options and arguments that it cannot work with.
public abstract class AshlarCommand implements Callable<Integer> {
    @Spec
    protected CommandSpec spec;

    public final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    public final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /// @throws ParameterException if it is not met
    protected final void require(boolean met, String otherwise) {
        Usage.require(spec, met, otherwise);
    }

    /// Parses the value of an option.
    ///
    /// @throws ParameterException with the option and the reason, if the value is refused
    protected final <T> T parse(String option, Supplier<T> parser) {
        return Usage.parse(spec, option, parser);
    }

    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
