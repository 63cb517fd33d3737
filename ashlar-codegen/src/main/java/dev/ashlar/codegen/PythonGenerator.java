// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.python.PythonSources;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// Codecs of a schema for Python 3.10 and later: typed flyweights that depend only on the standard library.
///
/// Below the source root: the package `ashlar_sbe`, which the codecs of all schemas share, and a package with
/// `types.py`, a module for each message, and `__init__.py`, which imports them all.
public final class PythonGenerator {
    private PythonGenerator() {
    }

    /// All modules of a schema; their content and order depend only on the schema and options.
    ///
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public static List<GeneratedFile> generate(Schema schema, LanguageOptions options) {
        return PythonSources.of(schema, options);
    }
}
