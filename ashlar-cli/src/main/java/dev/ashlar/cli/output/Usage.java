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

    /// What is made of an option.
    ///
    /// @throws ParameterException if it is refused: the option, and why
    public static <T> T parse(CommandSpec spec, String option, Supplier<T> parser) {
        try {
            return parser.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
        }
    }
}
