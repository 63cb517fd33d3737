// SPDX-License-Identifier: Apache-2.0
package traps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.codec.MetaAttribute;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Users of the codecs of `traps.xml`; compiled together with them, in both byte orders. Each static method is a test.
@SuppressWarnings("deprecation")
public final class GeneratedCodecsTest {
    private static final int SIZE = 512;

    private GeneratedCodecsTest() {
    }

    private static MemorySegment memory() {
        return MemorySegment.ofArray(new byte[SIZE]).fill((byte) 0x55);
    }

    private static ValuesDecoder values(MemorySegment memory) {
        return new ValuesDecoder().wrap(memory, 3, ValuesDecoder.BLOCK_LENGTH, ValuesDecoder.SCHEMA_VERSION);
    }

    public static void trap01NullValuesAreThoseOfTheStandard() {
        assertEquals(255, ValuesDecoder.u8NullValue());
        assertEquals(65535, ValuesDecoder.u16NullValue());
        assertEquals(4294967295L, ValuesDecoder.u32NullValue());
        assertEquals(-1L, ValuesDecoder.u64NullValue());
        assertEquals(Byte.MIN_VALUE, ValuesDecoder.i8NullValue());
        assertEquals(Short.MIN_VALUE, ValuesDecoder.i16NullValue());
        assertEquals(Integer.MIN_VALUE, ValuesDecoder.i32NullValue());
        assertEquals(Long.MIN_VALUE, ValuesDecoder.i64NullValue());
        assertEquals(0, ValuesDecoder.optCharNullValue());
    }

    public static void trap02RangesExcludeTheNullValue() {
        assertEquals(254, ValuesEncoder.u8MaxValue());
        assertEquals(-127, ValuesEncoder.i8MinValue());
        assertEquals(4294967294L, ValuesEncoder.u32MaxValue());
        assertEquals(-2L, ValuesEncoder.u64MaxValue());
        assertEquals(0x20, ValuesEncoder.optCharMinValue());
    }

    public static void trap03NanIsNull() {
        MemorySegment memory = memory();
        ValuesEncoder encoder = new ValuesEncoder().wrap(memory, 3);
        encoder.optFloat(ValuesEncoder.optFloatNullValue()).optDouble(1.5);
        ValuesDecoder decoder = values(memory);
        assertTrue(Float.isNaN(decoder.optFloat()));
        assertTrue(decoder.optFloatIsNull());
        assertFalse(decoder.optDoubleIsNull());
        encoder.optDouble(Double.longBitsToDouble(0xfff8_0000_0000_1234L));
        assertTrue(decoder.optDoubleIsNull());
    }

    public static void trap04UnsignedTypesKeepTheirValuesAndAreWrittenUnsigned() {
        MemorySegment memory = memory();
        new ValuesEncoder().wrap(memory, 3).u8((short) 254).u16(65534).u32(4294967294L).u64(-2L).i8((byte) -127)
                .i16((short) -32767).i32(-2147483647).i64(-9223372036854775807L).optU64(-1L);
        ValuesDecoder decoder = values(memory);
        assertEquals(254, decoder.u8());
        assertEquals(65534, decoder.u16());
        assertEquals(4294967294L, decoder.u32());
        assertEquals(0, Long.compareUnsigned(ValuesDecoder.u64MaxValue(), decoder.u64()));
        assertEquals(-127, decoder.i8());
        assertEquals(-32767, decoder.i16());
        assertEquals(-2147483647, decoder.i32());
        assertEquals(-9223372036854775807L, decoder.i64());
        assertTrue(decoder.optU64IsNull());
        assertTrue(decoder.toString().contains("u64=18446744073709551614|"), decoder.toString());
        assertTrue(decoder.toString().contains("optU64=null|"), decoder.toString());
    }

    public static void trap05CustomNullLiesInsideTheRange() {
        MemorySegment memory = memory();
        ValuesEncoder encoder = new ValuesEncoder().wrap(memory, 3).custom(Integer.MAX_VALUE);
        assertEquals(Integer.MAX_VALUE, ValuesDecoder.customNullValue());
        assertTrue(values(memory).customIsNull());
        encoder.custom(Integer.MIN_VALUE);
        assertFalse(values(memory).customIsNull());
        assertEquals(Integer.MIN_VALUE, values(memory).custom());
    }

    public static void trap06EnumValueMayBeTheNullValue() {
        MemorySegment memory = memory();
        new ValuesEncoder().wrap(memory, 3).named(Named.NONE);
        assertSame(Named.NONE, values(memory).named());
        assertTrue(values(memory).namedIsNull());
        new ValuesEncoder().wrap(memory, 3).named(Named.NULL_VAL);
        assertEquals(255, values(memory).namedRaw());
    }

    public static void trap07EnumNullComesFromItsEncodingType() {
        MemorySegment memory = memory();
        new ValuesEncoder().wrap(memory, 3).third(Third.NULL_VAL);
        assertEquals(2, values(memory).thirdRaw());
        assertSame(Third.NULL_VAL, values(memory).third());
        assertTrue(values(memory).thirdIsNull());
        assertSame(Third.NULL_VAL, Third.get((short) 2));
    }

    public static void trap09UnknownEnumValueIsReachableRaw() {
        MemorySegment memory = memory();
        ValuesEncoder encoder = new ValuesEncoder().wrap(memory, 3).sideRaw((byte) '7').bigRaw(-3L).farRaw(5);
        ValuesDecoder decoder = values(memory);
        assertSame(Side.SBE_UNKNOWN, decoder.side());
        assertEquals('7', decoder.sideRaw());
        assertSame(Big.SBE_UNKNOWN, decoder.big());
        assertEquals(-3L, decoder.bigRaw());
        assertSame(Far.SBE_UNKNOWN, decoder.far());
        assertThrows(IllegalArgumentException.class, () -> encoder.side(Side.SBE_UNKNOWN));
        assertTrue(decoder.toString().contains("side=55|"), decoder.toString());
    }

    public static void trap09EnumsOverAnyIntegerTypeWork() {
        MemorySegment memory = memory();
        new ValuesEncoder().wrap(memory, 3).big(Big.HUGE).far(Far.LOW).signed(Signed.MINUS).side(Side.BUY)
                .optSide(Side.NULL_VAL);
        ValuesDecoder decoder = values(memory);
        assertSame(Big.HUGE, decoder.big());
        assertEquals(-2L, decoder.bigRaw());
        assertSame(Far.LOW, decoder.far());
        assertSame(Signed.MINUS, decoder.signed());
        assertEquals(-1, decoder.signedRaw());
        assertSame(Side.BUY, decoder.side());
        assertFalse(decoder.sideIsNull());
        assertTrue(decoder.optSideIsNull());
    }

    public static void trap10HighestBitOfAWideSetIsABit() {
        MemorySegment memory = memory();
        ValuesEncoder encoder = new ValuesEncoder().wrap(memory, 3);
        encoder.flags().clear().highest(true).clear_(true);
        FlagsDecoder flags = values(memory).flags();
        assertTrue(flags.highest());
        assertTrue(flags.clear_());
        assertFalse(flags.lowest());
        assertEquals(1L << 63 | 1L << 5, flags.getRaw());
        assertEquals("{clear,highest}", flags.toString());
        encoder.flags().highest(false);
        assertEquals(1L << 5, values(memory).flags().getRaw());
        assertEquals(1L << 63, FlagsEncoder.highest(0L, true));
        assertTrue(FlagsDecoder.highest(1L << 63));
        encoder.few().setRaw((short) 0x80);
        assertTrue(values(memory).few().h());
        assertEquals(0x80, values(memory).few().getRaw());
    }

    public static void trap11CompositeIsNullIfItsFirstMemberIs() {
        MemorySegment memory = memory();
        ValuesEncoder encoder = new ValuesEncoder().wrap(memory, 3);
        encoder.price().mantissa(Long.MAX_VALUE);
        assertTrue(values(memory).priceIsNull());
        encoder.price().mantissa(Long.MIN_VALUE);
        assertFalse(values(memory).priceIsNull());
    }

    public static void trap12ConstantsTakeNoBytes() {
        assertEquals(0, ValuesDecoder.constantSideEncodingLength());
        assertEquals(ValuesDecoder.constantSideEncodingOffset(), ValuesDecoder.blobEncodingOffset());
        assertEquals(8, DecimalDecoder.ENCODED_LENGTH);
        assertEquals(-9, new DecimalDecoder().exponent());
        assertEquals(-9, new DecimalEncoder().exponent());
        assertEquals("constant", DecimalDecoder.exponentMetaAttribute(MetaAttribute.PRESENCE));
        assertEquals(7, OddSizeDecoder.ENCODED_LENGTH);
    }

    public static void trap13ConstantTextHasItsLength() {
        assertEquals("kg", new GrownDecoder().unit());
        assertEquals(2, GrownDecoder.unitLength());
        assertEquals('g', new GrownDecoder().unit(1));
        byte[] bytes = new byte[4];
        assertEquals(2, new GrownEncoder().getUnit(bytes, 1, 3));
        assertArrayEquals(new byte[] {0, 'k', 'g', 0}, bytes);
    }

    public static void trap14ValueRefsGiveConstants() {
        assertSame(Side.SELL, new ValuesDecoder().constantSide());
        assertEquals('2', new ValuesDecoder().constantSideRaw());
        assertEquals('1', new ValuesEncoder().constantByRef());
    }

    public static void trap16BlockLengthMayExceedTheFields() {
        assertEquals(140, ValuesEncoder.BLOCK_LENGTH);
        assertEquals(140, new ValuesEncoder().wrap(memory(), 3).encodedLength());
        assertThrows(IndexOutOfBoundsException.class, () -> new ValuesEncoder().wrap(memory(), SIZE - 139));
        assertEquals(6, NestedEncoder.OddEncoder.sbeBlockLength());
    }

    private static NestedEncoder nested(MemorySegment memory) {
        NestedEncoder nested = new NestedEncoder().wrapAndApplyHeader(memory, 0, new MessageHeaderEncoder());
        nested.id((short) 9);
        NestedEncoder.OuterEncoder outer = nested.outerCount(2);
        outer.next().k((short) 1).innerCount(2).next().m(10).next().m(11);
        outer.tag("one");
        outer.next().k((short) 2).innerCount(0);
        outer.tag("");
        nested.cmeCount(2).next().n(100).next().n(101);
        nested.oddCount(1).next().o(200);
        byte[] tail = {1, 2, 3};
        return nested.putTail(tail, 0, 3).text("gr\u00fc\u00df \ud83d\ude00");
    }

    private static NestedDecoder nestedDecoder(MemorySegment memory) {
        return new NestedDecoder().wrapAndApplyHeader(memory, 0, new MessageHeaderDecoder());
    }

    public static void trap17And18DimensionsAreReadByName() {
        MemorySegment memory = memory();
        nested(memory);
        NestedDecoder decoder = nestedDecoder(memory);
        assertEquals(2, NestedDecoder.OuterDecoder.sbeHeaderSize());
        assertEquals(8, NestedDecoder.CmeDecoder.sbeHeaderSize());
        assertEquals(7, NestedDecoder.OddDecoder.sbeHeaderSize());
        decoder.outer().sbeSkipRemaining();
        NestedDecoder.CmeDecoder cme = decoder.cme();
        assertEquals(2, cme.count());
        assertEquals(100, cme.next().n());
        assertEquals(2, memory.get(ValueLayout.JAVA_BYTE, cme.sbeOffset() - 1));
        assertEquals(101, cme.next().n());
        NestedDecoder.OddDecoder odd = decoder.odd();
        assertEquals(6, odd.actingBlockLength());
        assertEquals(200, odd.next().o());
        assertEquals(3, decoder.tailLength());
    }

    public static void trap19CountsAreLimitedToWrite() {
        NestedEncoder nested = new NestedEncoder().wrap(memory(), 0);
        assertThrows(IllegalArgumentException.class, () -> nested.outerCount(256));
        assertThrows(IllegalArgumentException.class, () -> nested.outerCount(-1));
        assertEquals(255, NestedEncoder.OuterEncoder.countMaxValue());
        assertEquals(65535, NestedEncoder.OuterEncoder.InnerEncoder.countMaxValue());
        assertEquals(Integer.MAX_VALUE, NestedEncoder.OddEncoder.countMaxValue());
    }

    public static void trap19GreatestCountOfAByteIsDecoded() {
        MemorySegment memory = MemorySegment.ofArray(new byte[1 + 2 + 255 * 6]);
        memory.set(ValueLayout.JAVA_BYTE, 1, (byte) 1);
        memory.set(ValueLayout.JAVA_BYTE, 2, (byte) 255);
        NestedDecoder decoder = new NestedDecoder().wrap(memory, 0, 1, 5);
        assertEquals(255, decoder.outer().count());
    }

    public static void trap20CountsBeyondIntAreMalformed() {
        MemorySegment memory = memory();
        nested(memory);
        NestedDecoder decoder = nestedDecoder(memory);
        decoder.outer().sbeSkipRemaining();
        decoder.cme().sbeSkipRemaining();
        long odd = decoder.limit();
        for (int i = 0; i < 4; i++) {
            memory.set(ValueLayout.JAVA_BYTE, odd + i, (byte) 0xff);
        }
        assertThrows(MalformedMessageException.class, decoder::odd);
        assertEquals(odd, decoder.limit());
    }

    public static void trap21DataLengthsOfAllWidths() {
        MemorySegment memory = memory();
        nested(memory);
        NestedDecoder decoder = nestedDecoder(memory);
        List<String> tags = new ArrayList<>();
        for (NestedDecoder.OuterDecoder outer : decoder.outer()) {
            outer.inner().sbeSkipRemaining();
            tags.add(outer.tag());
        }
        assertEquals(List.of("one", ""), tags);
        decoder.cme().sbeSkipRemaining();
        decoder.odd().sbeSkipRemaining();
        byte[] bytes = new byte[5];
        assertEquals(3, decoder.getTail(bytes, 1, 4));
        assertArrayEquals(new byte[] {0, 1, 2, 3, 0}, bytes);
        assertEquals("gr\u00fc\u00df \ud83d\ude00", decoder.text());
        assertEquals(1, NestedDecoder.OuterDecoder.tagHeaderLength());
        assertEquals(2, NestedDecoder.textHeaderLength());
        assertEquals(4, NestedDecoder.tailHeaderLength());
        assertThrows(IllegalArgumentException.class, () -> new EvolvedEncoder().wrap(memory, 0).note("x".repeat(256)));
    }

    public static void trap21DataMovesInEveryForm() {
        MemorySegment memory = memory();
        EvolvedEncoder encoder = new EvolvedEncoder().wrap(memory, 0);
        encoder.legsCount(0);
        encoder.addedCount(0);
        long before = encoder.limit();
        MemorySegment source = MemorySegment.ofArray("abcdefgh".getBytes(StandardCharsets.US_ASCII));
        encoder.putNote(source, 2, 4);
        encoder.limit(before);
        EvolvedDecoder decoder = new EvolvedDecoder().wrap(memory, 0, EvolvedDecoder.BLOCK_LENGTH, 5);
        decoder.limit(before);
        assertEquals(4, decoder.noteLength());
        assertEquals(before, decoder.limit());
        assertEquals("cdef", new String(decoder.wrapNote().toArray(ValueLayout.JAVA_BYTE), StandardCharsets.US_ASCII));
        assertEquals(before + 5, decoder.limit());
        decoder.limit(before);
        MemorySegment target = MemorySegment.ofArray(new byte[6]);
        assertEquals(3, decoder.getNote(target, 1, 3));
        assertEquals("cde", new String(target.asSlice(1, 3).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.US_ASCII));
        assertEquals(before + 5, decoder.limit());
        decoder.limit(before);
        StringBuilder text = new StringBuilder();
        assertEquals(4, decoder.getNote(text));
        assertEquals("cdef", text.toString());
        decoder.limit(before);
        assertEquals(4, decoder.skipNote());
        assertEquals(before + 5, decoder.limit());
    }

    /// A message as a newer writer sends it: longer blocks than we know.
    public static void trap22AdvanceUsesTheBlockLengthOnTheWire() {
        MemorySegment memory = memory();
        new EvolvedEncoder().wrap(memory, 0);
        int blockLength = EvolvedEncoder.BLOCK_LENGTH + 3;
        EvolvedEncoder encoder = new EvolvedEncoder();
        encoder.wrap(memory, 0).limit(blockLength);
        EvolvedEncoder.LegsEncoder legs = encoder.legsCount(2);
        new GroupSizeEncodingEncoder().wrap(memory, blockLength).blockLength(12);
        legs.next().p(1).q(2);
        encoder.limit(encoder.limit() + 2);
        legs.next().p(3).q(4);
        encoder.limit(encoder.limit() + 2);
        encoder.addedCount(0);
        encoder.note("n").more("m");
        EvolvedDecoder decoder = new EvolvedDecoder().wrap(memory, 0, blockLength, 9);
        EvolvedDecoder.LegsDecoder read = decoder.legs();
        assertEquals(12, read.actingBlockLength());
        assertEquals(1, read.next().p());
        assertEquals(3, read.next().p());
        assertEquals(4, read.q());
        assertEquals(0, decoder.added().count());
        assertEquals("n", decoder.note());
        assertEquals("m", decoder.more());
        assertEquals(encoder.limit(), decoder.sbeDecodedLength());
    }

    public static void trap23FieldsOfLaterVersionsAreAbsent() {
        MemorySegment memory = memory();
        EvolvedEncoder encoder = new EvolvedEncoder().wrap(memory, 0).a(7).b(8).side(Side.BUY);
        encoder.few().setRaw((short) 0xff);
        encoder.grown().x(5).y(6);
        EvolvedDecoder decoder = new EvolvedDecoder().wrap(memory, 0, EvolvedEncoder.BLOCK_LENGTH, 1);
        assertEquals(7, decoder.a());
        assertEquals(65535, decoder.b());
        assertTrue(decoder.bIsNull());
        assertFalse(decoder.bIsPresent());
        assertSame(Side.NULL_VAL, decoder.side());
        assertTrue(decoder.few().isEmpty());
        assertEquals(Integer.MIN_VALUE, decoder.grown().x());
        assertTrue(decoder.grown().xIsNull());
        assertTrue(decoder.grownIsNull());
        decoder.wrap(memory, 0, EvolvedEncoder.BLOCK_LENGTH, 2);
        assertEquals(8, decoder.b());
        assertTrue(decoder.bIsPresent());
        assertTrue(decoder.few().isEmpty());
        assertEquals(2, EvolvedDecoder.bSinceVersion());
    }

    public static void trap23MembersOfCompositesHaveVersionsToo() {
        MemorySegment memory = memory();
        EvolvedEncoder encoder = new EvolvedEncoder().wrap(memory, 0);
        encoder.grown().x(5).y(6).flags().clear().highest(true);
        int block = EvolvedEncoder.BLOCK_LENGTH;
        EvolvedDecoder decoder = new EvolvedDecoder().wrap(memory, 0, block, 3);
        assertEquals(5, decoder.grown().x());
        assertTrue(decoder.grown().yIsNull());
        assertFalse(decoder.grown().yIsPresent());
        assertTrue(decoder.grown().flags().isEmpty());
        decoder.wrap(memory, 0, block, 4);
        assertEquals(6, decoder.grown().y());
        assertTrue(decoder.grown().flags().highest());
        decoder.wrap(memory, 0, block - 8, 4);
        assertEquals(6, decoder.grown().y());
        assertTrue(decoder.grown().flags().isEmpty());
        assertEquals(5, new GrownDecoder().wrap(memory, EvolvedDecoder.grownEncodingOffset()).x());
    }

    /// The block ends with the memory, so that whatever looks beyond it fails.
    public static void trap23ShortBlocksKeepTheFieldsTheyHold() {
        MemorySegment memory = memory();
        EvolvedEncoder encoder = new EvolvedEncoder().wrap(memory, 0).a(7).b(8).side(Side.SELL);
        encoder.grown().x(5);
        for (int length = 0; length <= EvolvedEncoder.BLOCK_LENGTH; length++) {
            MemorySegment cut = memory.asSlice(0, length);
            EvolvedDecoder decoder = new EvolvedDecoder().wrap(cut, 0, length, 5);
            assertEquals(length >= 4, decoder.aIsPresent());
            assertEquals(length >= 4 ? 7 : 4294967295L, decoder.a());
            assertEquals(length >= 6 ? 8 : 65535, decoder.b());
            assertSame(length >= 7 ? Side.SELL : Side.NULL_VAL, decoder.side());
            assertEquals(length >= 8, decoder.fewIsPresent());
            assertEquals(length >= 12 ? 5 : Integer.MIN_VALUE, decoder.grown().x());
            assertEquals(length >= 16, decoder.grown().yIsPresent());
        }
        ValuesDecoder values = new ValuesDecoder().wrap(memory.asSlice(0, 6), 0, 6, 5);
        assertEquals(0, values.longs(1) + 1);
        assertEquals(0, values.getBlob(new byte[5], 0, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> values.longs(3));
        assertEquals("", new TextsDecoder().wrap(memory.asSlice(0, 5), 0, 5, 5).code());
    }

    public static void trap24AbsentGroupDoesNotMoveTheCursor() {
        MemorySegment memory = memory();
        EvolvedEncoder encoder = new EvolvedEncoder().wrap(memory, 0).a(1);
        encoder.limit(4);
        encoder.legsCount(0);
        encoder.note("old");
        EvolvedDecoder decoder = new EvolvedDecoder().wrap(memory, 0, 4, 1);
        assertEquals(0, decoder.legs().count());
        long limit = decoder.limit();
        assertEquals(0, decoder.added().count());
        assertFalse(decoder.added().hasNext());
        assertFalse(decoder.addedIsPresent());
        assertEquals(limit, decoder.limit());
        assertEquals("old", decoder.note());
        limit = decoder.limit();
        assertEquals(0, decoder.moreLength());
        assertEquals("", decoder.more());
        assertEquals(0, decoder.skipMore());
        assertEquals(0, decoder.getMore(new byte[3], 0, 3));
        assertEquals(0, decoder.wrapMore().byteSize());
        assertFalse(decoder.moreIsPresent());
        assertEquals(limit, decoder.limit());
        assertEquals(limit, decoder.sbeDecodedLength());
        assertTrue(decoder.toString().endsWith("added=[]|note='old'|more=''"), decoder.toString());
    }

    /// What a newer writer put behind what we know stays unread: only the framing says where the message ends.
    public static void trap25NewTrailingPartsAreLeftToTheFraming() {
        MemorySegment memory = memory();
        EvolvedEncoder encoder = new EvolvedEncoder().wrap(memory, 0);
        encoder.legsCount(0);
        encoder.addedCount(0);
        encoder.note("n").more("m");
        long known = encoder.limit();
        encoder.note("a part of version 6");
        EvolvedDecoder decoder = new EvolvedDecoder().wrap(memory, 0, EvolvedDecoder.BLOCK_LENGTH, 6);
        assertEquals(known, decoder.sbeDecodedLength());
        assertEquals(known, decoder.sbeSkip().limit());
    }

    /// New data inside an entry makes all that follows unreadable to older decoders; they must fail or stay inside
    /// the memory.
    public static void trap26NewPartsInsideEntriesNeverLeadOut() {
        MemorySegment memory = memory();
        long at = new EvolvedEncoder().wrap(memory, 0).legsCount(1).next().p(-5).q(40_000).sbeOffset();
        EvolvedDecoder.LegsDecoder entry = new EvolvedDecoder.LegsDecoder();
        for (MemorySegment where : List.of(memory, Arena.ofAuto().allocate(SIZE).copyFrom(memory))) {
            assertEquals(40_000, entry.wrap(where, at, 10, 3).q());
            assertEquals("(p=-5|q=40000)", entry.appendTo(new StringBuilder()).toString());
            entry.wrap(where, at, 10, 2);
            assertEquals(-5, entry.p());
            assertTrue(entry.qIsNull());
            entry.wrap(where, at, 8, 3);
            assertEquals(-5, entry.p());
            assertEquals(8, entry.actingBlockLength());
            assertFalse(entry.qIsPresent());
            assertEquals("(p=-5|q=null)", entry.appendTo(new StringBuilder()).toString());
        }
    }
}
