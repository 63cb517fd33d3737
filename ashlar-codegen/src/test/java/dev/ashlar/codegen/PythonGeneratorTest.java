// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The text of Python codecs. `LanguageConformanceTest` runs them.
class PythonGeneratorTest {
    @Test
    void shouldWriteTheSameForTheSameSchema() {
        List<GeneratedFile> files = PythonGenerator.generate(Schemas.parse(Schemas.text("traps.xml")), LanguageOptions.DEFAULT);
        assertEquals(files, PythonGenerator.generate(Schemas.parse(Schemas.text("traps.xml")), LanguageOptions.DEFAULT));
        assertEquals("ashlar_sbe/__init__.py", files.getFirst().path());
        assertEquals("traps/__init__.py", files.getLast().path());
        assertEquals(files.size(), files.stream().map(f -> f.path().toLowerCase()).distinct().count());
    }

    @Test
    void shouldFollowThePackageThatIsAskedFor() {
        Map<String, String> files = files(Schemas.parse(Schemas.text("traps.xml")),
                LanguageOptions.DEFAULT.withPackageName("com.example.class"));
        assertTrue(files.containsKey("com/example/class_/types.py"), files.keySet()::toString);
        assertTrue(files(Schemas.parse(Schemas.text("traps.xml")), LanguageOptions.DEFAULT.withPackageName("ashlar.sbe"))
                .containsKey("ashlar/sbe/types.py"));
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
                    <enum name="Kind" encodingType="uint8">
                      <validValue name="None">1</validValue>
                      <validValue name="name">2</validValue>
                    </enum>
                  </types>
                  <sbe:message name="import" id="1" description="Ends in a quote &quot;">
                    <field name="class" id="1" type="uint8"/>
                    <field name="fooBar" id="2" type="uint8"/>
                    <field name="foo_bar" id="3" type="uint8" description="A backslash \\"/>
                    <field name="sbeName" id="4" type="uint8"/>
                    <field name="kind" id="5" type="Kind"/>
                  </sbe:message>
                </sbe:messageSchema>
                """);
        Map<String, String> files = files(schema, LanguageOptions.DEFAULT);
        for (String name : List.of("class_", "foo_bar", "foo_bar_", "sbe_name_")) {
            assertTrue(files.get("words/import_.py").contains("    " + name + " = sbe.Int("), name);
        }
        assertTrue(files.get("words/import_.py").contains("\"\"\"Ends in a quote '\"\"\""));
        assertTrue(files.get("words/__init__.py").contains("\"\"\"Ends in a backslash \\\\\"\"\""));
        assertTrue(files.get("words/types.py").contains("return {\"None_\": \"None\", \"name_\": \"name\"}"));
    }

    private static Map<String, String> files(Schema schema, LanguageOptions options) {
        return PythonGenerator.generate(schema, options).stream()
                .collect(Collectors.toMap(GeneratedFile::path, GeneratedFile::content));
    }
}
