// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The text of TypeScript codecs. `LanguageConformanceTest` compiles and runs them.
class TypeScriptGeneratorTest {
    @Test
    void shouldWriteTheSameForTheSameSchema() {
        Schema schema = Schemas.parse(Schemas.text("traps.xml"));
        List<GeneratedFile> files = TypeScriptGenerator.generate(schema, LanguageOptions.DEFAULT);
        assertEquals(files, TypeScriptGenerator.generate(Schemas.parse(Schemas.text("traps.xml")), LanguageOptions.DEFAULT));
        assertEquals("ashlar/index.ts", files.getFirst().path());
        assertEquals("traps/index.ts", files.getLast().path());
        assertEquals(files.size(), files.stream().map(f -> f.path().toLowerCase()).distinct().count());
    }

    @Test
    void shouldImportWhatIsSharedFromTheFolderAboveThePackage() {
        Map<String, String> files = files(Schemas.parse(Schemas.text("traps.xml")),
                LanguageOptions.DEFAULT.withPackageName("com.example"));
        assertTrue(files.get("com/example/types.ts").contains("from \"../../ashlar/index.js\";"));
        assertTrue(files(Schemas.parse(Schemas.text("traps.xml")), LanguageOptions.DEFAULT.withPackageName("ashlar"))
                .containsKey("ashlar-schema/types.ts"));
    }

    @Test
    void shouldEscapeReservedWordsAndTextOfTheSchema() {
        Schema schema = Schemas.parse("""
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="words" id="1" version="0">
                  <types>
                    <composite name="messageHeader">
                      <type name="blockLength" primitiveType="uint16"/>
                      <type name="templateId" primitiveType="uint16"/>
                      <type name="schemaId" primitiveType="uint16"/>
                      <type name="version" primitiveType="uint16"/>
                    </composite>
                  </types>
                  <sbe:message name="index" id="1" description="Ends the comment */ early">
                    <field name="constructor" id="1" type="uint8"/>
                    <field name="fooBar" id="2" type="uint8"/>
                    <field name="foo_bar" id="3" type="uint8"/>
                    <field name="sbeView" id="4" type="uint8"/>
                    <field name="class" id="5" type="uint64"/>
                  </sbe:message>
                </sbe:messageSchema>
                """);
        String text = files(schema, LanguageOptions.DEFAULT).get("words/index_.ts");
        for (String name : List.of("constructor_", "fooBar", "fooBar_", "sbeView_")) {
            assertTrue(text.contains("  get " + name + "(): number {"), name);
        }
        assertTrue(text.contains("  get class(): bigint {"));
        assertFalse(text.contains("*/ early"));
    }

    private static Map<String, String> files(Schema schema, LanguageOptions options) {
        return TypeScriptGenerator.generate(schema, options).stream()
                .collect(Collectors.toMap(GeneratedFile::path, GeneratedFile::content));
    }
}
