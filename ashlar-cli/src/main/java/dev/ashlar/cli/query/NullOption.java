// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.output.Usage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// The text for NULL in CSV: an option of `query` and `export`.
final class NullOption {
    @Option(names = "--null", paramLabel = "TEXT",
            description = "CSV: text for NULL (default: empty). A value equal to it is quoted, so that ashlar import "
                    + "--null TEXT can tell them apart.")
    private String text;

    /// @param csv whether there is CSV at all
    String text(boolean csv, CommandSpec spec) {
        Usage.require(spec, text == null || csv, "--null is for CSV");
        Usage.require(spec, text == null || !text.matches("(?s).*[,\"\\r\\n].*"),
                "--null must have no comma, quote or line end: " + text);
        return text == null ? "" : text;
    }
}
