// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// The text of C# codecs. `LanguageConformanceTest` runs them.
class CSharpGeneratorTest extends GeneratorContract {
    CSharpGeneratorTest() {
        super(CSharpGenerator::generate, "Ashlar/Sbe.cs", "Traps/SbeMessages.cs");
    }

    @Test
    void shouldFollowTheNamespaceThatIsAskedFor() {
        GeneratedFile types = CSharpGenerator.generate(TRAPS, LanguageOptions.DEFAULT.withPackageName("com.example.class"))
                .get(2);
        assertEquals("Com/Example/Class/Types.cs", types.path());
        assertTrue(types.content().contains("\nnamespace Com.Example.Class\n{\n"));
    }
}
