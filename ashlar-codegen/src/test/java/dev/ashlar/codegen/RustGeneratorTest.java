// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The text of Rust codecs. `LanguageConformanceTest` compiles and runs them.
class RustGeneratorTest extends GeneratorContract {
    RustGeneratorTest() {
        super(RustGenerator::generate, "Cargo.toml", "src/codec/empty.rs");
    }

    @Test
    void shouldNameTheCrateAfterThePackage() {
        assertTrue(files(TRAPS, "com.example.Feed").get("Cargo.toml").contains("name = \"com-example-feed\"\n"));
        assertTrue(files(TRAPS, "match").get("Cargo.toml").contains("name = \"match-codec\"\n"));
    }

    @Test
    void shouldLeaveNoFileToRustfmtUnlessNamesAreLong() {
        assertTrue(!files(TRAPS, "traps").get("src/codec/mod.rs").contains("rustfmt::skip"));
        Schema schema = words("", "", """
                  <sbe:message name="Long" id="1">
                    <field name="nameOfMoreThanTwentyFiveCharacters" id="1" type="uint8"/>
                  </sbe:message>
                """);
        assertTrue(files(schema, "words").get("src/codec/mod.rs").contains("#[rustfmt::skip]\nmod long;\n"));
    }

    /// A decoder has the fields of its block, but not its constants.
    @Test
    void shouldFindTheNullValueOfArraysInTheBlock() {
        Schema schema = words("", "<type name=\"Prices\" primitiveType=\"int64\" length=\"3\" presence=\"optional\"/>", """
                  <sbe:message name="Book" id="1">
                    <field name="prices" id="1" type="Prices"/>
                  </sbe:message>
                """);
        String text = files(schema, "words").get("src/codec/book.rs");
        assertTrue(text.contains("BookBlock::PRICES_NULL_VALUE"), text);
        assertTrue(!text.contains("Self::PRICES_NULL_VALUE"), text);
    }

    @Test
    void shouldKeepTheNullConstantApartFromValues() {
        Schema schema = words("", """
                    <enum name="Side" encodingType="uint8">
                      <validValue name="NullValue">0</validValue>
                    </enum>
                """, "");
        String text = files(schema, "words").get("src/codec/types.rs");
        for (String constant : List.of("NULL_VALUE_: Self = Self(0)", "NULL_VALUE: Self = Self(u8::MAX)")) {
            assertTrue(text.contains("pub const " + constant + ";"), constant + "\n" + text);
        }
    }

    @Test
    void shouldEscapeReservedWordsAndTextOfTheSchema() {
        Schema schema = words("- [no link](x) *no* `code`", "", """
                  <sbe:message name="Self" id="1">
                    <field name="type" id="1" type="uint8"/>
                    <field name="typeField" id="2" type="uint8"/>
                    <field name="new" id="3" type="uint8"/>
                    <field name="fooBar" id="4" type="uint8"/>
                    <field name="foo_bar" id="5" type="uint8"/>
                  </sbe:message>
                """);
        String text = files(schema, "words").get("src/codec/self_.rs");
        for (String name : List.of("type_field", "type_field_field", "new_field", "foo_bar", "foo_bar_field")) {
            assertTrue(text.contains("pub fn " + name + "(&self) -> u8 {"), name + "\n" + text);
        }
        assertTrue(files(schema, "words").get("src/lib.rs").contains("\\- \\[no link\\](x) \\*no\\* \\`code\\`"));
    }
}
