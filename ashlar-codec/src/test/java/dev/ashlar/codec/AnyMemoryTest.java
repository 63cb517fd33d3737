// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class AnyMemoryTest {
    private static final int SIZE = 32;
    private static final ByteOrder[] ORDERS = {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN};

    @Test
    void shouldWriteAndReadWhatAByteBufferWouldWhateverTheMemoryIs() {
        for (MemorySegment memory : Memories.ofAllClasses(SIZE)) {
            for (ByteOrder order : ORDERS) {
                for (int at = 0; at <= SIZE - Long.BYTES; at++) {
                    ByteBuffer expected = ByteBuffer.allocate(SIZE).order(order);
                    long bits = 0x8182_8384_8586_8788L * (at + 1);

                    AnyMemory.putLong(memory.fill((byte) 0), at, bits, order);
                    assertEquals(expected.putLong(at, bits), bytes(memory, order));
                    assertEquals(bits, AnyMemory.getLong(memory, at, order));
                    assertEquals(Double.doubleToRawLongBits(Double.longBitsToDouble(bits)),
                            Double.doubleToRawLongBits(AnyMemory.getDouble(memory, at, order)));
                    assertEquals(expected.getInt(at), AnyMemory.getInt(memory, at, order));
                    assertEquals(expected.getShort(at), AnyMemory.getShort(memory, at, order));
                    assertEquals(expected.get(at), AnyMemory.getByte(memory, at, order));

                    AnyMemory.putInt(memory, at, (int) ~bits, order);
                    assertEquals(expected.putInt(at, (int) ~bits), bytes(memory, order));
                    AnyMemory.putShort(memory, at, (short) bits, order);
                    assertEquals(expected.putShort(at, (short) bits), bytes(memory, order));
                    AnyMemory.putByte(memory, at, (byte) at, order);
                    assertEquals(expected.put(at, (byte) at), bytes(memory, order));
                    AnyMemory.putFloat(memory, at, at + 0.5f, order);
                    assertEquals(expected.putFloat(at, at + 0.5f), bytes(memory, order));
                    assertEquals(at + 0.5f, AnyMemory.getFloat(memory, at, order));
                    AnyMemory.putDouble(memory, at, at - 0.25, order);
                    assertEquals(expected.putDouble(at, at - 0.25), bytes(memory, order));
                }
            }
        }
    }

    @Test
    void shouldRefuseWhenAValueIsNotWhollyInside() {
        for (MemorySegment memory : Memories.ofAllClasses(SIZE)) {
            for (long at : new long[] {-1, SIZE - 1, SIZE, Long.MAX_VALUE, Long.MIN_VALUE}) {
                assertThrows(IndexOutOfBoundsException.class,
                        () -> AnyMemory.getShort(memory, at, ByteOrder.BIG_ENDIAN));
                assertThrows(IndexOutOfBoundsException.class,
                        () -> AnyMemory.putLong(memory, at, 1, ByteOrder.LITTLE_ENDIAN));
            }
        }
    }

    private static ByteBuffer bytes(MemorySegment memory, ByteOrder order) {
        return ByteBuffer.wrap(memory.toArray(ValueLayout.JAVA_BYTE)).order(order);
    }
}
