// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtfEncoderTest {
    private static final SmallSchema CAR = SmallSchema.of("""
            <enum name="Model" encodingType="uint8"><validValue name="A">1</validValue><validValue name="B">2</validValue></enum>
            <set name="Extras" encodingType="uint8"><choice name="sunRoof">0</choice><choice name="cruiseControl">2</choice></set>
            <composite name="Engine">
              <type name="capacity" primitiveType="uint16"/><type name="cylinders" primitiveType="uint8"/>
            </composite>
            <composite name="Price">
              <type name="mantissa" primitiveType="int32"/><type name="exponent" primitiveType="int8"/>
            </composite>
            <type name="Code" primitiveType="char" length="4"/>
            <type name="Pair" primitiveType="uint8" length="2"/>
            <type name="Percent" primitiveType="uint8" minValue="0" maxValue="100"/>""", """
            <field name="serial" id="1" type="uint32"/>
            <field name="model" id="2" type="Model" presence="optional"/>
            <field name="extras" id="3" type="Extras" presence="optional"/>
            <field name="engine" id="4" type="Engine" presence="optional"/>
            <field name="price" id="5" type="Price" presence="optional"/>
            <field name="code" id="6" type="Code" presence="optional"/>
            <field name="pair" id="7" type="Pair" presence="optional"/>
            <field name="percent" id="8" type="Percent" presence="optional"/>
            <field name="ratio" id="9" type="float" presence="optional"/>
            <group name="figures" id="10"><field name="speed" id="11" type="uint16"/><data name="note" id="12" type="text"/></group>
            <data name="maker" id="13" type="text"/>""");

    private static IllegalArgumentException refusal(String name, Object value) {
        Map<String, Object> values = new HashMap<>(Map.of("serial", 1));
        values.put(name, value);
        return assertThrows(IllegalArgumentException.class, () -> CAR.encode(values), name + "=" + value);
    }

    @Test
    void shouldEncodeWhatTheBuilderWasTold() {
        MemorySegment memory = MemorySegment.ofArray(new byte[100]);
        MessageBuilder builder = new OtfEncoder(CAR.schema).begin("M")
                .set("maker", "Honda")
                .entry("figures", e -> e.set("speed", 30).set("note", "urban"))
                .entry("figures", e -> e.set("speed", 55))
                .set("serial", 1234)
                .set("model", "B")
                .set("extras", List.of("cruiseControl"));
        long length = builder.encode(memory, 7);
        assertEquals(length, builder.encode(memory, 7));
        String body = HexFormat.of().formatHex(memory.asSlice(7 + 8,
                length - 8).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
        assertEquals("d2040000" + "02" + "04" + "ffffff" + "0000008080" + "00000000" + "ffff" + "ff" + "0000c07f"
                + "020002" + "1e00" + "0500757262616e" + "3700" + "0000" + "0500486f6e6461", body);
    }

    @Test
    void shouldNameTheFieldWhenItIsRequiredAndNotSet() {
        assertEquals("required value not set (M/serial)",
                assertThrows(IllegalArgumentException.class, () -> CAR.encode(Map.of())).getMessage());
        assertEquals("required value not set (M/figures[1]/speed)",
                refusal("figures", List.of(Map.of("speed", 1), Map.of())).getMessage());
        assertEquals("required value not set (M/engine/cylinders)", refusal("engine", Map.of("capacity",
                1)).getMessage());
        assertTrue(CAR.encode(Checks.LENIENT, Map.of()).length > 0);
    }

    /// Whatever the checks: no decoder would accept the message.
    @Test
    void shouldNameTheGroupOrDataWhenTheSchemaDoesNotAllowItsCount() {
        SmallSchema few = SmallSchema.of("""
                <composite name="D"><type name="blockLength" primitiveType="uint16"/>
                  <type name="numInGroup" primitiveType="uint8" minValue="1" maxValue="2"/></composite>
                <composite name="V"><type name="length" primitiveType="uint8" minValue="2" maxValue="3"/>
                  <type name="varData" primitiveType="uint8" length="0"/></composite>""",
                "<group name='g' id='1' dimensionType='D'/><data name='d' id='2' type='V'/>");
        List<Map<String, ?>> entries = List.of(Map.of());
        for (Checks checks : Checks.values()) {
            assertEquals(8 + 3 + 3, few.encode(checks, Map.of("g", entries, "d", new byte[2])).length);
            refused("count out of range: count=0, min=1, max=2 (M/g)", few, checks, Map.of("d", new byte[2]));
            refused("count out of range: count=3, min=1, max=2 (M/g)", few, checks,
                    Map.of("g", List.of(Map.of(), Map.of(), Map.of()), "d", new byte[2]));
            refused("length out of range: length=0, min=2, max=3 (M/d)", few, checks, Map.of("g", entries));
            refused("length out of range: length=4, min=2, max=3 (M/d)", few, checks,
                    Map.of("g", entries, "d", new byte[4]));
        }
    }

    private static void refused(String message, SmallSchema schema, Checks checks, Map<String, ?> values) {
        assertEquals(message,
                assertThrows(IllegalArgumentException.class, () -> schema.encode(checks, values)).getMessage());
    }

    @Test
    void shouldNameFieldAndCharsetWhenTextHasAnotherCharacter() {
        for (String text : List.of("aé", "a☃", "a\ud800")) {
            assertEquals("text with a character that its charset lacks: index=1, charset=US-ASCII (M/code)",
                    refusal("code", text).getMessage());
        }
        assertEquals("text with a character that its charset lacks: index=0, charset=UTF-8 (M/figures[0]/note)",
                refusal("figures", List.of(Map.of("speed", 1, "note", "\udfff"))).getMessage());
        assertEquals("text with a character that its charset lacks: index=1, charset=US-ASCII (M/code)", assertThrows(
                IllegalArgumentException.class, () -> CAR.encode(Checks.LENIENT, Map.of("code", "a☃"))).getMessage());
        byte[] repeated = CAR.encode(Checks.LENIENT, Map.of("code", "aé"));
        assertTrue(CAR.json(repeated).contains("\"code\":\"aé\""));
        assertTrue(HexFormat.of().formatHex(repeated).contains("61e90000"));
    }

    @Test
    void shouldNameTheFieldWhenANameOrValueIsWrong() {
        for (Map.Entry<String, Object> wrong : List.<Map.Entry<String, Object>>of(Map.entry("seriel", 1),
                Map.entry("serial", "1"),
                Map.entry("serial", -1), Map.entry("serial", 1L << 32), Map.entry("serial", 1.5), Map.entry("serial",
                List.of()),
                Map.entry("serial", new BigDecimal("1E999999999")), Map.entry("serial", new BigDecimal("1E-999999999")),
                Map.entry("serial", BigInteger.ONE.shiftLeft(64)), Map.entry("serial", Double.NaN), Map.entry("serial",
                'x'),
                Map.entry("model", "C"), Map.entry("model", 3), Map.entry("model", 256), Map.entry("model",
                List.of("A")),
                Map.entry("extras", List.of("wings")), Map.entry("extras", List.of(2)), Map.entry("extras", 256),
                Map.entry("extras", "sunRoof"), Map.entry("engine", 5), Map.entry("engine", Map.of("capacity", 1,
                "cylinders", 1, "wheels", 1)),
                Map.entry("engine", Map.of(1, 2)), Map.entry("price", new BigDecimal("12345678901")),
                Map.entry("price", new BigDecimal("1E-999999999")), Map.entry("price", Double.POSITIVE_INFINITY),
                Map.entry("code", "abcde"), Map.entry("code", "€"), Map.entry("code", 5), Map.entry("code",
                Map.of("hex", "0")),
                Map.entry("pair", List.of(1)), Map.entry("pair", List.of(1, 2, 3)), Map.entry("pair", List.of(1, 256)),
                Map.entry("pair", 5), Map.entry("percent", 101), Map.entry("percent", 254), Map.entry("ratio", 1e39),
                Map.entry("ratio", "a"),
                Map.entry("ratio", Float.POSITIVE_INFINITY), Map.entry("ratio", new BigDecimal("1E400")),
                Map.entry("figures", Map.of()),
                Map.entry("figures", List.of(1)), Map.entry("figures", List.of(Map.of("speed", 1, "mpg", 1))),
                Map.entry("maker", 5),
                Map.entry("maker", "\ud800"), Map.entry("maker", Map.of("hex", "xy")))) {
            String message = refusal(wrong.getKey(), wrong.getValue()).getMessage();
            assertTrue(message.contains("(M") && message.length() < 300, message);
        }
    }

    @Test
    void shouldTakeEveryFormWhenValuesAreRight() {
        Map<String, Object> values = new HashMap<>();
        values.put("serial", new BigDecimal("1.5E1"));
        values.put("model", (byte) 2);
        values.put("extras", 5);
        values.put("engine", Map.of("capacity", 2000L, "cylinders", (short) 4));
        values.put("price", 12.5);
        values.put("code", new byte[] {'a', 'b'});
        values.put("pair", new int[] {1, 2});
        values.put("percent", 255);
        values.put("ratio", 1);
        values.put("maker", MemorySegment.ofArray(new byte[] {'x'}));
        assertEquals("\"serial\":15,\"model\":\"B\",\"extras\":[\"sunRoof\",\"cruiseControl\"],"
                + "\"engine\":{\"capacity\":2000,\"cylinders\":4},"
                + "\"price\":12.5,\"code\":\"ab\",\"pair\":[1,2],\"percent\":null,\"ratio\":1.0,\"figures\":[],\"maker\":\"x\"",
                CAR.json(CAR.encode(values)));
    }

    @Test
    void shouldFitTheExponentWhenTheNumberAllowsIt() {
        SmallSchema small = SmallSchema.of("<composite name=\"P\"><type name=\"mantissa\" primitiveType=\"int32\"/>"
                + "<type name=\"exponent\" primitiveType=\"uint8\"/></composite>",
                "<field name=\"p\" id=\"1\" type=\"P\"/>");
        assertEquals("0f00000002", small.body(Map.of("p", new BigDecimal("15E2"))));
        assertEquals("0f00000000", small.body(Map.of("p", new BigDecimal("15.00"))));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("p", new BigDecimal("15.01"))));
    }

    @Test
    void shouldThrowWhenTheMemoryEndsBeforeTheMessage() {
        byte[] whole = CAR.encode(Map.of("serial", 1, "maker", "abc"));
        for (int length = 0; length < whole.length; length++) {
            MemorySegment memory = MemorySegment.ofArray(new byte[length]);
            OtfEncoder encoder = new OtfEncoder(CAR.schema);
            assertThrows(IndexOutOfBoundsException.class, () -> encoder.encode("M", Map.of("serial", 1, "maker",
                    "abc"), memory, 0));
        }
        OtfEncoder encoder = new OtfEncoder(CAR.schema);
        MemorySegment memory = MemorySegment.ofArray(new byte[99]);
        assertThrows(IndexOutOfBoundsException.class, () -> encoder.encode("M", Map.of("serial", 1), memory, -1));
        assertThrows(IllegalArgumentException.class, () -> encoder.begin("N"));
    }

    @Test
    void shouldFillInCountsWhenHeadersHaveThem() {
        SmallSchema small = SmallSchema.whole("version=\"0\"", """
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint8"/>
                  <type name="schemaId" primitiveType="uint8"/><type name="version" primitiveType="uint16"/>
                  <type name="numGroups" primitiveType="uint8"/><type name="numVarDataFields" primitiveType="uint8"/>
                </composite>
                <composite name="groupSizeEncoding">
                  <type name="blockLength" primitiveType="uint16"/><type name="numInGroup" primitiveType="uint8"/>
                  <type name="numGroups" primitiveType="uint8"/>
                </composite>
                <composite name="text">
                  <type name="length" primitiveType="uint8"/><type name="varData" primitiveType="uint8" length="0"/>
                </composite>
                """, "<sbe:message name=\"M\" id=\"7\"><group name=\"g\" id=\"1\"><group name=\"h\" id=\"2\"/></group>"
                + "<data name=\"d\" id=\"3\" type=\"text\"/></sbe:message>");
        assertEquals("0000070900000101" + "00000001" + "00", HexFormat.of().formatHex(small.encode(Map.of())));
    }
}
