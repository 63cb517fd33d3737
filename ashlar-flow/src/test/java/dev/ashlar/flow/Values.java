// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Values that tell their number: every byte follows from it, so a mix of two is neither.
final class Values {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    static void fill(MemorySegment memory, long offset, int length, long number) {
        for (int i = 0; i + 8 <= length; i += 8) {
            memory.set(LONG, offset + i, word(number, i));
        }
        for (int i = length & -8; i < length; i++) {
            memory.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (word(number, length & -8) >>> (i & 7) * 8));
        }
    }

    static boolean matches(MemorySegment memory, long offset, int length, long number) {
        for (int i = 0; i + 8 <= length; i += 8) {
            if (memory.get(LONG, offset + i) != word(number, i)) {
                return false;
            }
        }
        for (int i = length & -8; i < length; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, offset + i) != (byte) (word(number, length & -8) >>> (i & 7) * 8)) {
                return false;
            }
        }
        return true;
    }

    static MemorySegment of(int length, long number) {
        MemorySegment value = Arena.ofAuto().allocate(length, 8);
        fill(value, 0, length, number);
        return value;
    }

    private static long word(long number, int index) {
        return (number * 0x9e37_79b9_7f4a_7c15L + index) * 0xbf58_476d_1ce4_e5b9L;
    }
}
