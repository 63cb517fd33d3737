// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The text of Python codecs. `LanguageConformanceTest` runs them.
class PythonGeneratorTest extends GeneratorContract {
    PythonGeneratorTest() {
        super(PythonGenerator::generate, "ashlar_sbe/__init__.py", "traps/__init__.py");
    }

    @Test
    void shouldFollowThePackageThatIsAskedFor() {
        Map<String, String> files = files(TRAPS, "com.example.class");
        assertTrue(files.containsKey("com/example/class_/types.py"), files.keySet()::toString);
        assertTrue(files(TRAPS, "ashlar.sbe").containsKey("ashlar/sbe/types.py"));
        assertTrue(files(TRAPS, "io.aeron.io").containsKey("io_/aeron/io/types.py"));
    }

    @Test
    void shouldEscapeReservedWordsAndTextOfTheSchema() {
        Schema schema = words("Ends in a backslash \\", """
                    <enum name="Kind" encodingType="uint8">
                      <validValue name="None">1</validValue>
                      <validValue name="name">2</validValue>
                    </enum>
                """, """
                  <sbe:message name="import" id="1" description="Ends in a quote &quot;">
                    <field name="class" id="1" type="uint8"/>
                    <field name="fooBar" id="2" type="uint8"/>
                    <field name="foo_bar" id="3" type="uint8" description="A backslash \\"/>
                    <field name="sbeName" id="4" type="uint8"/>
                    <field name="kind" id="5" type="Kind"/>
                  </sbe:message>
                """);
        Map<String, String> files = files(schema, "words");
        for (String name : List.of("class_", "foo_bar", "foo_bar_", "sbe_name_")) {
            assertTrue(files.get("words/import_.py").contains("    " + name + " = sbe.Int("), name);
        }
        assertTrue(files.get("words/import_.py").contains("\"\"\"Ends in a quote '\"\"\""));
        assertTrue(files.get("words/__init__.py").contains("\"\"\"Ends in a backslash \\\\\"\"\""));
        assertTrue(files.get("words/types.py").contains("return {\"None_\": \"None\", \"name_\": \"name\"}"));
    }
}
