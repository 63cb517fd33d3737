// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.python.PythonSources;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// Python codecs of a schema, from version 3.10 on: typed flyweights that depend on the standard library alone.
///
/// Below the source root: the package `ashlar_sbe`, which the codecs of all schemas share, and a package with
/// `types.py`, a module for each message, and `__init__.py`, which imports them all.
public final class PythonGenerator {
    private PythonGenerator() {
    }

    /// All modules of a schema, always the same and in the same order for the same schema.
    ///
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks its members
    public static List<GeneratedFile> generate(Schema schema, LanguageOptions options) {
        return PythonSources.of(schema, options);
    }
}
