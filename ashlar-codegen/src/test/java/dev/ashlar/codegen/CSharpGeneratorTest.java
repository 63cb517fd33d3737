// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The text of C# codecs and dissectors. `LanguageConformanceTest` and `WiresharkTest` run them.
class CSharpGeneratorTest {
    private static final Schema TRAPS = Schemas.parse(Schemas.text("traps.xml"));

    @Test
    void shouldWriteTheSameForTheSameSchema() {
        List<GeneratedFile> files = CSharpGenerator.generate(TRAPS, LanguageOptions.DEFAULT);
        assertEquals(files, CSharpGenerator.generate(Schemas.parse(Schemas.text("traps.xml")), LanguageOptions.DEFAULT));
        assertEquals("Ashlar/Sbe.cs", files.getFirst().path());
        assertEquals("Traps/SbeMessages.cs", files.getLast().path());
        assertEquals(files.size(), files.stream().map(f -> f.path().toLowerCase()).distinct().count());
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
