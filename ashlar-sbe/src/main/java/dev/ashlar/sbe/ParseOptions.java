// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

/// How a schema is parsed.
///
/// @param xInclude         whether `xi:include` of local files is followed; refused with a diagnostic where not
/// @param warningsAsErrors whether a schema with warnings is refused
public record ParseOptions(boolean xInclude, boolean warningsAsErrors) {
    /// No includes, warnings tolerated.
    public static final ParseOptions DEFAULT = new ParseOptions(false, false);

    public ParseOptions withXInclude(boolean followIncludes) {
        return new ParseOptions(followIncludes, warningsAsErrors);
    }

    public ParseOptions withWarningsAsErrors(boolean refuseWarnings) {
        return new ParseOptions(xInclude, refuseWarnings);
    }
}
