// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The text of C++ codecs. `LanguageConformanceTest` compiles and runs them.
class CppGeneratorTest {
    private static final Schema TRAPS = Schemas.parse(Schemas.text("traps.xml"));

    @Test
    void shouldWriteTheSameForTheSameSchema() {
        List<GeneratedFile> files = CppGenerator.generate(TRAPS, LanguageOptions.DEFAULT);
        assertEquals(files, CppGenerator.generate(Schemas.parse(Schemas.text("traps.xml")), LanguageOptions.DEFAULT));
        assertEquals("ashlar/sbe.hpp", files.getFirst().path());
        assertEquals("traps/schema.hpp", files.getLast().path());
        assertEquals(files.size(), files.stream().map(f -> f.path().toLowerCase()).distinct().count());
    }

    @Test
    void shouldFollowTheNamespaceThatIsAskedFor() {
        Map<String, String> files = CppGenerator.generate(TRAPS, LanguageOptions.DEFAULT.withPackageName("com.example.class"))
                .stream().collect(Collectors.toMap(GeneratedFile::path, GeneratedFile::content));
        assertTrue(files.get("com/example/class_/schema.hpp").contains("namespace com::example::class_ {"));
    }

    @Test
    void shouldRefuseANamespaceOfOtherCharacters() {
        for (String name : List.of("", "1a", "a..b", "a b", "../up", "a::b")) {
            assertThrows(IllegalArgumentException.class, () -> LanguageOptions.DEFAULT.withPackageName(name), name);
        }
    }

    @Test
    void shouldEscapeReservedWordsAndTextOfTheSchema() {
        Schema schema = Schemas.parse("""
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="words" id="1" version="0"
                                   description="Ends in a backslash \\">
                  <types>
                    <composite name="messageHeader">
                      <type name="blockLength" primitiveType="uint16"/>
                      <type name="templateId" primitiveType="uint16"/>
                      <type name="schemaId" primitiveType="uint16"/>
                      <type name="version" primitiveType="uint16"/>
                    </composite>
                  </types>
                  <sbe:message name="M" id="1" description="A backslash \\">
                    <field name="class" id="1" type="uint8"/>
                    <field name="classField" id="2" type="uint8"/>
                    <field name="toJson" id="3" type="uint8"/>
                    <field name="fooBar" id="4" type="uint8"/>
                    <field name="foo_bar" id="5" type="uint8"/>
                  </sbe:message>
                </sbe:messageSchema>
                """);
        String text = CppGenerator.generate(schema, LanguageOptions.DEFAULT).stream()
                .filter(f -> f.path().equals("words/m.hpp")).findFirst().orElseThrow().content();
        for (String name : List.of("class_field", "class_field_field", "to_json_field", "foo_bar", "foo_bar_field")) {
            assertTrue(text.contains(" " + name + "() const noexcept"), name + "\n" + text);
        }
        assertFalse(text.contains("\\\n"), "comment continued on the next line");
        assertFalse(text.contains("__"), "reserved name");
    }
}
