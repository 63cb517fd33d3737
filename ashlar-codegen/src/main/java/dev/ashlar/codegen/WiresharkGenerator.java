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

    /// The dissector, always the same for the same schema and framing.
    ///
    /// ```java
    /// Framing framing = Framing.parse("cme-mdp3", MessageLength.of(schema));
    /// OutputDirectory.write(folder, WiresharkGenerator.generate(schema, LanguageOptions.DEFAULT, framing));
    /// ```
    ///
    /// @param options the package is the prefix of filters and the name of the file; `ashlar` where there is none. Two
    ///     dissectors in one Wireshark need different ones
    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks its members, or if filters of
    ///     Wireshark begin as the package does
    public static List<GeneratedFile> generate(Schema schema, LanguageOptions options, Framing framing) {
        return List.of(LuaSources.of(schema, options.packageName().orElse("ashlar"), framing));
    }
}
