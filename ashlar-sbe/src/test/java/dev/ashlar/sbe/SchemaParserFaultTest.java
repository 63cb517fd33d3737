// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.ashlar.testkit.Seed;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Any bytes at all end in a schema or in diagnostics, never in an exception.
class SchemaParserFaultTest {
    private static final String VALID = """
            <?xml version="1.0" encoding="UTF-8"?>
            <messageSchema package="fault" id="1" version="2" byteOrder="bigEndian">
              <types>
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
                </composite>
                <composite name="groupSizeEncoding">
                  <type name="blockLength" primitiveType="uint16"/><type name="numInGroup" primitiveType="uint8"/>
                </composite>
                <composite name="text"><type name="length" primitiveType="uint16"/>
                  <type name="varData" primitiveType="uint8" length="0" characterEncoding="UTF-8"/></composite>
                <type name="Symbol" primitiveType="char" length="8"/>
                <type name="One" primitiveType="uint8" presence="constant">1</type>
                <enum name="Side" encodingType="char"><validValue name="Buy">1</validValue></enum>
                <set name="Flags" encodingType="uint8"><choice name="Last">7</choice></set>
                <composite name="Price"><type name="mantissa" primitiveType="int64"/><ref name="side" type="Side" offset="9"/></composite>
              </types>
              <message name="Trade" id="5" blockLength="40">
                <field name="symbol" id="1" type="Symbol" offset="0"/>
                <field name="price" id="2" type="Price"/>
                <field name="one" id="3" type="One"/>
                <field name="buy" id="4" type="Side" presence="constant" valueRef="Side.Buy"/>
                <field name="flags" id="6" type="Flags" sinceVersion="2"/>
                <group name="legs" id="7"><field name="n" id="8" type="int32" presence="optional"/></group>
                <data name="note" id="9" type="text"/>
              </message>
            </messageSchema>
            """;

    private static void parse(byte[] bytes) {
        ParseResult result = SchemaParser.parse(new ByteArrayInputStream(bytes), "fault.xml",
                ParseOptions.DEFAULT.withXInclude(true));
        assertNotEquals(result.parsed().isPresent(),
                result.diagnostics().stream().anyMatch(d -> d.severity() == Diagnostic.Severity.ERROR),
                () -> new String(bytes, StandardCharsets.ISO_8859_1));
    }

    @Test
    void shouldSurviveTruncationAtEveryByte() {
        byte[] valid = VALID.getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length <= valid.length; length++) {
            parse(java.util.Arrays.copyOf(valid, length));
        }
    }

    @Test
    void shouldSurviveRandomChanges() {
        SplittableRandom random = Seed.random("SchemaParserFaultTest");
        String[] splices = {"<", ">", "\"", "&x;", "-1", "99999999999999999999", "&#0;", "uint8", "\n", "offset=\"3\" ",
                "<type/>",
            "<!DOCTYPE a>", "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"%00\"/>",
            "presence=\"constant\" ", ""};
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder(VALID);
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                int at = random.nextInt(text.length());
                int removed = random.nextInt(0, Math.min(12, text.length() - at));
                text.replace(at, at + removed, splices[random.nextInt(splices.length)]);
            }
            parse(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldSurviveSwappedWords() {
        SplittableRandom random = Seed.random("SchemaParserFaultTest");
        for (int round = 0; round < 5_000; round++) {
            String[] words = VALID.split("(?<=\")");
            int a = random.nextInt(words.length);
            int b = random.nextInt(words.length);
            String word = words[a];
            words[a] = words[b];
            words[b] = word;
            parse(String.join("", words).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldSurviveRandomBytes() {
        SplittableRandom random = Seed.random("SchemaParserFaultTest");
        for (int round = 0; round < 1_000; round++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            parse(bytes);
        }
    }
}
