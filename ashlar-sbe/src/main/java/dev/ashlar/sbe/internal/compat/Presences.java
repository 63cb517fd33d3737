// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.ir.Presence;

/// Compares the presence of a field or member.
final class Presences {
    /// Whether the values of both can be compared further: both are on the wire or both are constant.
    static boolean compare(Presence before, Presence after, PathPair place, CompatibilityFindings findings) {
        if (before == after) {
            return true;
        }
        if (before == Presence.CONSTANT || after == Presence.CONSTANT) {
            findings.report(Rule.CONSTANCY_CHANGED, place, after == Presence.CONSTANT
                    ? "made constant" : "no longer constant");
            return false;
        }
        if (after == Presence.OPTIONAL) {
            findings.report(Rule.MADE_OPTIONAL, place, "changed from required to optional");
        } else {
            findings.report(Rule.MADE_REQUIRED, place, "changed from optional to required");
        }
        return true;
    }
}
