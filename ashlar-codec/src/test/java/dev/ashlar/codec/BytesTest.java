// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class BytesTest {
    private static final int SIZE = 104;
    /// The JIT inlines no method with more bytes of code, however hot it is (`FreqInlineSize`).
    private static final int MAX_INLINED = 325;

    @Test
    void shouldCopyExactlyTheBytesAskedForWhateverTheMemoryIs() {
        byte[] source = numbers();
        for (MemorySegment memory : Memories.ofAllClasses(SIZE)) {
            for (int length = 0; length <= 80; length++) {
                // The last offset leaves no byte behind: nothing may be read or written there.
                for (int at : new int[] {0, 5, SIZE - length}) {
                    memory.fill((byte) 0);
                    Bytes.put(memory, at, source, 3, length);
                    byte[] expected = new byte[SIZE];
                    System.arraycopy(source, 3, expected, at, length);
                    assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_BYTE), "put " + length + " " + memory);
                    byte[] back = new byte[SIZE];
                    Bytes.get(memory, at, back, 7, length);
                    byte[] expectedBack = new byte[SIZE];
                    System.arraycopy(source, 3, expectedBack, 7, length);
                    assertArrayEquals(expectedBack, back, "get " + length + " " + memory);
                    Window window = new Window(memory.fill((byte) 0));
                    Bytes.put(window, at, source, 3, length);
                    assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_BYTE), "put " + length + " " + memory);
                    Bytes.get(window, at, back, 7, length);
                    assertArrayEquals(expectedBack, back, "get " + length + " " + memory);
                }
            }
        }
    }

    @Test
    void shouldWriteNothingWhenARangeIsOutside() {
        for (MemorySegment memory : Memories.ofAllClasses(SIZE)) {
            byte[] bytes = numbers();
            byte[] before = bytes.clone();
            for (int n = 1; n <= 40; n++) {
                int length = n;
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.put(memory, SIZE + 1 - length, bytes, 0,
                        length));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.put(memory, -1, bytes, 0, length));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.put(memory, 0, bytes, SIZE + 1 - length,
                        length));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(memory, SIZE + 1 - length, bytes, 0,
                        length));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(memory, -1, bytes, 0, length));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(memory, 0, bytes, SIZE + 1 - length,
                        length));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(memory, 0, bytes, -1, length));
            }
            Window window = new Window(memory);
            for (int length = 1; length <= 40; length++) {
                int n = length;
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.put(window, SIZE + 1 - n, bytes, 0, n));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.put(window, -1, bytes, 0, n));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(window, SIZE + 1 - n, bytes, 0, n));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(window, -1, bytes, 0, n));
                assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(window, 0, bytes, SIZE + 1 - n, n));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> Bytes.put(memory, 0, bytes, 0, -1));
            assertThrows(IndexOutOfBoundsException.class, () -> Bytes.get(memory, 0, bytes, 0, -1));
            assertArrayEquals(new byte[SIZE], memory.toArray(ValueLayout.JAVA_BYTE), memory.toString());
            assertArrayEquals(before, bytes, memory.toString());
        }
    }

    @Test
    void shouldReadWhenTheMemoryIsReadOnly() {
        byte[] source = numbers();
        for (MemorySegment memory : Memories.ofAllClasses(SIZE)) {
            Bytes.put(memory, 0, source, 0, SIZE);
            byte[] back = new byte[SIZE];
            for (int length : new int[] {3, 6, 9, 20, 50}) {
                Bytes.get(memory.asReadOnly(), 1, back, 0, length);
                assertEquals((byte) (length + 1), back[length - 1]);
            }
            assertThrows(RuntimeException.class, () -> Bytes.put(memory.asReadOnly(), 0, source, 0, 6));
        }
    }

    @Test
    void shouldStayTooLargeToInline() throws IOException {
        try (InputStream in = Bytes.class.getResourceAsStream("Bytes.class")) {
            List<Integer> large = ClassFile.of().parse(in.readAllBytes()).methods().stream()
                    .filter(method -> method.methodTypeSymbol().parameterList().toString().contains("DataHeader"))
                    .filter(method -> !method.methodName().stringValue().endsWith("Elsewhere"))
                    .map(method -> method.code().map(BytesTest::length).orElseThrow()).toList();
            assertEquals(2, large.size());
            assertTrue(large.stream().allMatch(length -> length > MAX_INLINED), large.toString());
        }
    }

    private static int length(CodeModel code) {
        return ((CodeAttribute) code).codeLength();
    }

    private static byte[] numbers() {
        byte[] numbers = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            numbers[i] = (byte) (i + 1);
        }
        return numbers;
    }
}
