// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.cpp.CppSources;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// C++20 codecs of a schema: headers over `std::span` that depend on the standard library alone.
///
/// Below the source root: `ashlar/sbe.hpp` and `ashlar/json.hpp`, which the codecs of all schemas share, and a folder
/// for the namespace with `types.hpp`, a header for each message, and `schema.hpp`, which includes them all.
public final class CppGenerator {
    private CppGenerator() {
    }

    /// All headers of a schema; their content and order depend only on the schema and options.
    ///
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public static List<GeneratedFile> generate(Schema schema, LanguageOptions options) {
        return CppSources.of(schema, options);
    }
}
