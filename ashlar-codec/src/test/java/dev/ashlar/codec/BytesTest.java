// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class BytesTest {
    private static final int SIZE = 100;

    @Test
    void shouldCopyExactlyTheBytesAskedForWhenLengthIsAny() {
        byte[] source = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            source[i] = (byte) (i + 1);
        }
        for (int length = 0; length <= 80; length++) {
            MemorySegment memory = MemorySegment.ofArray(new byte[SIZE]);
            Bytes.put(memory, 5, source, 3, length);
            byte[] expected = new byte[SIZE];
            System.arraycopy(source, 3, expected, 5, length);
            assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_BYTE), "put " + length);
            byte[] back = new byte[SIZE];
            Bytes.get(memory, 5, back, 7, length);
            byte[] expectedBack = new byte[SIZE];
            System.arraycopy(source, 3, expectedBack, 7, length);
            assertArrayEquals(expectedBack, back, "get " + length);
        }
    }

    @Test
    void shouldWriteNothingWhenARangeIsOutside() {
        MemorySegment memory = MemorySegment.ofArray(new byte[10]);
        byte[] bytes = {1, 2, 3, 4, 5, 6};
        for (int length = 1; length <= 6; length++) {
            int n = length;
            assertThrows(IndexOutOfBoundsException.class, () -> Bytes.put(memory, 11 - n, bytes, 0, n));
            assertThrows(IndexOutOfBoundsException.class, () -> Bytes.put(memory, 0, bytes, 7 - n, n));
            assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(memory, 11 - n, bytes, 0, n));
            assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(memory, 0, bytes, 7 - n, n));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> Bytes.put(memory, 0, bytes, 0, -1));
        assertEquals(0, memory.toArray(ValueLayout.JAVA_BYTE)[9]);
        assertArrayEquals(new byte[10], memory.toArray(ValueLayout.JAVA_BYTE));
    }
}
