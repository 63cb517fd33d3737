// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static dev.ashlar.codec.MemoryClass.NATIVE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/// Copies bytes between arrays and memory, fast for the few bytes that fields of messages have.
///
/// Up to 32 bytes are moved as words that overlap where the length is no multiple of a word; that takes a fraction of
/// the fixed cost of a bulk copy. The two methods that do it are longer than what the JIT inlines, which is wanted:
/// inlined into the codec of a message, they would use up what the JIT is ready to spend on it. For the same reason
/// they read and write the header of variable-length data too.
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
        put(memory, offset, null, src, srcOffset, length);
    }

    /// Copies from memory to an array; where either is too short nothing is written.
    ///
    /// @throws IndexOutOfBoundsException if a range is outside the array or memory
    public static void get(MemorySegment memory, long offset, byte[] dst, int dstOffset, int length) {
        get(memory, offset, null, dst, dstOffset, length);
    }

    /// @param header to be written before the bytes; `null` for none
    static void put(MemorySegment memory, long offset, DataHeader header, byte[] src, int srcOffset, int length) {
        Objects.checkFromIndexSize(srcOffset, length, src.length);
        long start = offset;
        if (header == null) {
            Objects.checkFromIndexSize(offset, length, memory.byteSize());
        } else {
            header.putLength(memory, offset, length);
            start += header.bytes();
        }
        if (length > MAX_WORDS || !NATIVE.isInstance(memory)) {
            MemorySegment.copy(src, srcOffset, memory, BYTE, start, length);
            return;
        }
        MemorySegment words = NATIVE.cast(memory);
        if (length >= 2 * Long.BYTES) {
            words.set(LONG, start, (long) LONG_IN_ARRAY.get(src, srcOffset));
            words.set(LONG, start + Long.BYTES, (long) LONG_IN_ARRAY.get(src, srcOffset + Long.BYTES));
            int last = length - Long.BYTES;
            int lastButOne = Math.max(last - Long.BYTES, 0);
            words.set(LONG, start + lastButOne, (long) LONG_IN_ARRAY.get(src, srcOffset + lastButOne));
            words.set(LONG, start + last, (long) LONG_IN_ARRAY.get(src, srcOffset + last));
        } else if (length >= Long.BYTES) {
            words.set(LONG, start, (long) LONG_IN_ARRAY.get(src, srcOffset));
            int last = length - Long.BYTES;
            words.set(LONG, start + last, (long) LONG_IN_ARRAY.get(src, srcOffset + last));
        } else if (length >= Integer.BYTES) {
            words.set(INT, start, (int) INT_IN_ARRAY.get(src, srcOffset));
            int last = length - Integer.BYTES;
            words.set(INT, start + last, (int) INT_IN_ARRAY.get(src, srcOffset + last));
        } else if (length > 0) {
            words.set(BYTE, start, src[srcOffset]);
            words.set(BYTE, start + length / 2, src[srcOffset + length / 2]);
            words.set(BYTE, start + length - 1, src[srcOffset + length - 1]);
        }
    }

    /// @param header to be read before the bytes, of which there may be fewer or more; `null` for none
    /// @return bytes that the header tells; `length` without one
    static int get(MemorySegment memory, long offset, DataHeader header, byte[] dst, int dstOffset, int length) {
        long start = offset;
        int available = length;
        if (header == null) {
            Objects.checkFromIndexSize(offset, length, memory.byteSize());
        } else {
            available = header.length(memory, offset);
            start += header.bytes();
        }
        int copied = Math.min(length, available);
        Objects.checkFromIndexSize(dstOffset, copied, dst.length);
        if (copied > MAX_WORDS || !NATIVE.isInstance(memory)) {
            MemorySegment.copy(memory, BYTE, start, dst, dstOffset, copied);
            return available;
        }
        MemorySegment words = NATIVE.cast(memory);
        if (copied >= 2 * Long.BYTES) {
            LONG_IN_ARRAY.set(dst, dstOffset, words.get(LONG, start));
            LONG_IN_ARRAY.set(dst, dstOffset + Long.BYTES, words.get(LONG, start + Long.BYTES));
            int last = copied - Long.BYTES;
            int lastButOne = Math.max(last - Long.BYTES, 0);
            LONG_IN_ARRAY.set(dst, dstOffset + lastButOne, words.get(LONG, start + lastButOne));
            LONG_IN_ARRAY.set(dst, dstOffset + last, words.get(LONG, start + last));
        } else if (copied >= Long.BYTES) {
            LONG_IN_ARRAY.set(dst, dstOffset, words.get(LONG, start));
            int last = copied - Long.BYTES;
            LONG_IN_ARRAY.set(dst, dstOffset + last, words.get(LONG, start + last));
        } else if (copied >= Integer.BYTES) {
            INT_IN_ARRAY.set(dst, dstOffset, words.get(INT, start));
            int last = copied - Integer.BYTES;
            INT_IN_ARRAY.set(dst, dstOffset + last, words.get(INT, start + last));
        } else if (copied > 0) {
            dst[dstOffset] = words.get(BYTE, start);
            dst[dstOffset + copied / 2] = words.get(BYTE, start + copied / 2);
            dst[dstOffset + copied - 1] = words.get(BYTE, start + copied - 1);
        }
        return available;
    }
}
