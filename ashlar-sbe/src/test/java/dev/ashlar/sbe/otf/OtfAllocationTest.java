// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.testkit.Allocation;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtfAllocationTest {
    private static final int MESSAGES = 1000;
    private static final SmallSchema SMALL = SmallSchema.of("""
            <enum name="E" encodingType="uint8"><validValue name="one">1</validValue></enum>
            <composite name="P"><type name="mantissa" primitiveType="int64"/><type name="exponent" primitiveType="int8"/></composite>
            <type name="C" primitiveType="char" length="4"/>""", """
            <field name="a" id="1" type="uint32"/><field name="e" id="2" type="E"/>
            <field name="p" id="3" type="P"/><field name="c" id="4" type="C"/>
            <group name="g" id="5"><field name="b" id="6" type="int64"/><data name="d" id="7" type="text"/></group>""");
    private static final byte[] MESSAGE = SMALL.encode(Map.of("a", 1, "e", "one", "p", 2.5, "c", "abc",
            "g", List.of(Map.of("b", 1, "d", "x"), Map.of("b", 2, "d", "yz"))));

    @Test
    void shouldAllocateNothingWhenDecoding() {
        OtfDecoder decoder = new OtfDecoder(SMALL.schema);
        MemorySegment memory = MemorySegment.ofArray(MESSAGE);
        Summing summing = new Summing();
        assertEquals(0, Allocation.leastBytes(MESSAGES, () -> decoder.decode(memory, 0, MESSAGE.length, summing)));
    }

    @Test
    void shouldAllocateNothingWhenSplitting() {
        MessageSplitter splitter = new MessageSplitter(SMALL.schema);
        MemorySegment memory = MemorySegment.ofArray(MESSAGE);
        long[] sum = {0};
        BlockListener summing = (kind, entry, parentEntry, source, offset, length) -> sum[0] += offset + length;
        assertEquals(0, Allocation.leastBytes(MESSAGES, () -> splitter.split(memory, 0, MESSAGE.length, summing)));
        assertEquals(0, Allocation.leastBytes(MESSAGES, () -> splitter.split(memory, 0, MESSAGE.length - 1, summing)));
        assertEquals(Status.DATA_TOO_LONG, splitter.result().status());
        assertTrue(sum[0] > 0);
    }

    @Test
    void shouldAllocateNothingWhenCompleting() {
        NullBlock nullBlock = new NullBlock(SMALL.schema.message("M"), SMALL.schema.byteOrder());
        MemorySegment memory = MemorySegment.ofArray(MESSAGE);
        MemorySegment row = MemorySegment.ofArray(new byte[(int) nullBlock.length()]);
        for (int length = 0; length <= nullBlock.length(); length++) {
            int acting = length;
            assertEquals(0, Allocation.leastBytes(MESSAGES, () -> nullBlock.complete(memory, 8, acting, 0, row, 0)));
        }
    }

    /// Whoever counts malformed messages need not pay for the words about each.
    @Test
    void shouldAllocateNothingWhenChecksFail() {
        MessageValidator validator = new MessageValidator(SMALL.schema);
        MemorySegment memory = MemorySegment.ofArray(MESSAGE);
        for (int length = 0; length < MESSAGE.length; length++) {
            int cut = length;
            assertEquals(0, Allocation.leastBytes(MESSAGES, () -> validator.check(memory, 0, cut)));
            assertNotEquals(Status.OK, validator.check(memory, 0, cut));
        }
    }

    @Test
    void shouldAllocateNothingWhenWritingJson() {
        JsonWriter writer = new JsonWriter(SMALL.schema);
        MemorySegment memory = MemorySegment.ofArray(MESSAGE);
        OutputStream nowhere = OutputStream.nullOutputStream();
        assertEquals(0, Allocation.leastBytes(MESSAGES, () -> {
            try {
                writer.write(memory, 0, MESSAGE.length, 1, nowhere);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }));
    }

    private static final class Summing implements MessageListener {
        long sum;

        @Override
        public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
            for (int i = 0; i < slot.length(); i++) {
                sum += slot.getLong(memory, offset, i);
            }
        }

        @Override
        public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
            sum += slot.getLong(memory, offset);
        }

        @Override
        public void data(VarData data, MemorySegment memory, long offset, long length, boolean present) {
            sum += length;
        }
    }
}
