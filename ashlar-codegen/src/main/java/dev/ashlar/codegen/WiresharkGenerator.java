// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.wireshark.LuaSources;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;

/// A Wireshark dissector of a schema and framing: one Lua file for Wireshark 4 and later.
public final class WiresharkGenerator {
    private WiresharkGenerator() {
    }

    /// The dissector; it depends only on the schema, options and framing.
    ///
    /// ```java
    /// Framing framing = Framing.parse("cme-mdp3", MessageLength.of(schema));
    /// OutputDirectory.write(folder, WiresharkGenerator.generate(schema, LanguageOptions.DEFAULT, framing));
    /// ```
    ///
    /// @param options the package is the prefix of filters and the name of the file; `ashlar` if there is none. Two
    ///     dissectors in the same Wireshark need different packages
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member, or if
    ///     Wireshark's own filters begin with the first part of the package
    public static List<GeneratedFile> generate(Schema schema, LanguageOptions options, Framing framing) {
        return List.of(LuaSources.of(schema, options.packageName().orElse("ashlar"), framing));
    }
}
