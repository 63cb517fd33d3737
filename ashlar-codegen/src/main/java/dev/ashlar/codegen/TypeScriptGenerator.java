// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.typescript.TypeScriptSources;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// TypeScript codecs of a schema: strict ES modules over `DataView`, for browsers and node, without dependencies.
///
/// Below the source root: the folder `ashlar`, which the codecs of all schemas share, and a folder with `types.ts`, a
/// module for each message, and `index.ts`, which exports them all.
public final class TypeScriptGenerator {
    private TypeScriptGenerator() {
    }

    /// All modules of a schema; their content and order depend only on the schema and options.
    ///
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public static List<GeneratedFile> generate(Schema schema, LanguageOptions options) {
        return TypeScriptSources.of(schema, options);
    }
}
