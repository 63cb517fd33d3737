// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.sbe.random.RandomMessage;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MessageLengthTest {
    private static final int ROOM = 1 << 16;

    /// Whatever there is of a message tells a length that it has at least, and that brings a reader on.
    @Test
    void shouldTellWhatIsKnownOfTheLength() {
        SplittableRandom random = Seed.random("shouldTellWhatIsKnownOfTheLength");
        for (int i = 0; i < 20; i++) {
            Schema schema = RandomSchema.beyondReference(random);
            MessageLength lengths = MessageLength.of(schema);
            for (Message message : schema.messages()) {
                MemorySegment memory = MemorySegment.ofArray(new byte[ROOM]);
                long length = new OtfEncoder(schema, OtfEncoder.Checks.LENIENT).encode(message.name(),
                        RandomMessage.of(message, random).values(), memory, 0);
                for (long available = 1; available < length; available++) {
                    long told = lengths.lengthOf(memory, 0, available);
                    long cut = available;
                    assertTrue(available < schema.header().encodedLength() ? told == FrameLayout.INCOMPLETE
                            : told > available && told <= length, () -> message.name() + ": length=" + length
                            + ", available=" + cut + ", told=" + told);
                }
                assertEquals(length, lengths.lengthOf(memory, 0, length));
                assertEquals(length, lengths.lengthOf(memory, 0, ROOM));
            }
        }
    }

    @Test
    void shouldNotWaitForWhatCannotBe() throws IOException {
        MessageLength lengths = MessageLength.of(SchemaParser.parseText(StandardTypes.schema(
                "package='large' id='1' version='0'", """
                    <composite name="dimension"><type name="blockLength" primitiveType="uint32"/>
                      <type name="numInGroup" primitiveType="uint32" maxValue="2147483647"/></composite>
                    <composite name="text"><type name="length" primitiveType="uint32"/>
                      <type name="varData" length="0" primitiveType="uint8"/></composite>
                """, """
                    <sbe:message name="Large" id="1">
                      <group name="parts" id="1" dimensionType="dimension"><field name="few" id="2" type="uint8"/></group>
                      <data name="note" id="3" type="text"/>
                    </sbe:message>
                """), "large.xml").schema());
        int most = Integer.MAX_VALUE;
        assertEquals(8 + 8 + 10L * most, large(lengths, 10, most, 0));
        assertEquals(8 + 8 + (long) most * most, large(lengths, most, most, 0));
        assertEquals(FrameLayout.IMPOSSIBLE, large(lengths, 10, most + 1, 0));
        assertEquals(FrameLayout.IMPOSSIBLE, large(lengths, -1, 1, 0));
        assertEquals(FrameLayout.IMPOSSIBLE, large(lengths, 0, most, 0));
        assertEquals(8 + 8 + 4 + (long) most, large(lengths, 1, 0, most));
        assertEquals(FrameLayout.IMPOSSIBLE, large(lengths, 1, 0, -1));
    }

    private static long large(MessageLength lengths, int blockLength, int count, int dataLength) {
        MemorySegment memory = MemorySegment.ofArray(new byte[20]);
        ValueLayout.OfShort number16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        ValueLayout.OfInt number32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        memory.set(number16, 2, (short) 1);
        memory.set(number16, 4, (short) 1);
        memory.set(number32, 8, blockLength);
        memory.set(number32, 12, count);
        memory.set(number32, 16, dataLength);
        return lengths.lengthOf(memory, 0, 20);
    }
}
