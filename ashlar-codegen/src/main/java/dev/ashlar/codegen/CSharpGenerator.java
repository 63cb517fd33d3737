// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.csharp.CsSources;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// C# codecs of a schema for netstandard2.1: ref structs over spans, without unsafe code and without dependencies.
///
/// Below the source root: `Ashlar/Sbe.cs` and `Ashlar/SbeJson.cs`, which the codecs of all schemas share, and a folder
/// for the namespace with `Types.cs`, a file for each message, and `SbeMessages.cs` for any message of the schema.
public final class CSharpGenerator {
    private CSharpGenerator() {
    }

    /// All files of a schema; their content and order depend only on the schema and options.
    ///
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public static List<GeneratedFile> generate(Schema schema, LanguageOptions options) {
        return CsSources.of(schema, options);
    }
}
