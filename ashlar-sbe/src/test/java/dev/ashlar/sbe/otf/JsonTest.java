// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import dev.ashlar.sbe.otf.internal.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JsonTest {
    private static final SmallSchema EVERYTHING = SmallSchema.of("""
            <enum name="Side" encodingType="char"><validValue name="Buy">1</validValue><validValue name="Sell">2</validValue></enum>
            <set name="Flags" encodingType="uint8"><choice name="Last">0</choice><choice name="Snapshot">3</choice></set>
            <composite name="Price"><type name="mantissa" primitiveType="int64"/>
              <type name="exponent" primitiveType="int8" presence="constant">-2</type></composite>
            <composite name="Amount"><type name="mantissa" primitiveType="int32" presence="optional"/>
              <type name="exponent" primitiveType="int8"/></composite>
            <composite name="Engine"><type name="capacity" primitiveType="uint16"/>
              <type name="fuel" primitiveType="char" presence="constant">Petrol</type>
              <composite name="boost"><ref name="side" type="Side"/></composite></composite>
            <type name="Code" primitiveType="char" length="6"/>
            <type name="Three" primitiveType="int16" length="3" presence="optional"/>""", """
            <field name="id" id="1" type="uint64"/>
            <field name="side" id="2" type="Side"/>
            <field name="flags" id="3" type="Flags"/>
            <field name="price" id="4" type="Price"/>
            <field name="amount" id="5" type="Amount"/>
            <field name="engine" id="6" type="Engine"/>
            <field name="code" id="7" type="Code"/>
            <field name="three" id="8" type="Three"/>
            <field name="ratio" id="9" type="double"/>
            <field name="none" id="10" type="int32" presence="optional"/>
            <group name="legs" id="11"><field name="qty" id="12" type="int32"/><data name="note" id="13" type="text"/></group>
            <data name="memo" id="14" type="text"/>
            <data name="raw" id="15" type="blob"/>""");

    private static final Map<String, Object> VALUES = Map.ofEntries(Map.entry("id", 5), Map.entry("side", "Sell"),
            Map.entry("flags", List.of("Snapshot")), Map.entry("price", new BigDecimal("1234.5")), Map.entry("amount",
            15.25),
            Map.entry("engine", Map.of("capacity", 2000, "boost", Map.of("side", "Buy"))), Map.entry("code", "a\"b\\"),
            Map.entry("three", Arrays.asList(1, null, -3)), Map.entry("ratio", -0.0),
            Map.entry("legs", List.of(Map.of("qty", 7, "note", "größer\n"), Map.of("qty", -8))), Map.entry("memo",
            "€\u0001"),
            Map.entry("raw", new byte[] {0, -1}));

    @Test
    void shouldWriteOneObjectALineWhenGivenAMessageAndItsTime() throws IOException {
        byte[] bytes = EVERYTHING.encode(VALUES);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long epochNs = 1_478_943_000_123_456_789L;
        long length = new JsonWriter(EVERYTHING.schema).write(MemorySegment.ofArray(bytes), 0, bytes.length, epochNs,
                out);
        assertEquals(bytes.length, length);
        assertEquals("""
                {"template":"M","id":7,"schema":9,"version":3,"time":"2016-11-12T09:30:00.123456789Z","id_":5,"side":"Sell",\
                "flags":["Snapshot"],"price":1234.50,"amount":15.25,"engine":{"capacity":2000,"fuel":"Petrol","boost":{"side":"Buy"}},\
                "code":"a\\"b\\\\","three":[1,null,-3],"ratio":-0.0,"none":null,\
                "legs":[{"qty":7,"note":"größer\\n"},{"qty":-8,"note":""}],\
                "memo":"€\\u0001","raw":"00ff"}
                """, out.toString(StandardCharsets.UTF_8));
    }

    /// By `docs/null.md`; what would be lost is shown nevertheless.
    @Test
    void shouldWriteNullForANullCompositeUnlessItHoldsAValue() {
        SmallSchema schema = SmallSchema.of("""
                <enum name="Side" encodingType="char"><validValue name="Buy">1</validValue></enum>
                <set name="Flags" encodingType="uint8"><choice name="Last">0</choice></set>
                <composite name="Inner"><ref name="side" type="Side"/><ref name="flags" type="Flags"/></composite>
                <composite name="Pair"><type name="a" primitiveType="uint16" presence="optional"/>
                  <type name="unit" primitiveType="char" presence="constant">u</type>
                  <type name="b" primitiveType="uint8"/><ref name="inner" type="Inner"/></composite>
                <composite name="Plain"><type name="c" primitiveType="uint8"/></composite>""", """
                <field name="pair" id="1" type="Pair"/>
                <field name="maybe" id="2" type="Plain" presence="optional"/>
                <field name="plain" id="3" type="Plain"/>""");
        assertEquals("{\"pair\":null,\"maybe\":null,\"plain\":{\"c\":255}}", body(schema, 0xffff, 255, 0, 0, 255, 255));
        assertEquals("{\"pair\":{\"a\":null,\"unit\":\"u\",\"b\":7,\"inner\":null},\"maybe\":{\"c\":1},\"plain\":{\"c\":2}}",
                body(schema, 0xffff, 7, 0, 0, 1, 2));
        assertEquals("{\"pair\":{\"a\":1,\"unit\":\"u\",\"b\":255,\"inner\":{\"side\":\"Buy\",\"flags\":[]}},\"maybe\":null,"
                + "\"plain\":{\"c\":3}}", body(schema, 1, 255, '1', 0, 255, 3));
        assertEquals("{\"pair\":{\"a\":null,\"unit\":\"u\",\"b\":255,\"inner\":{\"side\":null,\"flags\":[\"Last\"]}},"
                + "\"maybe\":null,\"plain\":{\"c\":3}}", body(schema, 0xffff, 255, 0, 1, 255, 3));
    }

    private static String body(SmallSchema schema, int a, int b, int side, int flags, int maybe, int plain) {
        byte[] bytes = {7, 0, 7, 0, 9, 0, 3, 0, (byte) a, (byte) (a >> 8), (byte) b, (byte) side, (byte) flags,
            (byte) maybe, (byte) plain};
        String json = new JsonWriter(schema.schema).toJson(MemorySegment.ofArray(bytes), 0, bytes.length);
        return "{" + json.substring(json.indexOf("\"pair\""));
    }

    @Test
    void shouldGiveTheSameBytesWhenReadBack() {
        byte[] bytes = EVERYTHING.encode(VALUES);
        MemorySegment memory = MemorySegment.ofArray(bytes);
        String json = new JsonWriter(EVERYTHING.schema).toJson(memory, 0, bytes.length);
        MemorySegment again = MemorySegment.ofArray(new byte[bytes.length]);
        new JsonReader(new OtfEncoder(EVERYTHING.schema, Checks.STRICT)).read(json, again, 0);
        assertEquals(-1, memory.mismatch(again), () -> json + HexFormat.of().formatHex(bytes));
    }

    @Test
    void shouldWriteTheTimeThatJavaWritesWhenItIsAny() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        SmallSchema small = SmallSchema.of("", "");
        byte[] bytes = small.encode(Map.of());
        JsonWriter writer = new JsonWriter(small.schema);
        for (int i = 0; i < 2000; i++) {
            long epochNs = i == 0 ? 0 : i == 1 ? Long.MAX_VALUE : i == 2 ? Long.MIN_VALUE + 1 : random.nextLong();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            writer.write(MemorySegment.ofArray(bytes), 0, bytes.length, epochNs, out);
            String time = out.toString(StandardCharsets.UTF_8).replaceFirst(".*\"time\":\"", "").replaceFirst("\".*\n",
                    "");
            Instant expected = Instant.ofEpochSecond(Math.floorDiv(epochNs, 1_000_000_000L), Math.floorMod(epochNs,
                    1_000_000_000L));
            assertEquals(expected, Instant.parse(time));
            assertEquals("0000-00-00T00:00:00.000000000Z".length(), time.length());
        }
    }

    @Test
    void shouldUseAPowerOfTenWhenPlainDigitsWouldLoseTheExponentOrRunLong() {
        assertEquals("15E2", amount(15, 2));
        assertEquals("0.015", amount(15, -3));
        assertEquals("-0.0015", amount(-15, -4));
        assertEquals("0.00", amount(0, -2));
        assertEquals("15E-100", amount(15, -100));
        assertEquals("0E5", amount(0, 5));
        assertEquals("-2147483647", amount(-2147483647, 0));
        assertEquals("0." + "0".repeat(38) + "15", amount(15, -40));
    }

    private static String amount(int mantissa, int exponent) {
        SmallSchema small = SmallSchema.of("""
                <composite name="Amount"><type name="mantissa" primitiveType="int32" presence="optional"/>
                <type name="exponent" primitiveType="int8"/></composite>""", "<field name=\"a\" id=\"1\" type=\"Amount\"/>");
        byte[] bytes = small.encode(Map.of("a", Map.of("mantissa", mantissa, "exponent", exponent)));
        String json = small.json(bytes).substring("\"a\":".length());
        MemorySegment again = MemorySegment.ofArray(new byte[bytes.length]);
        new JsonReader(small.schema).read("{\"template\":\"M\",\"a\":" + json + "}", again, 0);
        assertEquals(-1, again.mismatch(MemorySegment.ofArray(bytes)), json);
        return json;
    }

    @Test
    void shouldWriteAnObjectWhenAnExponentIsNullOrBeyondNumbers() {
        SmallSchema small = SmallSchema.of("""
                <composite name="D"><type name="mantissa" primitiveType="int8"/>
                <type name="exponent" primitiveType="int32" presence="optional"/></composite>""",
                "<field name=\"a\" id=\"1\" type=\"D\"/>");
        assertEquals("\"a\":{\"mantissa\":1,\"exponent\":null}", small.jsonOf("01 00000080"));
        assertEquals("\"a\":{\"mantissa\":1,\"exponent\":2147483647}", small.jsonOf("01 ffffff7f"));
        assertEquals("\"a\":1E-99999", small.jsonOf("01 6179feff"));
    }

    @Test
    void shouldTakeWhatTheStandardTakesWhenParsing() {
        assertEquals(Map.of("a", List.of(1L, new BigDecimal("1.50"), "x\n\u00e9\uD83D\uDE00/", true)),
                JsonParser.parse(" {\"a\" : [1, 1.50 ,\"x\\n\\u00e9\\ud83d\\ude00\\/\",true]}\r\n"));
        assertEquals(new BigDecimal("15E2"), JsonParser.parse("15e+2"));
        assertEquals(-0.0, JsonParser.parse("-0"));
        assertEquals(new BigDecimal("12345678901234567890"), JsonParser.parse("12345678901234567890"));
        assertEquals(null, JsonParser.parse("null"));
    }

    @Test
    void shouldSayWhereWhenTheTextIsNoJson() {
        Map<String, Integer> positions = Map.ofEntries(Map.entry("", 0), Map.entry("{", 1), Map.entry("[1,]", 3),
                Map.entry("{\"a\":1,}", 7), Map.entry("01", 0), Map.entry("1.", 2), Map.entry("+1", 0), Map.entry(".5",
                0), Map.entry("\"a", 2),
                Map.entry("\"\u0001\"", 1), Map.entry("\"\\x\"", 2), Map.entry("\"\\u12g4\"", 5), Map.entry("1 2", 2),
                Map.entry("nul", 0), Map.entry("{\"a\":1,\"a\":2}", 7), Map.entry("{a:1}", 1), Map.entry("[1 2]", 3),
                Map.entry("NaN", 0), Map.entry("'a'", 0), Map.entry("1e99999999999", 0), Map.entry("//", 0));
        positions.forEach((text, position) -> {
            JsonFormatException e = assertThrows(JsonFormatException.class, () -> JsonParser.parse(text), text);
            assertEquals(position, e.position(), text + ": " + e.getMessage());
        });
        assertThrows(JsonFormatException.class, () -> JsonParser.parse("[".repeat(100_000)));
        assertThrows(JsonFormatException.class, () -> JsonParser.parse("1".repeat(100_000)));
    }

    @Test
    void shouldRefuseWhenTheEnvelopeIsWrong() {
        MemorySegment memory = MemorySegment.ofArray(new byte[64]);
        JsonReader reader = new JsonReader(SmallSchema.of("", "<field name=\"a\" id=\"1\" type=\"uint8\"/>").schema);
        for (String json : new String[] {"[]", "{}", "{\"template\":5}", "{\"template\":\"X\"}",
                "{\"template\":\"M\",\"id\":8}",
            "{\"template\":\"M\",\"schema\":8}", "{\"template\":\"M\",\"b\":8}",
            "{\"template\":\"M\",\"header\":{\"x\":1}}",
            "{\"template\":\"M\",\"header\":[]}", "{\"template\":\"M\",\"a\":\"x\"}",
            "{\"template\":\"M\",\"a\":1e99999}",
            "{\"template\":\"M\",\"a\":1E-99999}", "{\"template\":\"M\",\"a\":256}", "{\"template\":\"M\",\"a\":{}}",
            "{\"template\":\"M\",\"a\":true}"}) {
            assertThrows(IllegalArgumentException.class, () -> reader.read(json, memory, 0), json);
        }
        assertEquals(9, reader.read("{\"template\":\"M\",\"id\":7,\"schema\":9,\"version\":1,\"time\":\"\",\"a\":1}",
                memory, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> reader.read("{\"template\":\"M\"}", memory, 60));
        assertTrue(reader.read("{\"template\":\"M\"}", memory, 55) == 9);
    }

    /// The greatest exponents of a `BigDecimal`, which cannot take another zero.
    @Test
    void shouldRefuseNumbersOfAnyExponent() {
        MemorySegment memory = MemorySegment.ofArray(new byte[64]);
        String decimal = "<composite name=\"D\"><type name=\"mantissa\" primitiveType=\"int64\"/>"
                + "<type name=\"exponent\" primitiveType=\"EXPONENT\"/></composite>";
        for (String exponent : new String[] {"int8", "uint8\" presence=\"optional"}) {
            SmallSchema small = SmallSchema.of(decimal.replace("EXPONENT", exponent),
                    "<field name=\"i\" id=\"1\" type=\"int32\"/><field name=\"u\" id=\"2\" type=\"uint64\"/>"
                            + "<field name=\"d\" id=\"3\" type=\"D\"/>");
            JsonReader reader = new JsonReader(small.schema);
            for (String field : new String[] {"i", "u", "d"}) {
                for (String number : new String[] {"100E2147483647", "10E2147483647", "-100E2147483647", "1E2147483647",
                    "100E-2147483647", "1e99999"}) {
                    String json = "{\"template\":\"M\",\"" + field + "\":" + number + "}";
                    assertThrows(IllegalArgumentException.class, () -> reader.read(json, memory, 0), json);
                }
                for (String zero : new String[] {"0E2147483647", "0E-2147483647", "1000E-3"}) {
                    reader.read("{\"template\":\"M\",\"" + field + "\":" + zero + "}", memory, 0);
                }
            }
        }
    }

    @Test
    void shouldWriteRowsWithWhatIsKnownOfThemFirst() throws IOException {
        SmallSchema small = SmallSchema.of("", """
                <field name="id" id="1" type="uint32"/>
                <field name="_row" id="2" type="uint8"/>
                <field name="_row_" id="3" type="uint8"/>
                <field name="since" id="4" type="int32" sinceVersion="2"/>""");
        JsonWriter writer = new JsonWriter(small.schema);
        MemorySegment block = MemorySegment.ofArray(new byte[] {5, 0, 0, 0, 1, 2, 7, 0, 0, 0});
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.writeRow(JsonWriter.Row.of(3), small.schema.messages().getFirst(), block, 0, 10, 3, out);
        writer.writeRow(JsonWriter.Row.of(4).withParent(9), small.schema.messages().getFirst(), block, 0, 6, 1, out);
        writer.writeRow(JsonWriter.Row.of(5).withMessage(64, 1_478_943_000_123_456_789L),
                small.schema.messages().getFirst(), block, 0, 10, 3, out);
        assertEquals("""
                {"_row":3,"id":5,"_row_":1,"_row__":2,"since":7}
                {"_row":4,"_parent":9,"id":5,"_row_":1,"_row__":2,"since":null}
                {"_row":5,"_position":64,"_time":"2016-11-12T09:30:00.123456789Z","id":5,"_row_":1,"_row__":2,"since":7}
                """, out.toString(StandardCharsets.UTF_8));
        byte[] message = small.encode(Map.of("id", 1, "_row", 2, "_row_", 3, "since", 4));
        assertEquals("{\"template\":\"M\",\"id\":7,\"schema\":9,\"version\":3,\"id_\":1,\"_row\":2,\"_row_\":3,\"since\":4}",
                writer.toJson(MemorySegment.ofArray(message), 0, message.length));
    }

    @Test
    void shouldWriteWhatAStoreKnowsBeforeMessagesAndValues() throws IOException {
        SmallSchema small = SmallSchema.of("", """
                <field name="id" id="1" type="uint32"/>
                <field name="_sequence" id="2" type="uint8"/>""");
        JsonWriter writer = new JsonWriter(small.schema);
        MemorySegment message = MemorySegment.ofArray(small.encode(Map.of("id", 1, "_sequence", 2)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonWriter.Frame frame = new JsonWriter.Frame(64, 1_478_943_000_123_456_789L, -1, 3);
        assertEquals(message.byteSize(), writer.writeFrame(frame, message, 0, message.byteSize(), out));
        assertThrows(MalformedMessageException.class, () -> writer.writeFrame(frame, message, 0, 9, out));
        writer.writeUndecoded(new JsonWriter.Frame(72, JsonWriter.NO_TIME, 5, -1), 9, "says \"why\"", out);
        writer.writeRow(new JsonWriter.Keyed(7, 41), small.schema.messages().getFirst(),
                MemorySegment.ofArray(new byte[] {5, 0, 0, 0, 6}), 0, 5, 3, out);
        writer.writeUnread(new JsonWriter.Keyed(8, 0), "A", "lost", out);
        assertEquals("""
                {"_position":64,"_time":"2016-11-12T09:30:00.123456789Z","_sequence":18446744073709551615,"_row":3,\
                "template":"M","id":7,"schema":9,"version":3,"id_":1,"_sequence_":2}
                {"_position":72,"_sequence":5,"_length":9,"_reason":"says \\"why\\""}
                {"_record":7,"_version":41,"id":5,"_sequence_":6}
                {"_record":8,"_key":"A","_reason":"lost"}
                """, out.toString(StandardCharsets.UTF_8));
        assertEquals("{\"template\":\"M\",\"id\":7,\"schema\":9,\"version\":3,\"id_\":1,\"_sequence\":2}",
                writer.toJson(message, 0, message.byteSize()));
    }
}
