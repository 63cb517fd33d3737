// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The text of Go codecs. `LanguageConformanceTest` compiles and runs them.
class GoGeneratorTest extends GeneratorContract {
    GoGeneratorTest() {
        super(GoGenerator::generate, "traps/schema.go", "traps/empty_message.go");
    }

    @Test
    void shouldNameThePackageAfterTheLastPart() {
        assertTrue(files(TRAPS, "com.example.Feed").get("feed/sbe.go").contains("\npackage feed\n"));
        assertTrue(files(TRAPS, "com.range").get("rangecodec/sbe.go").contains("\npackage rangecodec\n"));
    }

    @Test
    void shouldKeepNamesApart() {
        Schema schema = words("", """
                    <composite name="Point">
                      <type name="x" primitiveType="uint8"/>
                    </composite>
                """, """
                  <sbe:message name="Trade" id="1">
                    <field name="foo" id="1" type="uint8" presence="optional"/>
                    <field name="fooNull" id="2" type="uint8"/>
                    <field name="setFoo" id="3" type="Point"/>
                    <field name="string" id="4" type="uint8"/>
                    <field name="readByte" id="5" type="uint8"/>
                  </sbe:message>
                  <sbe:message name="NewTrade" id="2"/>
                """);
        Map<String, String> files = files(schema, "words");
        String text = files.get("words/trade_message.go");
        for (String method : List.of(") FooNull_() uint8 {", ") SetFooNull() {", ") SetFoo_() PointEncoder {", ") String_() uint8 {",
                ") ReadByte_() uint8 {", "func NewTradeDecoder(")) {
            assertTrue(text.contains(method), method + "\n" + text);
        }
        assertTrue(files.get("words/new_trade_message.go").contains("type NewTrade_Decoder struct"));
    }

    @Test
    void shouldWriteOnlyPlainTextIntoComments() {
        Schema schema = words("+build ignore ``x''\ufeff", "", "");
        String text = files(schema, "words").get("words/schema.go");
        assertTrue(text.contains("version 0. + build ignore \"x\"\npackage words\n"), text);
        assertFalse(text.contains("import"), text);
    }

    @Test
    void shouldImportOnlyWhatCodeUses() {
        Schema schema = words("", "", """
                  <sbe:message name="Trade" id="1">
                    <field name="few" id="1" type="uint8" description="See math.Log and &quot;strconv.Itoa"
                           semanticType="binary.Coded // &quot;math.Log"/>
                    <field name="many" id="2" type="uint16"/>
                  </sbe:message>
                """);
        String text = files(schema, "words").get("words/trade_message.go");
        assertTrue(text.contains("\nimport \"math\"\n"), text);
    }
}
