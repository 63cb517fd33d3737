// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The text of Rust codecs. `LanguageConformanceTest` compiles and runs them.
class RustGeneratorTest {
    private static final Schema TRAPS = Schemas.parse(Schemas.text("traps.xml"));

    @Test
    void shouldWriteTheSameForTheSameSchema() {
        List<GeneratedFile> files = RustGenerator.generate(TRAPS, LanguageOptions.DEFAULT);
        assertEquals(files, RustGenerator.generate(Schemas.parse(Schemas.text("traps.xml")), LanguageOptions.DEFAULT));
        assertEquals(files.size(), files.stream().map(f -> f.path().toLowerCase()).distinct().count());
    }

    @Test
    void shouldNameTheCrateAfterThePackage() {
        assertTrue(text(TRAPS, "com.example.Feed", "Cargo.toml").contains("name = \"com-example-feed\"\n"));
        assertTrue(text(TRAPS, "match", "Cargo.toml").contains("name = \"match-codec\"\n"));
    }

    @Test
    void shouldEscapeReservedWordsAndTextOfTheSchema() {
        Schema schema = Schemas.parse("""
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="words" id="1" version="0"
                                   description="- [no link](x) *no* `code`">
                  <types>
                    <composite name="messageHeader">
                      <type name="blockLength" primitiveType="uint16"/>
                      <type name="templateId" primitiveType="uint16"/>
                      <type name="schemaId" primitiveType="uint16"/>
                      <type name="version" primitiveType="uint16"/>
                    </composite>
                  </types>
                  <sbe:message name="Self" id="1">
                    <field name="type" id="1" type="uint8"/>
                    <field name="typeField" id="2" type="uint8"/>
                    <field name="new" id="3" type="uint8"/>
                    <field name="fooBar" id="4" type="uint8"/>
                    <field name="foo_bar" id="5" type="uint8"/>
                  </sbe:message>
                </sbe:messageSchema>
                """);
        String text = text(schema, "words", "src/codec/self_.rs");
        for (String name : List.of("type_field", "type_field_field", "new_field", "foo_bar", "foo_bar_field")) {
            assertTrue(text.contains("pub fn " + name + "(&self) -> u8 {"), name + "\n" + text);
        }
        assertTrue(text(schema, "words", "src/lib.rs").contains("\\- \\[no link\\](x) \\*no\\* \\`code\\`"));
    }

    private static String text(Schema schema, String packageName, String path) {
        Map<String, String> files = RustGenerator.generate(schema, LanguageOptions.DEFAULT.withPackageName(packageName))
                .stream().collect(Collectors.toMap(GeneratedFile::path, GeneratedFile::content));
        assertTrue(files.containsKey(path), () -> path + " of " + files.keySet());
        return files.get(path);
    }
}
