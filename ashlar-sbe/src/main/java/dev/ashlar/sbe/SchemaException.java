// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import java.util.List;

/// A schema, or a serialised form of one, was refused.
public final class SchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Diagnostic> diagnostics;

    /// @param diagnostics all problems found, at least one of them an error
    public SchemaException(List<Diagnostic> diagnostics) {
        super(firstError(diagnostics));
        this.diagnostics = List.copyOf(diagnostics);
    }

    /// All problems found, in the order of the file.
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    private static String firstError(List<Diagnostic> diagnostics) {
        return diagnostics.stream()
                .filter(d -> d.severity() == Diagnostic.Severity.ERROR)
                .findFirst()
                .map(Diagnostic::toString)
                .orElseThrow(() -> new IllegalArgumentException("no error among the diagnostics: " + diagnostics));
    }
}
