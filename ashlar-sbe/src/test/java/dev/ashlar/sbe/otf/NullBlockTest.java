// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.sbe.ir.Message;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NullBlockTest {
    private static final String TYPES = """
            <type name="opt" primitiveType="uint32" presence="optional" nullValue="7"/>
            <type name="arr" primitiveType="int16" length="2" presence="optional"/>
            <type name="txt" primitiveType="char" length="3"/>
            <type name="con" primitiveType="uint8" presence="constant">5</type>
            <enum name="E" encodingType="uint8"><validValue name="one">1</validValue></enum>
            <set name="S" encodingType="uint16"><choice name="c">0</choice></set>
            <composite name="P"><type name="mantissa" primitiveType="int32"/>
              <type name="exponent" primitiveType="int8"/></composite>
            """;

    private static NullBlock of(SmallSchema small) {
        return new NullBlock(small.schema.message("M"), small.schema.byteOrder());
    }

    private static NullBlock of(String types, String fields) {
        return of(SmallSchema.of(types, fields));
    }

    private static String hex(NullBlock block) {
        return HexFormat.of().formatHex(block.toArray());
    }

    /// The block that this one becomes, given in hexadecimal, for a writer of this version.
    private static String complete(NullBlock block, String hex, long actingVersion) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        byte[] target = new byte[(int) block.length() + 2];
        Arrays.fill(target, (byte) 0x5a);
        block.complete(MemorySegment.ofArray(bytes), 0, bytes.length, actingVersion, MemorySegment.ofArray(target), 1);
        assertEquals(0x5a, target[0]);
        assertEquals(0x5a, target[target.length - 1]);
        return HexFormat.of().formatHex(target, 1, target.length - 1);
    }

    @Test
    void shouldHoldTheNullValueOfEachKind() {
        assertEquals("ffff", hex(of("", "<field name=\"a\" id=\"1\" type=\"uint16\"/>")));
        assertEquals("0080", hex(of("", "<field name=\"a\" id=\"1\" type=\"int16\" presence=\"optional\"/>")));
        assertEquals("0000c07f", hex(of("", "<field name=\"a\" id=\"1\" type=\"float\"/>")));
        assertEquals("07000000", hex(of(TYPES, "<field name=\"a\" id=\"1\" type=\"opt\"/>")));
        assertEquals("00800080", hex(of(TYPES, "<field name=\"a\" id=\"1\" type=\"arr\"/>")));
        assertEquals("000000", hex(of(TYPES, "<field name=\"a\" id=\"1\" type=\"txt\"/>")));
        assertEquals("ff", hex(of(TYPES, "<field name=\"a\" id=\"1\" type=\"E\"/>")));
        assertEquals("0000", hex(of(TYPES, "<field name=\"a\" id=\"1\" type=\"S\"/>")));
        assertEquals("0000008080", hex(of(TYPES, "<field name=\"a\" id=\"1\" type=\"P\"/>")));
        assertEquals("", hex(of(TYPES, "<field name=\"a\" id=\"1\" type=\"con\"/>")));
        assertEquals("", hex(of(TYPES, "")));
    }

    @Test
    void shouldGoByTheByteOrder() {
        SmallSchema big = SmallSchema.of("version=\"3\" byteOrder=\"bigEndian\"", TYPES,
                "<field name=\"a\" id=\"1\" type=\"opt\"/><field name=\"b\" id=\"2\" type=\"P\"/>");
        assertEquals("00000007" + "8000000080", hex(of(big)));
    }

    @Test
    void shouldLeaveZeroBetweenValuesAndBehindThem() {
        SmallSchema small = SmallSchema.whole("version=\"3\"", """
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
                </composite>""", "<message name=\"M\" id=\"7\" blockLength=\"8\"><field name=\"a\" id=\"1\" type=\"uint8\"/>"
                + "<field name=\"b\" id=\"2\" type=\"uint8\" offset=\"4\"/></message>");
        assertEquals("ff000000ff000000", hex(of(small)));
        assertEquals("0102" + "0000ff000000", complete(of(small), "0102", 3));
    }

    @Test
    void shouldEqualWhatTheEncoderWritesForNothing() {
        SmallSchema small = SmallSchema.of(TYPES, "<field name=\"a\" id=\"1\" type=\"opt\"/><field name=\"b\" id=\"2\" "
                + "type=\"P\" presence=\"optional\"/><field name=\"c\" id=\"3\" type=\"E\" presence=\"optional\"/>");
        byte[] encoded = small.encode(Map.of());
        assertArrayEquals(Arrays.copyOfRange(encoded, 8, encoded.length), of(small).toArray());
    }

    @Test
    void shouldCopyBlocksThatAreWhole() {
        NullBlock block = of("", "<field name=\"a\" id=\"1\" type=\"uint16\"/><field name=\"b\" id=\"2\" type=\"uint8\"/>");
        assertEquals(3, block.length());
        assertEquals("010203", complete(block, "010203", 3));
        // A newer writer's, or padded: what is beyond goes.
        assertEquals("010203", complete(block, "0102030405", 9));
    }

    @Test
    void shouldCompleteFromTheCutWhenItIsBetweenFields() {
        NullBlock block = of("", "<field name=\"a\" id=\"1\" type=\"uint16\"/><field name=\"b\" id=\"2\" type=\"uint8\"/>");
        assertEquals("0102ff", complete(block, "0102", 0));
        assertEquals("ffffff", complete(block, "", 0));
    }

    /// Half of a value is no value: the decoder finds it absent.
    @Test
    void shouldCompleteFromTheFieldWhenItIsCut() {
        NullBlock block = of(TYPES, "<field name=\"a\" id=\"1\" type=\"uint16\"/><field name=\"b\" id=\"2\" type=\"opt\"/>");
        assertEquals("0102" + "07000000", complete(block, "0102030405", 3));
        assertEquals("0102" + "03040506", complete(block, "010203040506", 3));
        assertEquals("ffff" + "07000000", complete(block, "01", 3));
        NullBlock array = of(TYPES, "<field name=\"a\" id=\"1\" type=\"arr\"/>");
        assertEquals("00800080", complete(array, "0100", 3));
        NullBlock composite = of(TYPES, "<field name=\"a\" id=\"1\" type=\"P\"/>");
        assertEquals("0000008080", complete(composite, "01020304", 3));
    }

    /// The writer's block was padded where a later version put a field.
    @Test
    void shouldMakeNullWhatTheWritersVersionDidNotHave() {
        NullBlock block = of("", "<field name=\"a\" id=\"1\" type=\"uint16\"/><field name=\"b\" id=\"2\" type=\"uint16\" "
                + "sinceVersion=\"2\"/>");
        assertEquals("0102ffff", complete(block, "01020000", 1));
        assertEquals("01020000", complete(block, "01020000", 2));
    }

    @Test
    void shouldKeepTheMembersThatACompositeHadAlready() {
        NullBlock block = of("<composite name=\"C\"><type name=\"x\" primitiveType=\"uint16\"/><type name=\"y\" "
                + "primitiveType=\"uint16\" sinceVersion=\"2\"/></composite>", "<field name=\"a\" id=\"1\" type=\"C\"/>");
        assertEquals("0102ffff", complete(block, "0102", 1));
        assertEquals("0102ffff", complete(block, "01020304", 1));
        assertEquals("0102ffff", complete(block, "010203", 2));
        assertEquals("01020304", complete(block, "01020304", 2));
    }

    @Test
    void shouldRefuseWhenEitherMemoryIsTooShort() {
        Message message = SmallSchema.of("", "<field name=\"a\" id=\"1\" type=\"uint16\"/>").schema.message("M");
        NullBlock block = new NullBlock(message, ByteOrder.LITTLE_ENDIAN);
        MemorySegment two = MemorySegment.ofArray(new byte[2]);
        assertThrows(IndexOutOfBoundsException.class, () -> block.complete(two, 1, 2, 3, two, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> block.complete(two, 0, 1, 3, two, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> block.complete(two, 0, -1, 3, two, 0));
    }
}
