// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

/// One problem found in a schema.
///
/// @param location where the problem is
/// @param severity how serious it is
/// @param code     stable identifier such as `SBE012`, listed in `docs/diagnostics.md`
/// @param message  what is wrong and what to do about it, in one line
public record Diagnostic(Location location, Severity severity, String code, String message) {
    /// How serious a problem is.
    public enum Severity {
        /// The schema is accepted, but part of it is probably a mistake.
        WARNING,
        /// The schema is refused.
        ERROR
    }

    /// `file:line:column: error SBE012: message`.
    @Override
    public String toString() {
        return location + ": " + (severity == Severity.ERROR ? "error" : "warning") + " " + code + ": " + message;
    }
}
