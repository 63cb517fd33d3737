// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import dev.ashlar.sbe.internal.compat.SchemaCheck;

/// Compares two versions of a schema: does a reader of the new one still read messages of the old one (backward), and a
/// reader of the old one messages of the new one (forward)?
///
/// It assumes readers that follow the standard: they advance by the block lengths on the wire, treat a field, group or
/// data as absent if the version on the wire is below its `sinceVersion`, and skip nothing they do not know. If
/// messages follow one another without framing that gives their length, heed the warnings, too. `docs/compatibility.md`
/// lists the rules.
///
/// **Threading**: any thread; each call is independent.
public final class CompatibilityCheck {
    private CompatibilityCheck() {
    }

    /// Compares the older schema with the newer.
    ///
    /// @throws SchemaException if one of them was refused
    public static CompatibilityReport compare(ParseResult older, ParseResult newer) {
        older.schema();
        newer.schema();
        return new CompatibilityReport(new SchemaCheck(older, newer).run());
    }
}
