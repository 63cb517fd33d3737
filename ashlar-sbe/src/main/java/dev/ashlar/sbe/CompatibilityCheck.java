// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import dev.ashlar.sbe.internal.compat.SchemaCheck;

/// Compares two versions of a schema: does a reader of the new one still read messages of the old one (backward), and a
/// reader of the old one messages of the new one (forward)?
///
/// A reader is taken to be as the standard asks: it advances by the block lengths on the wire, holds a field, group or
/// data to be absent where the version on the wire is below its `sinceVersion`, and skips nothing it does not know.
/// Where messages follow one another without framing that tells their length, heed the warnings, too.
/// `docs/compatibility.md` lists the rules.
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
