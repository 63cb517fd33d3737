// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DataHeaderTest {
    private static final int SIZE = 64;
    private static final byte[] TEXT = "ashlar".getBytes(StandardCharsets.US_ASCII);

    @Test
    void shouldFindWhatWasWrittenWhateverTheLengthFieldIs() {
        for (MemorySegment memory : Memories.ofAllClasses(SIZE)) {
            for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
                for (int lengthBytes : new int[] {1, 2, 4, 8}) {
                    DataHeader header = new DataHeader(lengthBytes + 3, 2, lengthBytes, order, 0, 254, "x.y");
                    header.put(new Window(memory.fill((byte) -1)), 5, TEXT, 1, 4);
                    assertEquals(4, header.length(memory, 5));
                    byte[] back = new byte[8];
                    assertEquals(4, header.get(new Window(memory), 5, back, 1, 7));
                    assertArrayEquals(new byte[] {0, 's', 'h', 'l', 'a', 0, 0, 0}, back);
                    back = new byte[8];
                    assertEquals(4, header.get(new Window(memory), 5, back, 0, 2), "the length of all, though fewer are copied");
                    assertArrayEquals(new byte[] {'s', 'h', 0, 0, 0, 0, 0, 0}, back);
                    // Members of the header that are not the length are left alone.
                    assertEquals(-1, memory.get(ValueLayout.JAVA_BYTE, 5));
                    assertEquals(-1, memory.get(ValueLayout.JAVA_BYTE, 5 + 2 + lengthBytes));
                }
            }
        }
    }

    @Test
    void shouldReadUnsignedLengths() {
        for (MemorySegment memory : Memories.ofAllClasses(200)) {
            memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 0x80);
            DataHeader header = new DataHeader(1, 0, 1, ByteOrder.LITTLE_ENDIAN, 0, 254, "x");
            assertEquals(128, header.length(memory, 0));
        }
    }

    @Test
    void shouldRefuseWhenDataReachBeyondTheMemory() {
        for (MemorySegment memory : Memories.ofAllClasses(16)) {
            for (int lengthBytes : new int[] {1, 2, 4, 8}) {
                DataHeader header = new DataHeader(lengthBytes, 0, lengthBytes, ByteOrder.LITTLE_ENDIAN, 0, 254, "x.y");
                memory.fill((byte) -1);
                byte[] dst = new byte[20];
                assertThrows(MalformedMessageException.class, () -> header.length(memory, 0));
                assertThrows(MalformedMessageException.class, () -> header.get(new Window(memory), 0, dst, 0, 20));
                assertThrows(MalformedMessageException.class, () -> header.length(memory, 16));
                assertThrows(MalformedMessageException.class, () -> header.length(memory, -1));
                assertArrayEquals(new byte[20], dst);
            }
        }
    }

    @Test
    void shouldRefuseLengthsThatTheSchemaDoesNotAllow() {
        for (MemorySegment memory : Memories.ofAllClasses(16)) {
            DataHeader header = new DataHeader(2, 0, 2, ByteOrder.LITTLE_ENDIAN, 2, 4, "x.y");
            for (int length = 0; length < 8; length++) {
                memory.set(ValueLayout.JAVA_BYTE, 0, (byte) length);
                if (length >= 2 && length <= 4) {
                    assertEquals(length, header.length(memory, 0));
                    assertEquals(length, header.get(new Window(memory), 0, new byte[8], 0, 8));
                } else {
                    assertThrows(MalformedMessageException.class, () -> header.length(memory, 0));
                    assertThrows(MalformedMessageException.class,
                            () -> header.get(new Window(memory), 0, new byte[8], 0, 8));
                }
            }
        }
    }

    @Test
    void shouldWriteNothingWhenDataDoNotFit() {
        for (MemorySegment memory : Memories.ofAllClasses(16)) {
            DataHeader header = new DataHeader(2, 0, 2, ByteOrder.LITTLE_ENDIAN, 2, 10, "x.y");
            byte[] src = new byte[20];
            assertThrows(IndexOutOfBoundsException.class, () -> header.put(new Window(memory), 8, src, 0, 7));
            assertThrows(IllegalArgumentException.class, () -> header.put(new Window(memory), 0, src, 0, 11));
            assertThrows(IndexOutOfBoundsException.class, () -> header.put(new Window(memory), 0, src, 15, 6));
            assertThrows(IndexOutOfBoundsException.class, () -> header.put(new Window(memory), 0, src, 0, -1));
            assertThrows(IllegalArgumentException.class, () -> header.putLength(memory, 0, -1));
            assertThrows(IllegalArgumentException.class, () -> header.putLength(memory, 0, 1));
            assertArrayEquals(new byte[16], memory.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void shouldBeEmptyWhenTheLengthIsNotOnTheWire() {
        for (MemorySegment memory : Memories.ofAllClasses(16)) {
            DataHeader header = new DataHeader(1, 0, 0, ByteOrder.LITTLE_ENDIAN, 0, 0, "x.y");
            assertEquals(0, header.length(memory.fill((byte) 7), 3));
        }
    }
}
