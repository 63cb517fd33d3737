// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The text of TypeScript codecs. `LanguageConformanceTest` compiles and runs them.
class TypeScriptGeneratorTest extends GeneratorContract {
    TypeScriptGeneratorTest() {
        super(TypeScriptGenerator::generate, "ashlar/index.ts", "traps/index.ts");
    }

    @Test
    void shouldImportWhatIsSharedFromTheFolderAboveThePackage() {
        assertTrue(files(TRAPS, "com.example").get("com/example/types.ts").contains("from \"../../ashlar/index.js\";"));
        assertTrue(files(TRAPS, "ashlar").containsKey("ashlar-schema/types.ts"));
    }

    @Test
    void shouldEscapeReservedWordsAndTextOfTheSchema() {
        Schema schema = words("", "", """
                  <sbe:message name="index" id="1" description="Ends the comment */ early">
                    <field name="constructor" id="1" type="uint8"/>
                    <field name="fooBar" id="2" type="uint8"/>
                    <field name="foo_bar" id="3" type="uint8"/>
                    <field name="sbeView" id="4" type="uint8"/>
                    <field name="class" id="5" type="uint64"/>
                  </sbe:message>
                """);
        String text = files(schema, "words").get("words/index_.ts");
        for (String name : List.of("constructor_", "fooBar", "fooBar_", "sbeView_")) {
            assertTrue(text.contains("  get " + name + "(): number {"), name);
        }
        assertTrue(text.contains("  get class(): bigint {"));
        assertFalse(text.contains("*/ early"));
    }
}
