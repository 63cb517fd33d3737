// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// One difference between two versions of a schema that a reader or a programmer will notice.
///
/// @param location   where the element is: in the new file, or in the old one if the new one no longer has it
/// @param severity   whether it breaks readers
/// @param directions the readers that are affected; empty if bytes and values stay the same and only generated code
///     changes
/// @param code       stable identifier such as `COMPAT22`, listed in `docs/compatibility.md`
/// @param path       path of the element, as in [SourceMap]; empty for the schema as a whole
/// @param message    what changed and what to do about it, in one line
public record CompatibilityFinding(Location location, Severity severity, Set<Direction> directions, String code,
        String path, String message) {

    public CompatibilityFinding {
        directions = Set.copyOf(directions);
    }

    /// Which reader reads which messages.
    public enum Direction {
        /// A reader of the new schema reads messages written with the old one.
        BACKWARD,
        /// A reader of the old schema reads messages written with the new one.
        FORWARD
    }

    /// How serious a difference is.
    public enum Severity {
        /// Readers in the given directions misread or refuse messages.
        BREAK,
        /// Readers in the given directions go wrong unless they follow the advice in the message.
        WARNING,
        /// Nothing goes wrong; worth knowing.
        NOTE
    }

    /// `file:line:column: break COMPAT22 (backward, forward) Car/speed: message`.
    @Override
    public String toString() {
        String readers = directions.isEmpty() ? ""
                : new TreeSet<>(directions).toString().toLowerCase(Locale.ROOT).replace("[", " (").replace("]", ")");
        return location + ": " + severity.name().toLowerCase(Locale.ROOT) + " " + code + readers + " "
                + (path.isEmpty() ? "schema" : path) + ": " + message;
    }
}
