// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Optional;

/// The result of parsing a schema.
///
/// @param parsed      the schema; empty if and only if it was refused
/// @param diagnostics all problems, in the order of the file
/// @param sources     locations of the elements
public record ParseResult(Optional<Schema> parsed, List<Diagnostic> diagnostics, SourceMap sources) {
    public ParseResult {
        diagnostics = List.copyOf(diagnostics);
    }

    /// The schema.
    ///
    /// @throws SchemaException if it was refused
    public Schema schema() {
        return parsed.orElseThrow(() -> new SchemaException(diagnostics));
    }
}
