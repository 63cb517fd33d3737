// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Refuses options and arguments that a command cannot work with.
public final class Usage {
    private Usage() {
    }

    /// @throws ParameterException if it is not met
    public static void require(CommandSpec spec, boolean met, String otherwise) {
        if (!met) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    /// Parses the value of an option.
    ///
    /// @throws ParameterException with the option and the reason, if the value is refused
    public static <T> T parse(CommandSpec spec, String option, Supplier<T> parser) {
        try {
            return parser.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
        }
    }
}
