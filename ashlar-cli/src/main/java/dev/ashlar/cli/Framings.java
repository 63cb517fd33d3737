// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.ingest.FrameLayout;
import dev.ashlar.ingest.Framing;
import dev.ashlar.ingest.MessageLength;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.ValidationResult;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Framings as commands name them.
final class Framings {
    private Framings() {
    }

    static Framing parse(String text, Schema schema, CommandSpec spec) {
        try {
            return Framing.parse(text, lengths(schema));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--framing: " + e.getMessage());
        }
    }

    /// Lengths for `raw`: what the schema says a message takes.
    private static MessageLength lengths(Schema schema) {
        MessageValidator validator = new MessageValidator(schema);
        return (memory, offset, available) -> {
            ValidationResult result = validator.validate(memory, offset, available);
            return switch (result.status()) {
                case OK -> result.decodedLength();
                case HEADER_TOO_LONG, BLOCK_TOO_LONG, GROUP_TOO_LONG, DATA_TOO_LONG -> FrameLayout.INCOMPLETE;
                case OTHER_SCHEMA, UNKNOWN_TEMPLATE, TOO_MANY_EMPTY_ENTRIES, VERSION_OUT_OF_RANGE ->
                        FrameLayout.IMPOSSIBLE;
            };
        };
    }
}
