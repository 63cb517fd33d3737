// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import dev.ashlar.sbe.CompatibilityFinding.Direction;
import dev.ashlar.sbe.CompatibilityFinding.Severity;
import java.util.List;

/// What [CompatibilityCheck] found between two versions of a schema.
///
/// @param findings in the order of the messages; a difference in a shared type appears once, however many fields use it
public record CompatibilityReport(List<CompatibilityFinding> findings) {
    public CompatibilityReport {
        findings = List.copyOf(findings);
    }

    /// Whether nothing breaks readers in this direction.
    public boolean isCompatible(Direction direction) {
        return findings.stream().noneMatch(f -> f.severity() == Severity.BREAK && f.directions().contains(direction));
    }

    /// Whether nothing breaks readers in either direction.
    public boolean isCompatible() {
        return isCompatible(Direction.BACKWARD) && isCompatible(Direction.FORWARD);
    }

    /// The findings of one severity.
    public List<CompatibilityFinding> findings(Severity severity) {
        return findings.stream().filter(f -> f.severity() == severity).toList();
    }
}
