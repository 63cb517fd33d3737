// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.codec.Bounds;
import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Small schemas and messages that the random tests of this module found trouble with.
class GeneratedCodeTest {
    private static final String STANDARD = """
            <composite name="groupSizeEncoding">
              <type name="blockLength" primitiveType="uint16"/>
              <type name="numInGroup" primitiveType="uint32" maxValue="2147483647"/>
            </composite>
            """;

    private static Schema schema(String version, String types, String content) {
        String xml = """
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="small" id="9" version="3">
                <types><composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="$version"/>
                </composite>
                """.replace("$version", version) + STANDARD + types + "</types><sbe:message name=\"M\" id=\"7\">"
                        + content
                + "</sbe:message></sbe:messageSchema>";
        return SchemaParser.parseText(xml, "small.xml").schema();
    }

    private static MemorySegment bytes(String hex) {
        return MemorySegment.ofArray(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    /// Asserts that generated code and on-the-fly decoding find this.
    private static void reads(Schema schema, String hex, String... facts) {
        MemorySegment memory = bytes(hex);
        assertEquals(List.of(facts), Messages.facts(schema, memory, 0, memory.byteSize()));
        assertEquals(List.of(facts), OurCode.of(schema).reader(schema.message("M")).read(memory, 0));
    }

    /// The handle of the field hid the enum, and so did that of the enclosing message where a group's field had the
    /// enum.
    @Test
    void shouldCompileWhenAnEnumHasTheNameOfAConstant() {
        String side = "<enum name=\"SIDE\" encodingType=\"uint8\"><validValue name=\"BUY\">1</validValue></enum>"
                + "<enum name=\"ENTRIES\" encodingType=\"uint8\"><validValue name=\"ONE\">1</validValue></enum>"
                + "<composite name=\"C\"><enum name=\"M0\" encodingType=\"char\">"
                + "<validValue name=\"A\">A</validValue></enum>"
                + "</composite>";
        Schema schema = schema("uint16", side,
                "<field name=\"side\" id=\"1\" type=\"SIDE\"/><field name=\"c\" id=\"2\" "
                + "type=\"C\"/><group name=\"g\" id=\"3\"><field name=\"x\" id=\"4\" type=\"SIDE\"/>"
                + "<field name=\"y\" id=\"5\" "
                + "type=\"ENTRIES\"/></group>");
        OurCode.of(schema, JavaOptions.DEFAULT.withRecords(true).withAccessOrderChecks(true));
        reads(schema, "0200 0700 0900 0300 01 41 0200 01000000 01 00",
                "M/side=1", "M/c/M0=41", "M/g=1", "M/g[0]/x=1", "M/g[0]/y=0", "end=18");
    }

    /// Generated code read the members that were left of it, and said that it was neither present nor null.
    @Test
    void shouldBeAbsentWhenTheBlockEndsInsideAComposite() {
        Schema schema = schema("uint16", "<composite name=\"P\"><type name=\"a\" primitiveType=\"uint8\"/>"
                + "<type name=\"b\" primitiveType=\"uint16\"/></composite>",
                "<field name=\"x\" id=\"1\" type=\"uint8\"/>"
                + "<field name=\"p\" id=\"2\" type=\"P\" presence=\"optional\"/>");
        reads(schema, "0400 0700 0900 0300 01 02 0300", "M/x=1", "M/p/a=2", "M/p/b=3", "end=12");
        reads(schema, "0300 0700 0900 0300 01 02 03", "M/x=1", "end=11");
    }

    /// Wrapping no bytes at the place of the composite failed where that lies behind the end of the memory.
    @Test
    void shouldWrapNothingWhenAByteArrayIsAbsent() {
        Schema schema = schema("uint16", "<composite name=\"P\"><type name=\"a\" primitiveType=\"uint8\" length=\"4\"/>"
                + "</composite>", "<field name=\"x\" id=\"1\" type=\"uint8\"/><field name=\"p\" id=\"2\" type=\"P\" "
                + "offset=\"5\"/>");
        reads(schema, "0100 0700 0900 0300 01", "M/x=1", "end=9");
    }

    /// Generated code refused any; where it accepted them it accepted 2^31-1.
    @Test
    void shouldBoundEntriesWithoutBytes() {
        Schema schema = schema("uint16", "",
                "<group name=\"g\" id=\"1\"><field name=\"x\" id=\"2\" type=\"uint8\"/></group>");
        reads(schema, "0000 0700 0900 0300 0000 03000000", "M/g=3", "end=14");
        Schema empty = schema("uint16", "<type name=\"K\" primitiveType=\"uint8\" presence=\"constant\">1</type>",
                "<group name=\"g\" id=\"1\"><field name=\"x\" id=\"2\" type=\"K\"/></group>");
        MemorySegment memory = bytes("0000 0700 0900 0300 0000 ffffff7f");
        for (Schema each : List.of(schema, empty)) {
            OurCode.Reader reader = OurCode.of(each).reader(each.message("M"));
            assertThrows(MalformedMessageException.class, () -> reader.read(memory, 0));
            assertThrows(MalformedMessageException.class, () -> reader.read(memory, 0, false));
            assertEquals(Status.TOO_MANY_EMPTY_ENTRIES,
                    new MessageValidator(each).validate(memory, 0, memory.byteSize()).status());
        }
        assertEquals(MessageValidator.MAX_EMPTY_ENTRIES, Bounds.MAX_EMPTY_ENTRIES);
    }

    /// Validation counts them in the whole message, generated code in each group: what the first accepts, the second
    /// reads.
    @Test
    void shouldBoundEntriesWithoutBytesInAMessageOnlyWhenValidated() {
        String group = "<group name=\"g%d\" id=\"%d\"><field name=\"x\" id=\"1\" type=\"uint8\"/></group>";
        Schema schema = schema("uint16", "", group.formatted(1, 2) + group.formatted(3, 4));
        MessageValidator validator = new MessageValidator(schema);
        MemorySegment half = bytes("0000 0700 0900 0300 0000 00800000 0000 00800000");
        assertEquals(Status.OK, validator.validate(half, 0, half.byteSize()).status());
        MemorySegment most = bytes("0000 0700 0900 0300 0000 00000100 0000 01000000");
        assertEquals(Status.TOO_MANY_EMPTY_ENTRIES, validator.validate(most, 0, most.byteSize()).status());
        for (MemorySegment each : List.of(half, most)) {
            List<String> facts = OurCode.of(schema).reader(schema.message("M")).read(each, 0);
            assertEquals("end=" + each.byteSize(), facts.getLast());
        }
    }

    /// Generated code counted the bytes of what entries had from their first version on, and so refused them.
    @Test
    void shouldReadManyEntriesWhenOnlyWhatALaterVersionAddedTakesBytes() {
        Schema schema = schema("uint16", "<composite name=\"DATA\"><type name=\"length\" primitiveType=\"uint8\"/>"
                + "<type name=\"varData\" primitiveType=\"uint8\" length=\"0\"/></composite>",
                "<group name=\"g\" id=\"1\"><data name=\"d\" id=\"2\" type=\"DATA\" "
                + "sinceVersion=\"3\"/></group>");
        int count = Bounds.MAX_EMPTY_ENTRIES + 1;
        byte[] message = Arrays.copyOf(bytes("0000 0700 0900 0300 0000 01000100").toArray(ValueLayout.JAVA_BYTE),
                14 + count);
        MemorySegment memory = MemorySegment.ofArray(message);
        assertEquals(Status.OK, new MessageValidator(schema).validate(memory, 0, message.length).status());
        assertEquals("end=" + message.length,
                OurCode.of(schema).reader(schema.message("M")).read(memory, 0).getLast());
        message[6] = 2;
        assertEquals(Status.TOO_MANY_EMPTY_ENTRIES,
                new MessageValidator(schema).validate(memory, 0, message.length).status());
        assertThrows(MalformedMessageException.class, () ->
                OurCode.of(schema).reader(schema.message("M")).read(memory, 0));
    }

    /// Validation accepted it, and generated code refused it.
    @Test
    void shouldRefuseABlockLengthBeyondAnIntWhenThereAreNoEntries() {
        for (String type : List.of("uint32", "uint64")) {
            Schema schema = schema("uint16", "<composite name=\"wide\"><type "
                    + "name=\"blockLength\" primitiveType=\"" + type + "\"/><type name=\"numInGroup\" "
                    + "primitiveType=\"uint8\"/></composite>", "<group name=\"g\" id=\"1\" dimensionType=\"wide\">"
                    + "<field name=\"x\" id=\"2\" type=\"uint8\"/></group>");
            String rest = type.equals("uint32") ? "" : "00000000";
            reads(schema, "0000 0700 0900 0300 ffffff7f" + rest + "00", "M/g=0", "end=" + (13 + rest.length() / 2));
            MemorySegment memory = bytes("0000 0700 0900 0300 00000080" + rest + "00");
            assertEquals(Status.GROUP_TOO_LONG,
                    new MessageValidator(schema).validate(memory, 0, memory.byteSize()).status());
            assertThrows(MalformedMessageException.class, () ->
                    OurCode.of(schema).reader(schema.message("M")).read(memory, 0));
        }
    }

    /// On-the-fly decoding took it for a new version, or, where it was negative in Java, for an old one.
    @Test
    void shouldRefuseAVersionThatNoSchemaCanHave() {
        for (String type : List.of("uint32", "uint64")) {
            Schema schema = schema(type, "", "<field name=\"x\" id=\"1\" type=\"uint8\"/>");
            String version = type.equals("uint32") ? "ffffffff" : "ffffffffffffffff";
            MemorySegment memory = bytes("0100 0700 0900" + version + "01");
            assertEquals(Status.VERSION_OUT_OF_RANGE,
                    new MessageValidator(schema).validate(memory, 0, memory.byteSize()).status());
            assertThrows(MalformedMessageException.class, () ->
                    OurCode.of(schema).reader(schema.message("M")).read(memory, 0));
        }
    }
}
