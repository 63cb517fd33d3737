// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static dev.ashlar.sbe.TestSchema.codes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The known traps of SBE that concern schemas; the numbers are those of the list in `docs/traps.md`.
class SchemaTrapsTest {
    private static Message message(String types, String content) {
        return TestSchema.message(types, content).schema().message("M");
    }

    private static Field field(String types, String fieldXml) {
        return message(types, fieldXml).fields().getFirst();
    }

    @Test
    void trap01DefaultNullValues() {
        assertEquals(Literal.of(0), PrimitiveType.CHAR.nullValue());
        assertEquals(Literal.of(-128), PrimitiveType.INT8.nullValue());
        assertEquals(Literal.of(-32768), PrimitiveType.INT16.nullValue());
        assertEquals(Literal.of(-2147483648L), PrimitiveType.INT32.nullValue());
        assertEquals(Literal.of(1L << 63), PrimitiveType.INT64.nullValue());
        assertEquals(Literal.of(255), PrimitiveType.UINT8.nullValue());
        assertEquals(Literal.of(65535), PrimitiveType.UINT16.nullValue());
        assertEquals(Literal.of(4294967295L), PrimitiveType.UINT32.nullValue());
        assertEquals(Literal.of(-1L), PrimitiveType.UINT64.nullValue());
        assertEquals(Literal.of(Double.NaN), PrimitiveType.DOUBLE.nullValue());
    }

    @Test
    void trap02ValidRangesLeaveOutNull() {
        assertEquals(Literal.of(-127), PrimitiveType.INT8.minValue());
        assertEquals(Literal.of(127), PrimitiveType.INT8.maxValue());
        assertEquals(Literal.of(254), PrimitiveType.UINT8.maxValue());
        assertEquals(Literal.of(4294967294L), PrimitiveType.UINT32.maxValue());
        assertEquals(Literal.of(-2L), PrimitiveType.UINT64.maxValue());
        assertEquals(Literal.of(0x20), PrimitiveType.CHAR.minValue());
        assertEquals(Literal.of(0x7e), PrimitiveType.CHAR.maxValue());
    }

    @Test
    void trap04Uint64LiteralsUseAllBits() {
        Field field = field("""
                <type name="T" primitiveType="uint64" presence="optional" nullValue="18446744073709551615"
                      minValue="1" maxValue="18446744073709551614"/>
                """, "<field name=\"f\" id=\"1\" type=\"T\"/>");
        ScalarType type = (ScalarType) field.type();
        assertEquals(Literal.of(-1L), type.effectiveNull());
        assertEquals(Literal.of(-2L), type.effectiveMax());
        assertEquals(List.of("SBE024"), codes(TestSchema.message("""
                <type name="T" primitiveType="uint64" maxValue="18446744073709551616"/>
                """, "<field name=\"f\" id=\"1\" type=\"T\"/>")));
    }

    @Test
    void trap05NullValueInsideDefaultRange() {
        Field field = field("""
                <type name="Int32NULL" primitiveType="int32" presence="optional" nullValue="2147483647"/>
                """, "<field name=\"f\" id=\"1\" type=\"Int32NULL\"/>");
        assertEquals(Literal.of(2147483647), ((ScalarType) field.type()).effectiveNull());
        assertEquals(Presence.OPTIONAL, field.presence());
    }

    /// The standard's null of a char is NUL, which schemas write as 0. Other digits, and bounds, are characters.
    @Test
    void trap05ZeroAsNullOfACharIsNul() {
        for (String[] one : new String[][] {{"0", "0"}, {" 0 ", "0"}, {"1", "49"}, {"N", "78"}, {"32", "32"}}) {
            ScalarType type = (ScalarType) field("<type name='C' primitiveType='char' presence='optional' nullValue='"
                    + one[0] + "' minValue='0' maxValue='9'/>\n", "<field name='f' id='1' type='C'/>").type();
            assertEquals(Literal.of(Long.parseLong(one[1])), type.effectiveNull(), one[0]);
            assertEquals(Literal.of('0'), type.effectiveMin());
            assertEquals(Literal.of('9'), type.effectiveMax());
        }
        EnumType type = (EnumType) field("<enum name='E' encodingType='char' nullValue='0'><validValue name='A'>0"
                + "</validValue></enum>\n", "<field name='f' id='1' type='E'/>").type();
        assertEquals(Literal.of(0), type.effectiveNull());
    }

    /// Ids, versions, counts and lengths are never null, so they use all bits unless the schema says otherwise.
    @Test
    void trap02IdsUseAllBits() {
        assertEquals(List.of(), codes(TestSchema.of("", "<message name=\"M\" id=\"65535\"/>", 65_535)));
        assertEquals(List.of("SBE056", "SBE056"), codes(TestSchema.of("", "<message name='M' id='65536'/>",
                65_536)));
        assertEquals(255, ((ScalarType) TestSchema.message("", "").schema().header().member("version").type())
                .greatestCount() >> 8);
    }

    @Test
    void trap06EnumValueEqualToNullIsAccepted() {
        ParseResult result = TestSchema.message("""
                <enum name="E" encodingType="uint8"><validValue name="A">1</validValue><validValue name="Null">255</validValue></enum>
                """, "<field name=\"f\" id=\"1\" type=\"E\"/>");
        assertTrue(result.parsed().isPresent());
        assertEquals(List.of("SBE030"), codes(result));
        assertEquals(new Location("test.xml", 3, 72), result.diagnostics().getFirst().location());
    }

    @Test
    void trap07EnumNullFromAttributeOrEncodingType() {
        assertEquals(Literal.of(9), ((EnumType) field("""
                <enum name="E" encodingType="uint8" nullValue="9"><validValue name="A">1</validValue></enum>
                """, "<field name=\"f\" id=\"1\" type=\"E\"/>").type()).effectiveNull());
        assertEquals(Literal.of(8), ((EnumType) field("""
                <type name="U8" primitiveType="uint8" presence="optional" nullValue="8"/>
                <enum name="E" encodingType="U8"><validValue name="A">1</validValue></enum>
                """, "<field name=\"f\" id=\"1\" type=\"E\"/>").type()).effectiveNull());
    }

    @Test
    void trap08EnumValueOutsideItsEncodingType() {
        ParseResult result = TestSchema.message("""
                <type name="R" primitiveType="int32" minValue="1" maxValue="5"/>
                <enum name="E" encodingType="R"><validValue name="A">1</validValue>
                  <validValue name="B">6</validValue></enum>
                <enum name="F" encodingType="uint8"><validValue name="A">256</validValue></enum>
                """, "<field name=\"f\" id=\"1\" type=\"E\"/>");
        assertEquals(List.of("SBE029", "SBE029"), codes(result));
        assertEquals(new Location("test.xml", 5, 3), result.diagnostics().getFirst().location());
    }

    @Test
    void trap10ChoicesLieInsideTheirSet() {
        SetType set = (SetType) field("""
                <set name="S" encodingType="uint64"><choice name="Top">63</choice></set>
                """, "<field name=\"f\" id=\"1\" type=\"S\"/>").type();
        assertEquals(63, set.choices().getFirst().bit());
        assertEquals(List.of("SBE032", "SBE032"), codes(TestSchema.message("""
                <set name="S" encodingType="uint8"><choice name="A">8</choice><choice name="B">-1</choice></set>
                """, "<field name=\"f\" id=\"1\" type=\"S\"/>")));
    }

    @Test
    void trap12ConstantsTakeNoBytes() {
        Message message = message("""
                <type name="C" primitiveType="uint32" presence="constant">5</type>
                <composite name="P"><type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-9</type></composite>
                """, """
                <field name="a" id="1" type="uint8"/>
                <field name="c" id="2" type="C"/>
                <field name="p" id="3" type="P"/>
                """);
        assertEquals(9, message.blockLength());
        assertEquals(0, message.fields().get(1).encodedLength());
        assertEquals(1, message.fields().get(2).offset());
        assertEquals(8, message.fields().get(2).encodedLength());
    }

    @Test
    void trap13ConstantCharArrays() {
        ScalarType inferred =
                (ScalarType) field("<type name=\"C\" primitiveType=\"char\" presence=\"constant\">EUR</type>\n",
                "<field name=\"f\" id=\"1\" type=\"C\"/>").type();
        assertEquals(3, inferred.length());
        assertEquals(Literal.of("EUR"), inferred.constant().orElseThrow());
        ScalarType single =
                (ScalarType) field("<type name=\"C\" primitiveType=\"char\" presence=\"constant\">M</type>\n",
                "<field name=\"f\" id=\"1\" type=\"C\"/>").type();
        assertEquals(Literal.of('M'), single.constant().orElseThrow());
        assertEquals(List.of("SBE025"), codes(TestSchema.message(
                "<type name=\"C\" primitiveType=\"char\" length=\"2\" presence=\"constant\">EUR</type>\n",
                "<field name=\"a\" id=\"2\" type=\"uint8\"/>")));
    }

    @Test
    void trap14ValueRefToAnotherTypesEnum() {
        Field field = field("""
                <enum name="lowerCase" encodingType="uint8"><validValue name="x">3</validValue></enum>
                """, "<field name=\"f\" id=\"1\" type=\"uint8\" presence=\"constant\" valueRef=\"lowerCase.x\"/>");
        assertEquals(Literal.of(3), field.constant().orElseThrow());
        assertEquals("lowerCase.x", field.valueRef());
        assertEquals(0, field.encodedLength());
        String types = "<enum name=\"E\" encodingType=\"uint8\"><validValue name=\"x\">3</validValue></enum>\n";
        for (String bad : List.of("E.y", "F.x", "Ex", "")) {
            assertEquals("SBE026", codes(TestSchema.message(types,
                    "<field name=\"f\" id=\"1\" type=\"uint8\" presence=\"constant\" valueRef=\"" + bad + "\"/>"))
                    .getFirst(), bad);
        }
        assertEquals(List.of("SBE026"), codes(TestSchema.message(types,
                "<field name=\"f\" id=\"1\" type=\"uint16\" presence=\"constant\" valueRef=\"E.x\"/>")));
    }

    @Test
    void trap15OffsetsPackedUnlessGivenAndNeverOverlapping() {
        Message message = message("", """
                <field name="a" id="1" type="uint8"/>
                <field name="b" id="2" type="uint32"/>
                <field name="c" id="3" type="uint16" offset="8"/>
                """);
        assertEquals(List.of(0, 1, 8), message.fields().stream().map(Field::offset).toList());
        ParseResult zero = TestSchema.message("", """
                <field name="a" id="1" type="uint8"/>
                <field name="b" id="2" type="uint32" offset="0"/>
                """);
        assertEquals(List.of("SBE040"), codes(zero));
        assertTrue(zero.diagnostics().getFirst().message().contains("b has offset=0, least possible 1"));
    }

    @Test
    void trap16BlockLengthMayExceedTheFieldsButNotUndercutThem() {
        String group = "<group name=\"g\" id=\"2\" blockLength=\"16\"><field name=\"x\" id=\"3\" type=\"uint8\"/></group>";
        Message message = TestSchema.of("", "<message name=\"M\" id=\"1\" blockLength=\"32\">"
                + "<field name=\"a\" id=\"1\" type=\"uint8\"/>" + group + "</message>").schema().message("M");
        assertEquals(32, message.blockLength());
        assertEquals(16, message.groups().getFirst().blockLength());
        assertEquals(List.of("SBE041"), codes(TestSchema.of("", "<message name=\"M\" id=\"1\" blockLength=\"3\">"
                + "<field name=\"a\" id=\"1\" type=\"uint32\"/></message>")));
    }

    @Test
    void trap17DimensionWithGapAndFurtherMembers() {
        Group group = message("""
                <composite name="groupSize8Byte"><type name="blockLength" primitiveType="uint16"/>
                  <type name="numInGroup" primitiveType="uint8" offset="7"/>
                  <type name="spare" primitiveType="uint8"/></composite>
                """, "<group name=\"g\" id=\"1\" dimensionType=\"groupSize8Byte\"><field name=\"x\" id=\"2\" type=\"uint8\"/></group>")
                .groups().getFirst();
        assertEquals(9, group.dimension().encodedLength());
        assertEquals(7, group.numInGroupMember().offset());
    }

    @Test
    void trap18GroupHeaderIsAsLongAsItsComposite() {
        Group group = message("""
                <composite name="small"><type name="blockLength" primitiveType="uint8"/><type name="numInGroup" primitiveType="uint8"/>
                </composite>
                """, "<group name=\"g\" id=\"1\" dimensionType=\"small\"><field name=\"x\" id=\"2\" type=\"uint8\"/></group>")
                .groups().getFirst();
        assertEquals(2, group.dimension().encodedLength());
    }

    @Test
    void trap20Uint32NumInGroupNeedsMaxValue() {
        String dimension = "<composite name=\"big\"><type name=\"blockLength\" primitiveType=\"uint16\"/>"
                + "<type name=\"numInGroup\" primitiveType=\"uint32\"%s/></composite>\n";
        String content = "<group name=\"g\" id=\"1\" dimensionType=\"big\"><field name=\"x\" id=\"2\" type=\"uint8\"/></group>";
        assertEquals(List.of("SBE052"), codes(TestSchema.message(dimension.formatted(""), content)));
        assertEquals(List.of("SBE052"), codes(TestSchema.message(dimension.formatted(" maxValue=\"2147483648\""),
                content)));
        assertEquals(List.of("SBE053"), codes(TestSchema.message(dimension.formatted(" maxValue=\"2147483647\""),
                content)));
    }

    @Test
    void trap21VarDataLengthIsUnsigned() {
        String type = "<composite name=\"v\"><type name=\"length\" primitiveType=\"%s\"/>"
                + "<type name=\"varData\" primitiveType=\"char\"/></composite>\n";
        String content = "<data name=\"d\" id=\"1\" type=\"v\"/>";
        for (String unsigned : List.of("uint8", "uint16", "uint32")) {
            assertTrue(TestSchema.message(type.formatted(unsigned), content).diagnostics().isEmpty(), unsigned);
        }
        assertEquals(List.of("SBE054"), codes(TestSchema.message(type.formatted("int16"), content)));
        String reversed = type.formatted("uint8\" minValue=\"3\" maxValue=\"2");
        assertEquals(List.of("SBE054"), codes(TestSchema.message(reversed, content)), "no length is allowed");
        assertEquals(2, message(type.formatted("uint16"), content).data().getFirst().encoding().encodedLength());
    }

    @Test
    void trap32HeaderMembersAreFoundByName() {
        ParseResult result = TestSchema.parse("""
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="p" id="1" headerType="head" byteOrder="bigEndian">
                <types>
                  <composite name="sub"><type name="x" primitiveType="uint16"/></composite>
                  <composite name="head">
                    <type name="extra" primitiveType="uint8"/>
                    <type name="version" primitiveType="uint16"/>
                    <type name="schemaId" primitiveType="uint16" presence="constant">1</type>
                    <ref name="nested" type="sub"/>
                    <type name="templateId" primitiveType="uint16"/>
                    <type name="blockLength" primitiveType="uint16"/>
                  </composite>
                </types>
                <sbe:message name="M" id="3"/>
                </sbe:messageSchema>
                """);
        CompositeType header = result.schema().header();
        assertEquals(9, header.encodedLength());
        assertEquals(1, header.member("version").offset());
        assertEquals(3, header.member("nested").offset());
        assertEquals(7, header.member("blockLength").offset());
        assertEquals(ByteOrder.BIG_ENDIAN, result.schema().byteOrder());
    }

    @Test
    void trap32ConstantHeaderMembersAreWhatTheSchemaSays() {
        Map<String, String> values = Map.of("schemaId", "7", "version", "2", "templateId", "3", "blockLength", "4");
        assertEquals(List.of(), codes(withHeader(values)));
        values.forEach((name, right) -> {
            assertEquals(List.of(), codes(withHeader(Map.of(name, right))), name);
            ParseResult wrong = withHeader(Map.of(name, "5"));
            assertEquals(List.of("SBE057"), codes(wrong), name);
            String message = wrong.diagnostics().getFirst().message();
            assertTrue(message.endsWith(" is " + right + ", messageHeader." + name + " is always 5"), message);
        });
    }

    /// @param constants values of the members that are constant
    private static ParseResult withHeader(Map<String, String> constants) {
        String members = Stream.of("blockLength", "templateId", "schemaId", "version").map(name ->
                constants.containsKey(name) ? "<type name=\"%s\" primitiveType=\"uint16\" presence=\"constant\">%s</type>"
                        .formatted(name, constants.get(name)) : "<type name=\"" + name + "\" primitiveType=\"uint16\"/>")
                .collect(Collectors.joining());
        return TestSchema.parse("""
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="p" id="7" version="2">
                <types><composite name="messageHeader">%s</composite></types>
                <sbe:message name="M" id="3"><field name="x" id="1" type="uint32"/></sbe:message>
                </sbe:messageSchema>
                """.formatted(members));
    }

    @Test
    void trap33BlockLengthMustFitIntoItsHeader() {
        ParseResult result = TestSchema.message("""
                <type name="Text" primitiveType="char" length="300"/>
                <composite name="tiny"><type name="blockLength" primitiveType="uint8"/><type name="numInGroup" primitiveType="uint8"/>
                </composite>
                """, "<group name=\"g\" id=\"1\" dimensionType=\"tiny\"><field name=\"x\" id=\"2\" type=\"Text\"/></group>");
        assertEquals(List.of("SBE042"), codes(result));
        assertEquals(List.of("SBE056"), codes(TestSchema.of("", "<message name=\"M\" id=\"65536\"/>")));
    }

    @Test
    void trap35LengthOfTextIsInBytesAndCharsetsAreChecked() {
        ScalarType type = (ScalarType) field(
                "<type name=\"C\" primitiveType=\"char\" characterEncoding=\"UTF-8\" presence=\"constant\">Zürich</type>\n",
                "<field name=\"f\" id=\"1\" type=\"C\"/>").type();
        assertEquals(7, type.length());
        assertEquals(List.of("SBE028"), codes(TestSchema.message(
                "<type name=\"C\" primitiveType=\"char\" characterEncoding=\"UTF-88\" length=\"4\"/>\n",
                "<field name=\"f\" id=\"1\" type=\"C\"/>")));
    }

    @Test
    void trap11NullValueOfARequiredTypeCountsWhereItsUseIsOptional() {
        ParseResult result = TestSchema.message("<type name=\"T\" primitiveType=\"int32\" nullValue=\"5\"/>\n",
                "<field name=\"f\" id=\"1\" type=\"T\" presence=\"optional\"/>");
        assertEquals(List.of("SBE027"), codes(result));
        assertTrue(result.diagnostics().getFirst().message().startsWith(
                "nullValue counts only where the field or composite that uses this type is optional"));
        assertEquals(Literal.of(5), ((ScalarType) result.schema().type("T")).effectiveNull());
    }

    @Test
    void trap12DataIsNeverConstant() {
        ParseResult result = TestSchema.message("<composite name=\"D\"><type name=\"length\" primitiveType=\"uint16\"/>\n"
                + "<type name=\"varData\" primitiveType=\"uint8\" presence=\"constant\">1</type></composite>\n",
                "<data name=\"d\" id=\"9\" type=\"D\"/><data name=\"e\" id=\"10\" type=\"varDataEncoding\"/>");
        assertEquals(List.of("SBE054"), codes(result));
        assertTrue(result.diagnostics().getFirst().message().contains("varData must not be constant"));
    }

    /// NUL pads text in an array and ends it; in wider units it is also half of a character.
    @Test
    void trap34ArraysOfCharsHoldNoTextInWiderUnits() {
        for (String charset : List.of("UTF-16LE", "utf-16be", "UTF-16", "UTF-32LE", "ISO-10646-UCS-2")) {
            for (String rest : List.of("length=\"20\"/>", "/>", "presence=\"optional\" length=\"4\"/>",
                    "presence=\"constant\">AB</type>")) {
                ParseResult result = TestSchema.message("<type name=\"C\" primitiveType=\"char\" characterEncoding=\""
                        + charset + "\" " + rest + "\n", "<field name=\"f\" id=\"1\" type=\"C\"/>");
                assertEquals(List.of("SBE028"), codes(result), charset + " " + rest);
                Diagnostic diagnostic = result.diagnostics().getFirst();
                assertEquals(3, diagnostic.location().line());
                assertTrue(diagnostic.message().contains("use UTF-8, or variable-length data"), diagnostic.message());
            }
        }
        for (String length : List.of("length=\"0\"", "")) {
            assertEquals(List.of(), codes(TestSchema.message("<composite name=\"D\"><type name=\"length\" "
                    + "primitiveType=\"uint16\"/><type name=\"varData\" primitiveType=\"char\" " + length
                    + " characterEncoding=\"UTF-16LE\"/></composite>\n", "<data name=\"d\" id=\"1\" type=\"D\"/>")));
        }
        assertEquals(List.of(), codes(TestSchema.message(
                "<type name=\"C\" primitiveType=\"char\" characterEncoding=\"IBM037\" length=\"4\"/>\n",
                "<field name=\"f\" id=\"1\" type=\"C\"/>")));
    }

    @Test
    void trap36RefTakesItsOwnNameOffsetAndLaterVersion() {
        CompositeType type = (CompositeType) field("""
                <composite name="Outer">
                  <type name="a" primitiveType="uint8"/>
                  <ref name="second" type="Inner" offset="4" sinceVersion="3"/>
                </composite>
                <composite name="Inner" sinceVersion="2"><type name="x" primitiveType="uint16"/></composite>
                """, "<field name=\"f\" id=\"1\" type=\"Outer\"/>").type();
        Member ref = type.member("second");
        assertEquals(4, ref.offset());
        assertEquals("Inner", ref.type().name());
        assertTrue(ref.ref());
        assertEquals(3, ref.meta().sinceVersion());
        assertEquals(6, type.encodedLength());
    }

    @Test
    void trap37CyclesAreRefused() {
        ParseResult result = TestSchema.message("""
                <composite name="A"><ref name="b" type="B"/></composite>
                <composite name="B"><ref name="a" type="A"/></composite>
                """, "<field name=\"f\" id=\"1\" type=\"A\"/>");
        assertFalse(result.parsed().isPresent());
        assertEquals(List.of("SBE022"), codes(result));
        assertEquals(new Location("test.xml", 4, 35), result.diagnostics().getFirst().location());
    }

    @Test
    void trap38SinceVersionBeyondTheSchema() {
        ParseResult result = TestSchema.message("", "<field name=\"f\" id=\"1\" type=\"uint8\" sinceVersion=\"6\"/>");
        assertEquals(List.of("SBE016"), codes(result));
    }

    @Test
    void trap39NamesNoLanguageCanUse() {
        assertEquals(List.of("SBE012"), codes(TestSchema.message("", "<field name=\"a b\" id=\"1\" type=\"uint8\"/>")));
        assertTrue(TestSchema.message("", "<field name=\"class\" id=\"1\" type=\"uint8\"/>").diagnostics().isEmpty());
    }

    @Test
    void trap40NamesThatDifferOnlyInCaseAreDifferent() {
        assertTrue(TestSchema.message("", """
                <field name="price" id="1" type="uint8"/>
                <field name="Price" id="2" type="uint8"/>
                """).diagnostics().isEmpty());
    }

    @Test
    void trap41OptionalOnEnumSetAndComposite() {
        String types = """
                <enum name="E" encodingType="uint8"><validValue name="A">1</validValue></enum>
                <set name="S" encodingType="uint8"><choice name="A">1</choice></set>
                <composite name="C"><type name="m" primitiveType="int32"/></composite>
                """;
        for (String type : List.of("E", "S", "C")) {
            assertEquals(Presence.OPTIONAL,
                    field(types, "<field name=\"f\" id=\"1\" presence=\"optional\" type=\"" + type + "\"/>").presence(),
                    type);
        }
    }

    @Test
    void trap42DeprecatedIsAVersion() {
        Field field = field("", "<field name=\"f\" id=\"1\" type=\"uint8\" sinceVersion=\"1\" deprecated=\"4\"/>");
        assertEquals(4, field.meta().deprecatedSince());
    }
}
