// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.SchemaException;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The traps that concern serialised schemas, by their numbers in the project's list, and what the form is known to
/// lose.
class SbeIrTrapsTest {
    private static Schema schema(String attributes, String types, String message) {
        String xml = """
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="traps" id="9" %s><types>
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
                </composite>
                %s</types><sbe:message name="M" id="7">%s</sbe:message></sbe:messageSchema>""".formatted(attributes, types, message);
        return SchemaParser.parseText(xml, "traps.xml").schema();
    }

    private static Schema again(Schema schema) {
        return SbeIrReader.fromBytes(SbeIrWriter.toBytes(schema), "traps.sbeir");
    }

    private static Message messageOf(Schema schema) {
        return schema.messages().getFirst();
    }

    @Test
    void trap04ShouldKeepUint64BeyondTheSignedRange() {
        Schema schema = schema("", "<type name=\"T\" primitiveType=\"uint64\" maxValue=\"18446744073709551613\"/>",
                "<field name=\"a\" id=\"1\" type=\"T\"/>");
        ScalarType type = (ScalarType) messageOf(again(schema)).fields().getFirst().type();
        assertEquals(Optional.of(Literal.of(-3)), type.maxValue());
    }

    /// A type that is required has a null value where a field or composite that uses it is optional, and for blocks
    /// that are completed.
    @Test
    void trap11ShouldKeepTheNullValueOfRequiredTypes() {
        Schema schema = schema("", "<type name=\"T\" primitiveType=\"int64\" nullValue=\"5\"/>"
                + "<composite name=\"P\"><type name=\"mantissa\" primitiveType=\"int64\" nullValue=\"0\"/>"
                + "<type name=\"exponent\" primitiveType=\"int8\"/></composite>", "<field name=\"a\" id=\"1\" type=\"T\"/>"
                + "<field name=\"p\" id=\"2\" type=\"P\" presence=\"optional\"/>");
        List<Field> fields = messageOf(again(schema)).fields();
        assertEquals(Optional.of(Literal.of(5)), ((ScalarType) fields.getFirst().type()).nullValue());
        assertEquals(schema.type("P"), fields.get(1).type());
    }

    @Test
    void trap14ShouldKeepWhatAConstantRefersTo() {
        Schema schema = schema("",
                "<enum name=\"E\" encodingType=\"uint8\"><validValue name=\"x\">4</validValue></enum>",
                "<field name=\"a\" id=\"1\" type=\"E\" presence=\"constant\" valueRef=\"E.x\"/>"
                        + "<field name=\"b\" id=\"2\" type=\"uint8\" presence=\"constant\" valueRef=\"E.x\"/>");
        List<Field> fields = messageOf(again(schema)).fields();
        assertEquals(messageOf(schema).fields().getFirst(), fields.getFirst());
        assertEquals("E.x", fields.get(1).valueRef());
        assertEquals(Optional.of(Literal.of(4)), fields.get(1).constant());
        assertEquals(0, messageOf(again(schema)).blockLength());
    }

    @Test
    void trap31ShouldKeepTheByteOrderThoughSetsHaveNone() {
        Schema schema = schema("byteOrder=\"bigEndian\"", "<set name=\"S\" encodingType=\"uint16\">"
                + "<choice name=\"x\">9</choice></set>", "<field name=\"a\" id=\"1\" type=\"S\"/>");
        assertEquals(ByteOrder.BIG_ENDIAN, again(schema).byteOrder());
        List<Token> sets = TokenList.of(schema).stream().filter(t -> t.signal() == Signal.BEGIN_SET).toList();
        assertTrue(sets.stream().noneMatch(Token::bigEndian));
    }

    @Test
    void trap34ShouldRejectArraysOfCharsInWiderUnits() {
        Schema schema = schema("", "<type name=\"T\" primitiveType=\"char\" length=\"4\"/>",
                "<field name=\"a\" id=\"1\" type=\"T\"/>");
        List<Token> tokens = TokenList.of(schema).stream().map(token -> token.primitive() == PrimitiveType.CHAR
                ? token.withText("UTF-16BE", "", "", "", "") : token).toList();
        SchemaException e = assertThrows(SchemaException.class,
                () -> SbeIrReader.fromBytes(TokenOutput.write(schema, tokens), "traps.sbeir"));
        assertEquals("SBE916", e.diagnostics().getFirst().code());
        assertTrue(e.getMessage().contains("UTF-16BE\" (T)"), e::getMessage);
    }

    @Test
    void trap36ShouldKeepNameAndTypeOfAReference() {
        Schema schema = schema("",
                "<enum name=\"E\" encodingType=\"uint8\"><validValue name=\"x\">4</validValue></enum>"
                + "<composite name=\"P\"><type name=\"a\" primitiveType=\"uint8\"/><ref name=\"side\" type=\"E\" offset=\"4\"/>"
                + "</composite>", "<field name=\"p\" id=\"1\" type=\"P\"/>");
        Schema read = again(schema);
        Member side = ((CompositeType) messageOf(read).fields().getFirst().type()).member("side");
        assertEquals(4, side.offset());
        assertTrue(side.ref());
        assertEquals("E", side.type().name());
        assertTrue(read.type("E") instanceof EnumType);
        assertEquals(schema.types().size(), read.types().size());
    }

    @Test
    void trap36ShouldKeepTheVersionOfAMemberWhichTheReferenceLoses() {
        String types = "<composite name=\"P\"><type name=\"a\" primitiveType=\"uint8\"/>"
                + "<type name=\"b\" primitiveType=\"uint8\" sinceVersion=\"2\"/></composite>";
        Schema schema = schema("version=\"3\"", types, "<field name=\"p\" id=\"1\" type=\"P\"/>"
                + "<field name=\"q\" id=\"2\" type=\"P\" sinceVersion=\"3\"/>");
        // Every use writes its own version on the members; the least of all uses is the member's.
        assertEquals(schema, again(schema));
        Token member = TokenList.of(schema).stream().filter(t -> t.name().equals("b")).findFirst().orElseThrow();
        assertEquals(2, member.version());
    }

    @Test
    void trap42ShouldKeepTheVersionThatDeprecated() {
        Schema schema = schema("version=\"5\"", "<type name=\"T\" primitiveType=\"uint8\" deprecated=\"4\"/>",
                "<field name=\"a\" id=\"1\" type=\"T\" deprecated=\"3\" sinceVersion=\"2\"/>");
        Field field = messageOf(again(schema)).fields().getFirst();
        assertEquals(3, field.meta().deprecatedSince());
        assertEquals(4, field.type().meta().deprecatedSince());
        assertEquals(2, field.meta().sinceVersion());
    }

    @Test
    void shouldGiveTheSameSchemaWhenEverythingInItIsUsed() {
        Schema schema = schema("version=\"2\" semanticVersion=\"5.1\"", """
                <type name="Code" primitiveType="char" length="6" characterEncoding="UTF-8" description="a code"/>
                <type name="Price" primitiveType="int64" presence="optional" nullValue="9" semanticType="Price"/>
                <type name="Currency" primitiveType="char" presence="constant">EUR</type>
                <set name="Flags" encodingType="uint8"><choice name="one" description="bit">0</choice></set>
                <composite name="blob"><type name="length" primitiveType="uint8"/>
                  <type name="varData" primitiveType="uint8" length="0"/></composite>
                <composite name="groupSizeEncoding"><type name="blockLength" primitiveType="uint16"/>
                  <type name="numInGroup" primitiveType="uint8"/></composite>""", """
                <field name="a" id="1" type="Code" semanticType="String"/><field name="b" id="2" type="Price"/>
                <field name="c" id="3" type="Currency"/><field name="d" id="4" type="Flags" offset="20"/>
                <field name="e" id="5" type="uint64" epoch="unix" timeUnit="nanosecond"/>
                <group name="g" id="6" description="many"><field name="f" id="7" type="char"/></group>
                <data name="h" id="8" type="blob"/>""");
        Schema read = again(schema);
        assertEquals(schema.messages(), read.messages());
        assertEquals(schema.header(), read.header());
        assertEquals("5.1", read.semanticVersion());
        assertTrue(read.types().containsAll(schema.types()) && schema.types().containsAll(read.types()));
        assertTrue(messageOf(read).fields().get(3).type() instanceof SetType set
                && set.primitive() == PrimitiveType.UINT8);
        assertEquals(Presence.CONSTANT, messageOf(read).fields().get(2).presence());
    }
}
