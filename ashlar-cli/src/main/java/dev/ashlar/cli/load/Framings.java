// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.load;

import dev.ashlar.cli.output.Usage;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import picocli.CommandLine.Model.CommandSpec;

/// Framings as commands name them.
public final class Framings {
    private Framings() {
    }

    public static Framing parse(String text, Schema schema, CommandSpec spec) {
        return Usage.parse(spec, "--framing", () -> Framing.parse(text, MessageLength.of(schema)));
    }
}
