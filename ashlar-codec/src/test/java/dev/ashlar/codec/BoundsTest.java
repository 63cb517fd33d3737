// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class BoundsTest {
    private static final MemorySegment MEMORY = MemorySegment.ofArray(new byte[100]);

    @Test
    void trap46SumsNeverOverflow() {
        assertDoesNotThrow(() -> Bounds.checkRead(MEMORY, 90, 10, "x"));
        for (long offset : new long[] {91, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 5}) {
            assertThrows(MalformedMessageException.class, () -> Bounds.checkRead(MEMORY, offset, 10, "x"));
            assertThrows(IndexOutOfBoundsException.class, () -> Bounds.checkWrite(MEMORY, offset, 10, "x"));
        }
        assertThrows(MalformedMessageException.class, () -> Bounds.checkRead(MEMORY, 0, -1, "x"));
    }

    @Test
    void trap46CountsAreMultipliedInLong() {
        assertDoesNotThrow(() -> Bounds.checkEntries(MEMORY.byteSize(), 20, 8, 10, "x"));
        assertThrows(MalformedMessageException.class, () -> Bounds.checkEntries(MEMORY.byteSize(), 20, 9, 10, "x"));
        assertThrows(MalformedMessageException.class,
                () -> Bounds.checkEntries(MEMORY.byteSize(), 20, Integer.MAX_VALUE, Integer.MAX_VALUE, "x"));
        assertDoesNotThrow(() -> Bounds.checkEntries(MEMORY.byteSize(), 20, Bounds.MAX_EMPTY_ENTRIES, 0, "x"));
        assertThrows(MalformedMessageException.class,
                () -> Bounds.checkEntries(MEMORY.byteSize(), 20, Bounds.MAX_EMPTY_ENTRIES + 1, 0, "x"));
    }

    @Test
    void trap46LengthsAreCheckedBeforeTheyAreCast() {
        assertEquals(80, Bounds.checkData(MEMORY.byteSize(), 20, 80, "x"));
        for (long length : new long[] {81, -1, 1L << 32, (1L << 32) + 1, Integer.MAX_VALUE + 1L}) {
            assertThrows(MalformedMessageException.class, () -> Bounds.checkData(MEMORY.byteSize(), 20, length, "x"));
        }
        assertThrows(MalformedMessageException.class, () -> Bounds.checkCount(1L << 31, "x"));
        assertThrows(MalformedMessageException.class, () -> Bounds.checkBlockLength(-1, "x"));
        assertThrows(MalformedMessageException.class, () -> Bounds.checkVersion(1L << 31, "x"));
    }
}
