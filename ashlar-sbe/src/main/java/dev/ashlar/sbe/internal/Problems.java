// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.Diagnostic;
import dev.ashlar.sbe.Diagnostic.Severity;
import dev.ashlar.sbe.Location;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Collects the problems of a schema; a problem that is found twice is kept once.
final class Problems {
    /// A hostile file could have a problem in every element; beyond this number they are only counted.
    private static final int MAX_KEPT = 1_000;

    private final Set<Diagnostic> kept = new LinkedHashSet<>();
    private int errors;

    void report(Location location, Code code, String message) {
        Diagnostic diagnostic = new Diagnostic(location, code.severity(), code.id(), oneLine(message));
        if (code.severity() == Severity.ERROR) {
            errors++;
        }
        if (kept.size() < MAX_KEPT) {
            kept.add(diagnostic);
        }
    }

    boolean hasErrors() {
        return errors > 0;
    }

    List<Diagnostic> diagnostics() {
        return List.copyOf(kept);
    }

    /// The same problems with every warning raised to an error.
    List<Diagnostic> asErrors() {
        return kept.stream().map(d -> new Diagnostic(d.location(), Severity.ERROR, d.code(), d.message())).toList();
    }

    private static String oneLine(String message) {
        return message.replaceAll("\\s*[\\r\\n]+\\s*", " ").strip();
    }
}
