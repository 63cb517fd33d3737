// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The traps that have caught other implementations of SBE, by their numbers in the project's list of them.
class OtfTrapsTest {
    private static String field(String name, String type, String more) {
        return "<field name=\"" + name + "\" id=\"" + Math.abs(name.hashCode() % 1000) + "\" type=\"" + type + "\" "
                + more + "/>";
    }

    private static String optional(String name, String type) {
        return field(name, type, "presence=\"optional\"");
    }

    @Test
    void trap01ShouldWriteTheDefaultNullsWhenOptionalFieldsAreUnset() {
        SmallSchema small = SmallSchema.of("", optional("a", "char") + optional("b", "int8") + optional("c", "int16")
                + optional("d", "uint8") + optional("e", "uint32") + optional("f", "int64") + optional("g", "float"));
        assertEquals("00" + "80" + "0080" + "ff" + "ffffffff" + "0000000000000080" + "0000c07f", small.body(Map.of()));
        assertEquals("\"a\":null,\"b\":null,\"c\":null,\"d\":null,\"e\":null,\"f\":null,\"g\":null",
                small.json(small.encode(Map.of())));
    }

    @Test
    void trap02ShouldRefuseTheNullValueWhenTheFieldIsRequired() {
        SmallSchema small = SmallSchema.of("", field("a", "uint8", ""));
        assertEquals("fe", small.body(Map.of("a", 254)));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("a", 255)));
        assertEquals("\"a\":255", small.json(small.encode(Checks.LENIENT, Map.of("a", 255))));
    }

    @Test
    void trap03ShouldFindNullWhenNaNIsNotTheCanonicalOne() {
        SmallSchema small = SmallSchema.of("", optional("a", "float") + field("b", "float", ""));
        assertEquals("\"a\":null,\"b\":\"NaN\"", small.jsonOf("0100c0ff 0100c0ff"));
    }

    @Test
    void trap04ShouldKeepTheWholeRangeWhenUint64() {
        SmallSchema small = SmallSchema.of("", field("a", "uint64", "") + field("b", "uint32", ""));
        BigInteger max = new BigInteger("18446744073709551614");
        byte[] bytes = small.encode(Map.of("a", max, "b", 4_294_967_294L));
        assertEquals("\"a\":18446744073709551614,\"b\":4294967294", small.json(bytes));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("a", -1L, "b", 0)));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("a", max.add(BigInteger.ONE), "b", 0)));
    }

    @Test
    void trap05ShouldFindNullWhenTheCustomNullLiesInsideTheRange() {
        SmallSchema small =
                SmallSchema.of("<type name=\"T\" primitiveType=\"int32\" presence=\"optional\" nullValue=\"2147483647\"/>",
                field("a", "T", ""));
        assertEquals("ffffff7f", small.body(Map.of()));
        assertEquals("\"a\":null", small.jsonOf("ffffff7f"));
        assertEquals("\"a\":-2147483648", small.jsonOf("00000080"));
    }

    @Test
    void trap06ShouldGiveTheNameOnlyWhenARequiredEnumsValueEqualsNull() {
        SmallSchema small = SmallSchema.of("<enum name=\"E\" encodingType=\"uint8\"><validValue name=\"Null\">255"
                + "</validValue></enum>", field("a", "E", "") + optional("b", "E"));
        assertEquals("\"a\":\"Null\",\"b\":null", small.jsonOf("ffff"));
    }

    @Test
    void trap07ShouldUseTheNullOfTheEncodingTypeWhenAnEnumHasOne() {
        SmallSchema small =
                SmallSchema.of("<type name=\"T\" primitiveType=\"uint8\" presence=\"optional\" nullValue=\"0\"/>"
                + "<enum name=\"E\" encodingType=\"T\"><validValue name=\"One\">1</validValue></enum>", optional("a",
                "E"));
        assertEquals("00", small.body(Map.of()));
        assertEquals("\"a\":null", small.jsonOf("00"));
    }

    @Test
    void trap09ShouldGiveTheNumberWhenAnEnumValueIsUnknown() {
        SmallSchema small =
                SmallSchema.of("<enum name=\"E\" encodingType=\"int8\"><validValue name=\"One\">1</validValue></enum>",
                field("a", "E", ""));
        assertEquals("\"a\":-5", small.jsonOf("fb"));
        assertEquals("\"a\":-5", small.json(small.encode(Checks.LENIENT, Map.of("a", -5))));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("a", -5)));
    }

    @Test
    void trap10ShouldReachTheLastBitWhenASetHas64() {
        SmallSchema small = SmallSchema.of("<set name=\"S\" encodingType=\"uint64\"><choice name=\"First\">0</choice>"
                + "<choice name=\"Last\">63</choice></set>", field("a", "S", ""));
        assertEquals("0100000000000080", small.body(Map.of("a", List.of("First", "Last"))));
        assertEquals("\"a\":[\"First\",\"Last\",6]", small.jsonOf("0700000000000080"));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("a", List.of("Middle"))));
    }

    @Test
    void trap11ShouldFindNullWhenTheMantissaIs() {
        SmallSchema small = SmallSchema.of("""
                <composite name="D"><type name="mantissa" primitiveType="int64" presence="optional"/>
                <type name="exponent" primitiveType="int8" presence="constant">-9</type></composite>""", field("a", "D", ""));
        assertEquals("\"a\":null", small.jsonOf("0000000000000080"));
        assertEquals("0000000000000080", small.body(Map.of()));
        assertEquals("\"a\":1.500000000", small.json(small.encode(Map.of("a", new BigDecimal("1.5")))));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("a", new BigDecimal("1.0000000001"))));
    }

    @Test
    void trap12ShouldTakeNoBytesWhenConstant() {
        SmallSchema small = SmallSchema.of("""
                <type name="C" primitiveType="uint16" presence="constant">513</type>
                <composite name="P"><type name="x" primitiveType="uint8"/>
                  <type name="c" primitiveType="char" presence="constant">Z</type><type name="y" primitiveType="uint8"/>
                </composite>""",
                field("a", "C", "") + field("b", "P", "") + field("c", "uint8", ""));
        assertEquals("010203", small.body(Map.of("b", Map.of("x", 1, "y", 2), "c", 3)));
        assertEquals("\"a\":513,\"b\":{\"x\":1,\"c\":\"Z\",\"y\":2},\"c\":3", small.jsonOf("010203"));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("a", 7, "b", Map.of("x", 1, "y", 2),
                "c", 3)));
    }

    @Test
    void trap13ShouldGiveTheTextWhenACharConstantIsLong() {
        SmallSchema small = SmallSchema.of("<type name=\"C\" primitiveType=\"char\" presence=\"constant\">EUR</type>",
                field("a", "C", ""));
        assertEquals("\"a\":\"EUR\"", small.jsonOf(""));
    }

    @Test
    void trap14ShouldGiveTheNamedValueWhenAConstantIsByReference() {
        SmallSchema small =
                SmallSchema.of("<enum name=\"e\" encodingType=\"char\"><validValue name=\"b\">B</validValue></enum>",
                field("a", "e", "presence=\"constant\" valueRef=\"e.b\"") + field("c", "char",
                "presence=\"constant\" valueRef=\"e.b\""));
        assertEquals("\"a\":\"b\",\"c\":\"B\"", small.jsonOf(""));
    }

    @Test
    void trap16ShouldSkipThePaddingWhenTheBlockIsLongerThanItsFields() {
        SmallSchema small = SmallSchema.of("",
                "<field name=\"a\" id=\"1\" type=\"uint8\"/><group name=\"g\" id=\"2\" blockLength=\"4\">"
                + "<field name=\"b\" id=\"3\" type=\"uint8\"/></group>");
        assertEquals("01" + "040002" + "02000000" + "03000000", small.body(Map.of("a", 1, "g", List.of(Map.of("b", 2),
                Map.of("b", 3)))));
        assertEquals("\"a\":1,\"g\":[{\"b\":2},{\"b\":3}]", small.jsonOf("01 040002 02ffffff 03ffffff"));
    }

    @Test
    void trap17ShouldFindDimensionsByNameWhenTheyHaveGapsAndExtras() {
        SmallSchema small =
                SmallSchema.of("<composite name=\"D\"><type name=\"numInGroup\" primitiveType=\"uint8\" offset=\"1\"/>"
                + "<type name=\"other\" primitiveType=\"uint16\"/>"
                + "<type name=\"blockLength\" primitiveType=\"uint16\" offset=\"6\"/></composite>",
                "<group name=\"g\" id=\"2\" dimensionType=\"D\"><field name=\"b\" id=\"3\" type=\"uint8\"/></group>");
        assertEquals("0002000000000100" + "0506", small.body(Map.of("g", List.of(Map.of("b", 5), Map.of("b", 6)))));
        assertEquals("\"g\":[{\"b\":5},{\"b\":6}]", small.jsonOf("ee02eeeeeeee0100 0506"));
    }

    @Test
    void trap19ShouldHoldCountsAndLengthsToTheBoundsOfTheReadersSchema() {
        SmallSchema small = SmallSchema.of("""
                <composite name="D"><type name="blockLength" primitiveType="uint16"/>
                  <type name="numInGroup" primitiveType="uint8" minValue="1" maxValue="2"/></composite>
                <composite name="V"><type name="length" primitiveType="uint8" minValue="2" maxValue="3"/>
                  <type name="varData" primitiveType="uint8" length="0"/></composite>""",
                "<group name='g' id='1' dimensionType='D'><field name='a' id='2' type='uint8'/><data name='d' id='3' "
                        + "type='V'/></group><data name='e' id='4' type='V' sinceVersion='2'/>");
        String entry = "07 020102";
        String data = "03010203";
        for (int version : new int[] {2, 3, 9}) {
            assertTrue(small.validate(small.message(version, 0, "010001" + entry + data)).isOk());
            assertTrue(small.validate(small.message(version, 0, "010002" + entry + entry + data)).isOk());
        }
        assertTrue(small.validate(small.message(1, 0, "010001" + entry)).isOk(), "data that is absent has no length");
        for (var wrong : Map.of("010000" + data, "M/g: numInGroup=0, min=1, max=2", "010003" + entry.repeat(3) + data,
                "M/g: numInGroup=3, min=1, max=2", "010001 07 0101" + data, "M/g[0]/d: length=1, min=2, max=3",
                "010001" + entry + "0401020304", "M/e: length=4, min=2, max=3").entrySet()) {
            byte[] message = small.message(3, 0, wrong.getKey());
            ValidationResult result = small.validate(message);
            assertEquals(Status.COUNT_OUT_OF_RANGE, result.status(), wrong.getKey());
            assertEquals(wrong.getValue(), result.path() + ": " + result.detail());
            assertThrows(MalformedMessageException.class, () -> small.json(message));
        }
    }

    @Test
    void trap19ShouldEncodeEveryCountThatCanBeDecoded() {
        SmallSchema small = SmallSchema.of("",
                "<group name=\"g\" id=\"2\"><field name=\"b\" id=\"3\" type=\"uint8\"/></group>");
        assertEquals(Status.OK, small.validate(small.message(3, 0, "0100ff" + "00".repeat(255))).status());
        assertEquals(3 + 255, small.encode(Map.of("g", Collections.nCopies(255, Map.of("b", 1)))).length - 8);
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("g", Collections.nCopies(256,
                Map.of("b", 1)))));
        SmallSchema bounded = SmallSchema.of("<composite name='D'><type name='blockLength' primitiveType='uint16'/>"
                + "<type name='numInGroup' primitiveType='uint8' maxValue='3'/></composite>",
                "<group name='g' id='2' dimensionType='D'><field name='b' id='3' type='uint8'/></group>");
        assertEquals(3 + 3, bounded.encode(Map.of("g", Collections.nCopies(3, Map.of("b", 1)))).length - 8);
        assertThrows(IllegalArgumentException.class, () -> bounded.encode(Map.of("g", Collections.nCopies(4,
                Map.of("b", 1)))));
    }

    @Test
    void trap21ShouldRefuseDataWhenItsLengthCannotSayIt() {
        SmallSchema small = SmallSchema.of("", "<data name=\"d\" id=\"1\" type=\"blob\"/>");
        assertEquals(1 + 255, small.encode(Map.of("d", new byte[255])).length - 8);
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("d", new byte[256])));
        assertEquals("\"d\":\"00ff\"", small.jsonOf("02 00ff"));
    }

    @Test
    void trap22ShouldAdvanceByTheWiresLengthWhenTheWriterIsNewer() {
        SmallSchema small = SmallSchema.of("", "<field name=\"a\" id=\"1\" type=\"uint8\"/><group name=\"g\" id=\"2\">"
                + "<field name=\"b\" id=\"3\" type=\"uint8\"/></group><data name=\"d\" id=\"4\" type=\"text\"/>");
        byte[] newer = small.message(9, 3, "01eeee 020002 02ee 03ee 0200 6869");
        assertEquals("\"a\":1,\"g\":[{\"b\":2},{\"b\":3}],\"d\":\"hi\"", small.json(newer));
        assertEquals(newer.length, small.validate(newer).decodedLength());
    }

    @Test
    void trap23ShouldFindFieldsAbsentWhenTheVersionOrTheBlockLacksThem() {
        SmallSchema small = SmallSchema.of("<set name=\"S\" encodingType=\"uint8\"><choice name=\"x\">0</choice></set>"
                + "<composite name=\"P\"><type name=\"x\" primitiveType=\"uint8\"/><type name=\"y\" primitiveType=\"uint8\"/></composite>",
                field("a", "uint8", "") + field("b", "uint8", "sinceVersion=\"2\"") + field("s", "S",
                "sinceVersion=\"2\"")
                        + field("p", "P", "sinceVersion=\"3\""));
        assertEquals("\"a\":1,\"b\":null,\"s\":null,\"p\":null", small.json(small.message(1, 5, "0102030405")));
        assertEquals("\"a\":1,\"b\":2,\"s\":[\"x\"],\"p\":null", small.json(small.message(2, 3, "010201")));
        // The version says yes, the block says no: the block is right.
        assertEquals("\"a\":1,\"b\":2,\"s\":null,\"p\":null", small.json(small.message(3, 2, "0102")));
        assertEquals("\"a\":1,\"b\":2,\"s\":[],\"p\":null", small.json(small.message(3, 4, "01020004")));
    }

    @Test
    void trap23ShouldFindMembersAbsentWhenACompositeGrew() {
        SmallSchema small = SmallSchema.of("<composite name=\"P\"><type name=\"x\" primitiveType=\"uint8\"/>"
                + "<type name=\"y\" primitiveType=\"uint8\" sinceVersion=\"2\"/></composite>", field("p", "P", ""));
        assertEquals("\"p\":{\"x\":1,\"y\":2}", small.json(small.message(2, 2, "0102")));
        assertEquals("\"p\":{\"x\":1,\"y\":null}", small.json(small.message(1, 1, "01")));
        assertEquals("\"p\":{\"x\":1,\"y\":null}", small.json(small.message(1, 2, "0102")));
        assertEquals("\"p\":{\"x\":1,\"y\":null}", small.json(small.message(2, 1, "01")));
        assertEquals("\"p\":null", small.json(small.message(2, 0, "")));
    }

    @Test
    void trap24ShouldNotMoveTheCursorWhenGroupsAndDataAreAbsentByVersion() {
        SmallSchema small = SmallSchema.of("",
                "<group name=\"g\" id=\"2\"><field name=\"b\" id=\"3\" type=\"uint8\"/></group>"
                + "<group name=\"h\" id=\"5\" sinceVersion=\"2\"><field name=\"c\" id=\"6\" type=\"uint8\"/></group>"
                + "<data name=\"d\" id=\"4\" type=\"text\"/><data name=\"e\" id=\"7\" type=\"text\" sinceVersion=\"3\"/>");
        byte[] older = small.message(1, 0, "010001 05 0100 78");
        assertEquals("\"g\":[{\"b\":5}],\"h\":[],\"d\":\"x\",\"e\":null", small.json(older));
        assertEquals(older.length, small.validate(older).decodedLength());
    }

    @Test
    void trap25ShouldEndWhereItsSchemaEndsWhenTheWriterAddedDataAtTheEnd() {
        SmallSchema small = SmallSchema.of("", field("a", "uint8", "") + "<data name=\"d\" id=\"4\" type=\"text\"/>");
        byte[] newer = small.message(9, 1, "01 0100 78 0300 6e6577");
        assertEquals("\"a\":1,\"d\":\"x\"", small.json(newer));
        assertEquals(newer.length - 5, small.validate(newer).decodedLength());
    }

    @Test
    void trap26ShouldStayWithinTheMessageWhenTheWriterAddedDataInsideAnEntry() {
        SmallSchema small = SmallSchema.of("", "<group name=\"g\" id=\"1\"><field name=\"a\" id=\"2\" type=\"uint8\"/>"
                + "<data name=\"d\" id=\"3\" type=\"text\"/></group>");
        // What follows the first entry's data is taken for the second entry: wrong, but it cannot be known, and is
        // bounded.
        assertEquals("M/g[1]/d", small.validate(small.message(9, 0, "010002 01 0100 78 ffff 02 0100 79")).path());
    }

    @Test
    void trap29ShouldNotDisturbADecodingWhenItsMessageIsMeasured() {
        SmallSchema small =
                SmallSchema.of("", "<group name=\"g\" id=\"1\"><field name=\"a\" id=\"2\" type=\"uint8\"/></group>");
        byte[] bytes = small.encode(Map.of("g", List.of(Map.of("a", 1), Map.of("a", 2))));
        MessageValidator validator = new MessageValidator(small.schema);
        WireFacts facts = new WireFacts() {
            @Override
            public void beginEntry(Group group, long index) {
                super.beginEntry(group, index);
                assertTrue(validator.validate(MemorySegment.ofArray(bytes), 0, bytes.length).isOk());
            }
        };
        new OtfDecoder(small.schema).decode(MemorySegment.ofArray(bytes), 0, bytes.length, facts);
        assertEquals(List.of("M/g=2", "M/g[0]/a=1", "M/g[1]/a=2"), facts.facts);
    }

    @Test
    void trap30ShouldPassOverDataInOrderWhenTheListenerReadsNone() {
        SmallSchema small = SmallSchema.of("",
                "<data name=\"d\" id=\"1\" type=\"text\"/><data name=\"e\" id=\"2\" type=\"blob\"/>"
                + "<data name=\"f\" id=\"3\" type=\"text\"/>");
        byte[] bytes = small.encode(Map.of("d", "abc", "f", "z"));
        assertEquals("\"d\":\"abc\",\"e\":\"\",\"f\":\"z\"", small.json(bytes));
        assertEquals(bytes.length, new OtfDecoder(small.schema).decode(MemorySegment.ofArray(bytes), 0, bytes.length,
                new MessageListener() { }));
    }

    @Test
    void trap27ShouldKeepTheOrderWhenGroupsNestAndCarryData() {
        SmallSchema small = SmallSchema.of("", """
                <group name="g" id="1"><field name="a" id="2" type="uint8"/>
                  <group name="h" id="3"><field name="b" id="4" type="uint8"/><data name="d" id="5" type="blob"/></group>
                  <data name="e" id="6" type="text"/></group>""");
        String body = small.body(Map.of("g", List.of(
                Map.of("a", 1, "h", List.of(Map.of("b", 2, "d", "ab")), "e", "x"), Map.of("a", 3, "e", "y"))));
        assertEquals("010002" + "01" + "010001" + "02" + "01ab" + "010078" + "03" + "010000" + "010079", body);
        assertEquals("\"g\":[{\"a\":1,\"h\":[{\"b\":2,\"d\":\"ab\"}],\"e\":\"x\"},{\"a\":3,\"h\":[],\"e\":\"y\"}]",
                small.jsonOf(body));
    }

    @Test
    void trap28ShouldExpectNothingOfNestedGroupsWhenTheOuterIsEmpty() {
        SmallSchema small = SmallSchema.of("", """
                <group name="g" id="1"><group name="h" id="3"><field name="b" id="4" type="uint8"/></group></group>""");
        assertEquals("000000", small.body(Map.of()));
        assertEquals("\"g\":[]", small.jsonOf("000000"));
    }

    @Test
    void trap31ShouldReadEverythingBigEndianWhenTheSchemaIs() {
        SmallSchema small = SmallSchema.of("version=\"3\" byteOrder=\"bigEndian\"",
                "<set name=\"S\" encodingType=\"uint16\">"
                + "<choice name=\"x\">0</choice></set>"
                + "<enum name=\"E\" encodingType=\"uint16\"><validValue name=\"one\">1</validValue></enum>",
                field("a", "uint32", "") + field("s", "S", "") + field("e", "E", "") + "<group name=\"g\" id=\"1\">"
                        + "<field name=\"b\" id=\"4\" type=\"uint16\"/></group><data name=\"d\" id=\"5\" type=\"text\"/>");
        Map<String, Object> values = Map.of("a", 1, "s", List.of("x"), "e", "one", "g", List.of(Map.of("b", 2)), "d",
                "z");
        assertEquals("00000001" + "0001" + "0001" + "000201" + "0002" + "00017a", small.body(values));
        assertEquals("\"a\":1,\"s\":[\"x\"],\"e\":\"one\",\"g\":[{\"b\":2}],\"d\":\"z\"",
                small.json(small.encode(values)));
    }

    @Test
    void trap32ShouldFindHeaderMembersByNameWhenTheHeaderIsOdd() {
        SmallSchema small = SmallSchema.whole("version=\"3\"", """
                <composite name="messageHeader">
                  <type name="frameLength" primitiveType="uint16"/><type name="version" primitiveType="uint8"/>
                  <type name="schemaId" primitiveType="uint16" presence="constant">9</type>
                  <composite name="origin"><type name="host" primitiveType="uint8"/><type name="port" primitiveType="uint16"/></composite>
                  <type name="templateId" primitiveType="uint32" offset="8"/><type name="blockLength" primitiveType="uint64"/>
                </composite>""", "<sbe:message name=\"M\" id=\"70000\"><field name=\"a\" id=\"1\" type=\"uint8\"/></sbe:message>");
        MemorySegment memory = MemorySegment.ofArray(new byte[64]);
        OtfEncoder encoder = new OtfEncoder(small.schema);
        long length = encoder.begin("M").header("frameLength", 21).header("origin", Map.of("host", 1, "port", 2))
                .set("a", 5).encode(memory, 0);
        assertEquals(8 + 4 + 8 + 1, length);
        String json = new JsonWriter(small.schema).toJson(memory, 0, length);
        assertEquals("{\"template\":\"M\",\"id\":70000,\"schema\":9,\"version\":3,\"header\":{\"frameLength\":21,"
                + "\"origin\":{\"host\":1,\"port\":2}},\"a\":5}", json);
        MemorySegment again = MemorySegment.ofArray(new byte[64]);
        new JsonReader(small.schema).read(json, again, 0);
        assertEquals(-1, memory.mismatch(again));
    }

    @Test
    void trap34ShouldPadAndCutAtNulWhenCharArray() {
        SmallSchema small = SmallSchema.of("<type name=\"T\" primitiveType=\"char\" length=\"4\"/>", field("a", "T",
                ""));
        assertEquals("61620000", small.body(Map.of("a", "ab")));
        assertEquals("61626364", small.body(Map.of("a", "abcd")));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("a", "abcde")));
        assertEquals("\"a\":\"ab\"", small.jsonOf("61620063"));
        assertEquals("\"a\":\"\"", small.jsonOf("00616263"));
    }

    @Test
    void trap35ShouldCountBytesWhenTheCharsetIsNotAscii() {
        SmallSchema small =
                SmallSchema.of("<type name=\"T\" primitiveType=\"char\" length=\"4\" characterEncoding=\"UTF-8\"/>",
                field("a", "T", ""));
        assertEquals("c3a9c3a9", small.body(Map.of("a", "éé")));
        assertThrows(IllegalArgumentException.class, () -> small.encode(Map.of("a", "ééé")));
        // No UTF-8: the bytes survive all the same.
        assertEquals("\"a\":{\"hex\":\"ff41\"}", small.jsonOf("ff410000"));
        assertEquals("ff410000", small.body(Map.of("a", Map.of("hex", "ff41"))));
    }

    @Test
    void trap41ShouldWriteNullsThroughoutWhenAnOptionalCompositeIsUnset() {
        SmallSchema small = SmallSchema.of("<set name=\"S\" encodingType=\"uint8\"><choice name=\"x\">0</choice></set>"
                + "<composite name=\"P\"><type name=\"x\" primitiveType=\"uint8\"/><ref name=\"s\" type=\"S\"/></composite>",
                optional("p", "P") + optional("s", "S"));
        assertEquals("ff0000", small.body(Map.of()));
    }

    @Test
    void trap45ShouldRefuseWhenTheSchemaIdIsAnothers() {
        SmallSchema small = SmallSchema.of("", field("a", "uint8", ""));
        byte[] bytes = small.encode(Map.of("a", 1));
        bytes[4] = 10;
        assertEquals(Status.OTHER_SCHEMA, small.validate(bytes).status());
        assertThrows(MalformedMessageException.class, () -> small.json(bytes));
        bytes[4] = 9;
        bytes[2] = 8;
        assertEquals(Status.UNKNOWN_TEMPLATE, small.validate(bytes).status());
        assertEquals(Status.HEADER_TOO_LONG, small.validate(Arrays.copyOf(bytes, 7)).status());
    }

    @Test
    void trap46ShouldSayWhereWhenCountsAndLengthsReachBeyondTheEnd() {
        SmallSchema small =
                SmallSchema.of("<composite name=\"big\"><type name=\"length\" primitiveType=\"uint32\"/>"
                + "<type name=\"varData\" primitiveType=\"uint8\" length=\"0\"/></composite>",
                "<group name=\"g\" id=\"1\"><field name=\"a\" id=\"2\" type=\"uint8\"/><data name=\"d\" id=\"5\" type=\"big\"/></group>");
        ValidationResult result = small.validate(small.message(3, 0, "010002 01 00000000 02 ffffff7f"));
        assertEquals(Status.DATA_TOO_LONG, result.status());
        assertEquals("M/g[1]/d", result.path());
        assertEquals(8 + 3 + 5 + 1, result.position());
        assertTrue(result.toString().contains("length=2147483647, remainingBytes=0"), result.toString());
        assertEquals("M/g[1]", small.validate(small.message(3, 0, "010002 01 00000000")).path());
        assertEquals("M/g", small.validate(small.message(3, 0, "0100")).path());
        assertEquals("M", small.validate(small.message(3, 1, "")).path());
        assertThrows(MalformedMessageException.class, () -> small.json(small.message(3, 0, "ffffff")));
    }
}
