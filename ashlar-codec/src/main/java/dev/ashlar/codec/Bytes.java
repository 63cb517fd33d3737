// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static dev.ashlar.codec.MemoryClass.ARRAY;
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
/// the fixed cost of a bulk copy. The two methods that do it are longer than what the JIT inlines, which is wanted (and
/// tested): inlined into the codec of a message, they would use up what the JIT is ready to spend on it. For the same
/// reason they read and write the header of variable-length data too.
public final class Bytes {
    private static final int MAX_WORDS = 32;
    private static final VarHandle LONG_IN_ARRAY =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT_IN_ARRAY =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
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
        if (!NATIVE.isInstance(memory)) {
            putElsewhere(memory, offset, header, src, srcOffset, length);
            return;
        }
        MemorySegment words = NATIVE.cast(memory);
        long at = offset;
        if (header == null) {
            Objects.checkFromIndexSize(offset, length, words.byteSize());
        } else {
            header.putLength(words, offset, length);
            at += header.bytes();
        }
        if (length > MAX_WORDS) {
            MemorySegment.copy(src, srcOffset, words, BYTE, at, length);
        } else if (length > 2 * Long.BYTES) {
            words.set(LONG, at, (long) LONG_IN_ARRAY.get(src, srcOffset));
            words.set(LONG, at + Long.BYTES, (long) LONG_IN_ARRAY.get(src, srcOffset + Long.BYTES));
            int last = length - Long.BYTES;
            int lastButOne = last - Long.BYTES;
            words.set(LONG, at + lastButOne, (long) LONG_IN_ARRAY.get(src, srcOffset + lastButOne));
            words.set(LONG, at + last, (long) LONG_IN_ARRAY.get(src, srcOffset + last));
        } else if (length >= Long.BYTES) {
            words.set(LONG, at, (long) LONG_IN_ARRAY.get(src, srcOffset));
            int last = length - Long.BYTES;
            words.set(LONG, at + last, (long) LONG_IN_ARRAY.get(src, srcOffset + last));
        } else {
            putSmall(words, at, src, srcOffset, length);
        }
    }

    /// @param header header to read before the bytes, which may be fewer or more than expected; `null` for none
    /// @return bytes that the header tells; `length` without one
    static int get(MemorySegment memory, long offset, DataHeader header, byte[] dst, int dstOffset, int length) {
        if (!NATIVE.isInstance(memory)) {
            return getElsewhere(memory, offset, header, dst, dstOffset, length);
        }
        MemorySegment words = NATIVE.cast(memory);
        long at = offset;
        int available = length;
        if (header != null) {
            available = header.length(words, offset);
            at += header.bytes();
        }
        int copied = Math.min(length, available);
        Objects.checkFromIndexSize(dstOffset, copied, dst.length);
        // What is read is checked access by access, so all is read before any of it is written.
        if (copied <= Long.BYTES && at <= words.byteSize() - Long.BYTES) {
            getWord(words, at, dst, dstOffset, copied);
        } else if (copied < Long.BYTES || copied > MAX_WORDS) {
            MemorySegment.copy(words, BYTE, at, dst, dstOffset, copied);
        } else if (copied <= 2 * Long.BYTES) {
            int last = copied - Long.BYTES;
            long word0 = words.get(LONG, at);
            long word1 = words.get(LONG, at + last);
            LONG_IN_ARRAY.set(dst, dstOffset, word0);
            LONG_IN_ARRAY.set(dst, dstOffset + last, word1);
        } else {
            int last = copied - Long.BYTES;
            int lastButOne = last - Long.BYTES;
            long word0 = words.get(LONG, at);
            long word1 = words.get(LONG, at + Long.BYTES);
            long word2 = words.get(LONG, at + lastButOne);
            long word3 = words.get(LONG, at + last);
            LONG_IN_ARRAY.set(dst, dstOffset, word0);
            LONG_IN_ARRAY.set(dst, dstOffset + Long.BYTES, word1);
            LONG_IN_ARRAY.set(dst, dstOffset + lastButOne, word2);
            LONG_IN_ARRAY.set(dst, dstOffset + last, word3);
        }
        return available;
    }

    private static void putElsewhere(MemorySegment memory, long offset, DataHeader header, byte[] src, int srcOffset,
            int length) {
        long at = offset;
        if (header != null) {
            header.putLength(memory, offset, length);
            at += header.bytes();
        }
        if (!ARRAY.isInstance(memory)) {
            MemorySegment.copy(src, srcOffset, memory, BYTE, at, length);
            return;
        }
        MemorySegment array = ARRAY.cast(memory);
        if (length < Long.BYTES) {
            Objects.checkFromIndexSize(at, length, array.byteSize());
            putSmall(array, at, src, srcOffset, length);
        } else {
            MemorySegment.copy(src, srcOffset, array, BYTE, at, length);
        }
    }

    /// Copies fewer than eight bytes.
    private static void putSmall(MemorySegment memory, long at, byte[] src, int srcOffset, int length) {
        if (length >= Integer.BYTES) {
            memory.set(INT, at, (int) INT_IN_ARRAY.get(src, srcOffset));
            int last = length - Integer.BYTES;
            memory.set(INT, at + last, (int) INT_IN_ARRAY.get(src, srcOffset + last));
        } else if (length > 1) {
            memory.set(SHORT, at, (short) (src[srcOffset] & 0xff | src[srcOffset + 1] << Byte.SIZE));
            memory.set(BYTE, at + length - 1, src[srcOffset + length - 1]);
        } else if (length > 0) {
            memory.set(BYTE, at, src[srcOffset]);
        }
    }

    private static int getElsewhere(MemorySegment memory, long offset, DataHeader header, byte[] dst, int dstOffset,
            int length) {
        long at = offset;
        int available = length;
        if (header != null) {
            available = header.length(memory, offset);
            at += header.bytes();
        }
        int copied = Math.min(length, available);
        if (!ARRAY.isInstance(memory)) {
            MemorySegment.copy(memory, BYTE, at, dst, dstOffset, copied);
            return available;
        }
        MemorySegment array = ARRAY.cast(memory);
        Objects.checkFromIndexSize(dstOffset, copied, dst.length);
        if (copied <= Long.BYTES && at <= array.byteSize() - Long.BYTES) {
            getWord(array, at, dst, dstOffset, copied);
        } else {
            MemorySegment.copy(array, BYTE, at, dst, dstOffset, copied);
        }
        return available;
    }

    /// Copies up to eight bytes by one access to memory, which has room for it; what that reads too much is not
    /// written.
    private static void getWord(MemorySegment memory, long at, byte[] dst, int dstOffset, int length) {
        long word = length == 0 ? 0 : memory.get(LONG, at);
        if (length >= Integer.BYTES) {
            int last = length - Integer.BYTES;
            INT_IN_ARRAY.set(dst, dstOffset, (int) word);
            INT_IN_ARRAY.set(dst, dstOffset + last, (int) (word >>> (last << 3)));
        } else if (length > 1) {
            dst[dstOffset] = (byte) word;
            dst[dstOffset + 1] = (byte) (word >>> Byte.SIZE);
            dst[dstOffset + length - 1] = (byte) (word >>> ((length - 1) << 3));
        } else if (length > 0) {
            dst[dstOffset] = (byte) word;
        }
    }
}
