// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The text of C++ codecs. `LanguageConformanceTest` compiles and runs them.
class CppGeneratorTest extends GeneratorContract {
    CppGeneratorTest() {
        super(CppGenerator::generate, "ashlar/sbe.hpp", "traps/schema.hpp");
    }

    @Test
    void shouldFollowTheNamespaceThatIsAskedFor() {
        assertTrue(files(TRAPS, "com.example.class").get("com/example/class_/schema.hpp").contains("namespace com::example::class_ {"));
    }

    @Test
    void shouldKeepTheNamespaceApartFromWhatAllSchemasShare() {
        assertTrue(files(TRAPS, "ashlar").containsKey("ashlar_/schema.hpp"));
        assertTrue(files(TRAPS, "ashlar.sbe.x").containsKey("ashlar_/sbe/x/schema.hpp"));
        assertTrue(files(TRAPS, "ashlar.sbex").containsKey("ashlar/sbex/schema.hpp"));
    }

    /// What looks like code in a literal moved code around it to other lines.
    @Test
    void shouldLeaveLiteralsAlone() {
        Schema schema = words("", """
                    <enum name="Mark" encodingType="char">
                      <validValue name="Open">(</validValue>
                      <validValue name="Quote">"</validValue>
                    </enum>
                    <type name="Code" primitiveType="char" length="80" presence="constant">f("\\") { g(a, .id = 1) || ??( }</type>
                """, """
                  <sbe:message name="Trade" id="1">
                    <field name="code" id="1" type="Code" description="It's f( or &quot;"/>
                    <field name="few" id="2" type="uint8" semanticType="a(, .id = &quot;(" description="Between literals."/>
                  </sbe:message>
                """);
        assertTrue(files(schema, "words").get("words/types.hpp")
                .contains("    Open = '(',\n    Quote = '\"',\n    null_value = "));
        String text = files(schema, "words").get("words/trade.hpp");
        for (String line : List.of("return \"f(\\\"\\\\\\\") { g(a, .id = 1) || ?\\?( }\"; }",
                "static constexpr sbe::FieldInfo few_info{\n        .id = 2, .since_version = 0, .offset = 0, .length = 1, "
                        + ".semantic_type = \"a(, .id = \\\"(\"};\n")) {
            assertTrue(text.contains(line), line + "\n" + text);
        }
    }

    @Test
    void shouldRefuseANamespaceOfOtherCharacters() {
        for (String name : List.of("", "1a", "a..b", "a b", "../up", "a::b")) {
            assertThrows(IllegalArgumentException.class, () -> LanguageOptions.DEFAULT.withPackageName(name), name);
        }
    }

    @Test
    void shouldEscapeReservedWordsAndTextOfTheSchema() {
        Schema schema = words("Ends in a backslash \\", "", """
                  <sbe:message name="M" id="1" description="A backslash \\">
                    <field name="class" id="1" type="uint8"/>
                    <field name="classField" id="2" type="uint8"/>
                    <field name="toJson" id="3" type="uint8"/>
                    <field name="fooBar" id="4" type="uint8"/>
                    <field name="foo_bar" id="5" type="uint8"/>
                  </sbe:message>
                """);
        String text = files(schema, "words").get("words/m.hpp");
        for (String name : List.of("class_field", "class_field_field", "to_json_field", "foo_bar", "foo_bar_field")) {
            assertTrue(text.contains(" " + name + "() const noexcept"), name + "\n" + text);
        }
        assertFalse(text.contains("\\\n"), "comment continued on the next line");
        assertFalse(text.contains("__"), "reserved name");
    }

    @Test
    void shouldNotShowACompositeAsANumberIfItsMantissaIsAnArray() {
        Schema schema = words("", """
                <composite name="Odd">
                  <type name="mantissa" primitiveType="int32" length="3"/>
                  <type name="exponent" primitiveType="int8"/>
                </composite>
                """, "<sbe:message name=\"M\" id=\"1\"/>");
        assertFalse(files(schema, "words").get("words/types.hpp").contains("write_json_number"));
    }
}
