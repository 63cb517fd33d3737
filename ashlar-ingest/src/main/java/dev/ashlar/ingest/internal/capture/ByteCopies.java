// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import dev.ashlar.codec.AnyMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Unaligned integers, in either byte order and in that of networks.
public final class ByteCopies {
    private static final ByteOrder NET = ByteOrder.BIG_ENDIAN;

    static int shortAt(MemorySegment memory, long offset, boolean bigEndian) {
        return Short.toUnsignedInt(AnyMemory.getShort(memory, offset, order(bigEndian)));
    }

    static int intAt(MemorySegment memory, long offset, boolean bigEndian) {
        return AnyMemory.getInt(memory, offset, order(bigEndian));
    }

    public static int netByte(MemorySegment memory, long offset) {
        return Byte.toUnsignedInt(AnyMemory.getByte(memory, offset, NET));
    }

    public static int netShort(MemorySegment memory, long offset) {
        return Short.toUnsignedInt(AnyMemory.getShort(memory, offset, NET));
    }

    public static int netInt(MemorySegment memory, long offset) {
        return AnyMemory.getInt(memory, offset, NET);
    }

    public static long netLong(MemorySegment memory, long offset) {
        return AnyMemory.getLong(memory, offset, NET);
    }

    private static ByteOrder order(boolean bigEndian) {
        return bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }
}
