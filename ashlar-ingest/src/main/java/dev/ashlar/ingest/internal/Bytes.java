// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Unaligned integers in either byte order.
final class Bytes {
    private static final ValueLayout.OfShort SHORT = JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort NET_SHORT = JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt NET_INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong NET_LONG = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Bytes() {
    }

    static int shortAt(MemorySegment memory, long offset, boolean bigEndian) {
        short value = memory.get(SHORT, offset);
        return Short.toUnsignedInt(bigEndian ? Short.reverseBytes(value) : value);
    }

    static int intAt(MemorySegment memory, long offset, boolean bigEndian) {
        int value = memory.get(INT, offset);
        return bigEndian ? Integer.reverseBytes(value) : value;
    }

    static int netByte(MemorySegment memory, long offset) {
        return Byte.toUnsignedInt(memory.get(JAVA_BYTE, offset));
    }

    static int netShort(MemorySegment memory, long offset) {
        return Short.toUnsignedInt(memory.get(NET_SHORT, offset));
    }

    static int netInt(MemorySegment memory, long offset) {
        return memory.get(NET_INT, offset);
    }

    static long netLong(MemorySegment memory, long offset) {
        return memory.get(NET_LONG, offset);
    }
}
