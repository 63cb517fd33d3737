// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The text of C# codecs and dissectors. `LanguageConformanceTest` and `WiresharkTest` run them.
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

    @Test
    void shouldWriteTheSameDissectorForTheSameSchema() {
        List<GeneratedFile> files = WiresharkGenerator.generate(TRAPS, LanguageOptions.DEFAULT, WiresharkFraming.RAW);
        assertEquals(files, WiresharkGenerator.generate(TRAPS, LanguageOptions.DEFAULT, WiresharkFraming.RAW));
        assertEquals(List.of("ashlar.lua"), files.stream().map(GeneratedFile::path).toList());
        assertEquals("traps.lua", WiresharkGenerator.generate(TRAPS, LanguageOptions.DEFAULT.withPackageName("Traps"),
                WiresharkFraming.RAW).getFirst().path());
    }
}
