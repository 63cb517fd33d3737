// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/// Copies bytes between arrays and memory, fast for the few bytes that fields of messages have.
///
/// Up to 32 bytes are moved as words that overlap where the length is no multiple of a word; that takes a fraction of
/// the fixed cost of a bulk copy. The methods are longer than what the JIT inlines, which is wanted: inlined into the
/// codec of a message, they would use up what the JIT is ready to spend on it.
public final class Bytes {
    private static final int MAX_WORDS = 32;
    private static final VarHandle LONG_IN_ARRAY =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INT_IN_ARRAY =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private Bytes() {
    }

    /// Copies from an array to memory; where either is too short nothing is written.
    ///
    /// @throws IndexOutOfBoundsException if a range is outside the array or memory
    public static void put(MemorySegment memory, long offset, byte[] src, int srcOffset, int length) {
        Objects.checkFromIndexSize(srcOffset, length, src.length);
        Objects.checkFromIndexSize(offset, length, memory.byteSize());
        if (length > MAX_WORDS) {
            MemorySegment.copy(src, srcOffset, memory, BYTE, offset, length);
        } else if (length >= 2 * Long.BYTES) {
            memory.set(LONG, offset, (long) LONG_IN_ARRAY.get(src, srcOffset));
            memory.set(LONG, offset + Long.BYTES, (long) LONG_IN_ARRAY.get(src, srcOffset + Long.BYTES));
            int last = length - Long.BYTES;
            int lastButOne = Math.max(last - Long.BYTES, 0);
            memory.set(LONG, offset + lastButOne, (long) LONG_IN_ARRAY.get(src, srcOffset + lastButOne));
            memory.set(LONG, offset + last, (long) LONG_IN_ARRAY.get(src, srcOffset + last));
        } else if (length >= Long.BYTES) {
            memory.set(LONG, offset, (long) LONG_IN_ARRAY.get(src, srcOffset));
            int last = length - Long.BYTES;
            memory.set(LONG, offset + last, (long) LONG_IN_ARRAY.get(src, srcOffset + last));
        } else if (length >= Integer.BYTES) {
            memory.set(INT, offset, (int) INT_IN_ARRAY.get(src, srcOffset));
            int last = length - Integer.BYTES;
            memory.set(INT, offset + last, (int) INT_IN_ARRAY.get(src, srcOffset + last));
        } else if (length > 0) {
            memory.set(BYTE, offset, src[srcOffset]);
            memory.set(BYTE, offset + length / 2, src[srcOffset + length / 2]);
            memory.set(BYTE, offset + length - 1, src[srcOffset + length - 1]);
        }
    }

    /// Copies from memory to an array; where either is too short nothing is written.
    ///
    /// @throws IndexOutOfBoundsException if a range is outside the array or memory
    public static void get(MemorySegment memory, long offset, byte[] dst, int dstOffset, int length) {
        Objects.checkFromIndexSize(dstOffset, length, dst.length);
        Objects.checkFromIndexSize(offset, length, memory.byteSize());
        if (length > MAX_WORDS) {
            MemorySegment.copy(memory, BYTE, offset, dst, dstOffset, length);
        } else if (length >= 2 * Long.BYTES) {
            LONG_IN_ARRAY.set(dst, dstOffset, memory.get(LONG, offset));
            LONG_IN_ARRAY.set(dst, dstOffset + Long.BYTES, memory.get(LONG, offset + Long.BYTES));
            int last = length - Long.BYTES;
            int lastButOne = Math.max(last - Long.BYTES, 0);
            LONG_IN_ARRAY.set(dst, dstOffset + lastButOne, memory.get(LONG, offset + lastButOne));
            LONG_IN_ARRAY.set(dst, dstOffset + last, memory.get(LONG, offset + last));
        } else if (length >= Long.BYTES) {
            LONG_IN_ARRAY.set(dst, dstOffset, memory.get(LONG, offset));
            int last = length - Long.BYTES;
            LONG_IN_ARRAY.set(dst, dstOffset + last, memory.get(LONG, offset + last));
        } else if (length >= Integer.BYTES) {
            INT_IN_ARRAY.set(dst, dstOffset, memory.get(INT, offset));
            int last = length - Integer.BYTES;
            INT_IN_ARRAY.set(dst, dstOffset + last, memory.get(INT, offset + last));
        } else if (length > 0) {
            dst[dstOffset] = memory.get(BYTE, offset);
            dst[dstOffset + length / 2] = memory.get(BYTE, offset + length / 2);
            dst[dstOffset + length - 1] = memory.get(BYTE, offset + length - 1);
        }
    }
}
