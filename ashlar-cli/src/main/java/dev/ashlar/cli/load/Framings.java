// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Framings as commands name them.
public final class Framings {
    private Framings() {
    }

    public static Framing parse(String text, Schema schema, CommandSpec spec) {
        try {
            return Framing.parse(text, MessageLength.of(schema));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--framing: " + e.getMessage());
        }
    }
}
