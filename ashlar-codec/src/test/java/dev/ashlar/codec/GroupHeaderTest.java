// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.AccessFlag;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupHeaderTest {
    private static final int AT = 5;
    private static final int SIZE = 64;
    /// The JIT inlines no method with more bytes of code, however hot it is (`FreqInlineSize`).
    private static final int MAX_INLINED = 325;

    @Test
    void shouldWriteBothMembersAndNothingElse() {
        int[] widths = {0, 1, 2, 4, 8};
        for (MemorySegment memory : Memories.ofAllClasses(SIZE)) {
            for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
                for (int length : widths) {
                    for (int count : widths) {
                        for (int gap : new int[] {0, 3}) {
                            check(memory, new GroupHeader(0, length, length + gap, count, order, 0x81));
                            check(memory, new GroupHeader(count + gap, length, 0, count, order, 0x81));
                        }
                    }
                }
            }
        }
    }

    private static void check(MemorySegment memory, GroupHeader header) {
        memory.fill((byte) 0x55);
        Window window = new Window(memory);
        header.put(window, AT, 0xfe);
        String what = header + " " + memory;
        for (long at = 0; at < SIZE; at++) {
            boolean isLength = isIn(at, AT + header.lengthOffset(), header.lengthBytes());
            boolean isCount = isIn(at, AT + header.countOffset(), header.countBytes());
            assertTrue(isLength || isCount || memory.get(ValueLayout.JAVA_BYTE, at) == 0x55, () -> what);
        }
        assertEquals(header.lengthBytes() == 0 ? 0 : 0x81,
                number(memory, AT + header.lengthOffset(), header.lengthBytes(), header.order()), what);
        assertEquals(header.countBytes() == 0 ? 0 : 0xfe,
                number(memory, AT + header.countOffset(), header.countBytes(), header.order()), what);
        long read = header.get(window, AT, "x.y");
        assertEquals(header.lengthBytes() == 0 ? 0 : 0x81, read >>> Integer.SIZE, what);
        assertEquals(header.countBytes() == 0 ? 0 : 0xfe, (int) read, what);
    }

    @Test
    void shouldRefuseWhatIsTooGreat() {
        for (MemorySegment memory : Memories.ofAllClasses(SIZE)) {
            Window window = new Window(memory.fill((byte) -1));
            for (int length : new int[] {2, 4, 8}) {
                for (int count : new int[] {4, 8}) {
                    GroupHeader header = new GroupHeader(0, length, length, count, ByteOrder.LITTLE_ENDIAN, 4);
                    assertThrows(MalformedMessageException.class, () -> header.get(window, AT, "x.y"));
                }
            }
            GroupHeader small = new GroupHeader(0, 2, 2, 2, ByteOrder.LITTLE_ENDIAN, 4);
            assertEquals(0xffff_0000_ffffL, small.get(window, AT, "x.y"));
        }
    }

    private static boolean isIn(long at, long start, int bytes) {
        return at >= start && at < start + bytes;
    }

    private static long number(MemorySegment memory, int offset, int bytes, ByteOrder order) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            int at = order == ByteOrder.BIG_ENDIAN ? offset + i : offset + bytes - 1 - i;
            value = value << Byte.SIZE | memory.get(ValueLayout.JAVA_BYTE, at) & 0xff;
        }
        return value;
    }

    @Test
    void shouldStayTooLargeToInline() throws IOException {
        try (InputStream in = GroupHeader.class.getResourceAsStream("GroupHeader.class")) {
            List<Integer> lengths = ClassFile.of().parse(in.readAllBytes()).methods().stream()
                    .filter(method -> method.methodName().equalsString("put") || method.methodName().equalsString("get"))
                    .filter(method -> method.flags().has(AccessFlag.PUBLIC))
                    .map(method -> ((CodeAttribute) method.code().orElseThrow()).codeLength()).toList();
            assertEquals(2, lengths.size());
            assertTrue(lengths.stream().allMatch(length -> length > MAX_INLINED), lengths.toString());
        }
    }
}
