// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import java.nio.file.Path;
import java.util.Optional;

/// How a schema is parsed.
///
/// @param xInclude         whether `xi:include` of local files is followed; if not, it is refused with a diagnostic
/// @param xIncludeRoot     the folder that included files must be in or below, after resolving symbolic links; empty
///     means the folder of the schema
/// @param warningsAsErrors whether a schema with warnings is refused
public record ParseOptions(boolean xInclude, Optional<Path> xIncludeRoot, boolean warningsAsErrors) {
    /// No includes, warnings tolerated.
    public static final ParseOptions DEFAULT = new ParseOptions(false, Optional.empty(), false);

    public ParseOptions withXInclude(boolean followIncludes) {
        return new ParseOptions(followIncludes, xIncludeRoot, warningsAsErrors);
    }

    /// Follows includes of files in or below `folder`, instead of the folder of the schema.
    public ParseOptions withXIncludeRoot(Path folder) {
        return new ParseOptions(true, Optional.of(folder), warningsAsErrors);
    }

    public ParseOptions withWarningsAsErrors(boolean refuseWarnings) {
        return new ParseOptions(xInclude, xIncludeRoot, refuseWarnings);
    }
}
