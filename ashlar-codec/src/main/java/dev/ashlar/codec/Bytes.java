// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static dev.ashlar.codec.MemoryClass.NATIVE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/// Copies bytes between arrays and memory, optimised for the short fields of messages.
///
/// Up to 32 bytes are copied as words, which overlap if the length is not a multiple of the word size; that costs a
/// fraction of the fixed cost of a bulk copy. The two methods that do this are deliberately too long for the JIT to
/// inline (a test checks that): inlined into the codec of a message, they would use up its inlining budget. For the
/// same reason they also read and write the header of variable-length data.
public final class Bytes {
    private static final int MAX_WORDS = 32;
    private static final VarHandle LONG_IN_ARRAY = ArrayHandles.LONG_LE;
    private static final VarHandle INT_IN_ARRAY = ArrayHandles.INT_LE;
    private static final VarHandle SHORT_IN_ARRAY = ArrayHandles.SHORT_LE;
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private Bytes() {
    }

    /// Copies from an array to memory. If either is too short, nothing is written.
    ///
    /// @throws IndexOutOfBoundsException if a range is outside the array or memory
    public static void put(MemorySegment memory, long offset, byte[] src, int srcOffset, int length) {
        put(memory, null, offset, null, src, srcOffset, length);
    }

    /// Copies from an array to the memory of a flyweight. If either is too short, nothing is written.
    ///
    /// @throws IndexOutOfBoundsException if a range is outside the array or memory
    public static void put(Flyweight flyweight, long offset, byte[] src, int srcOffset, int length) {
        put(flyweight.memory, flyweight, offset, null, src, srcOffset, length);
    }

    /// Copies from memory to an array. If either is too short, nothing is written.
    ///
    /// @throws IndexOutOfBoundsException if a range is outside the array or memory
    public static void get(MemorySegment memory, long offset, byte[] dst, int dstOffset, int length) {
        get(memory, null, offset, null, dst, dstOffset, length);
    }

    /// Copies from the memory of a flyweight to an array. If either is too short, nothing is written.
    ///
    /// @throws IndexOutOfBoundsException if a range is outside the array or memory
    public static void get(Flyweight flyweight, long offset, byte[] dst, int dstOffset, int length) {
        get(flyweight.memory, flyweight, offset, null, dst, dstOffset, length);
    }

    /// @param flyweight a flyweight over this memory; `null` if unknown
    /// @param header    to be written before the bytes; `null` for none
    static void put(MemorySegment memory, Flyweight flyweight, long offset, DataHeader header, byte[] src,
            int srcOffset, int length) {
        Objects.checkFromIndexSize(srcOffset, length, src.length);
        if (!NATIVE.isInstance(memory)) {
            putElsewhere(memory, flyweight, offset, header, src, srcOffset, length);
            return;
        }
        MemorySegment words = NATIVE.cast(Objects.requireNonNull(memory));
        long at = offset;
        if (header == null) {
            Objects.checkFromIndexSize(offset, length, words.byteSize());
        } else {
            header.checkLength(words.byteSize(), offset, length);
            if (header.isShort()) {
                words.set(SHORT, offset + header.lengthOffset(), (short) length);
            } else {
                header.writeLength(words, offset, length);
            }
            at += header.bytes();
        }
        if (length >= Long.BYTES) {
            int last = length - Long.BYTES;
            if (length > 2 * Long.BYTES) {
                if (length > MAX_WORDS) {
                    MemorySegment.copy(src, srcOffset, words, BYTE, at, length);
                    return;
                }
                int lastButOne = last - Long.BYTES;
                words.set(LONG, at + Long.BYTES, (long) LONG_IN_ARRAY.get(src, srcOffset + Long.BYTES));
                words.set(LONG, at + lastButOne, (long) LONG_IN_ARRAY.get(src, srcOffset + lastButOne));
            }
            words.set(LONG, at, (long) LONG_IN_ARRAY.get(src, srcOffset));
            words.set(LONG, at + last, (long) LONG_IN_ARRAY.get(src, srcOffset + last));
        } else if (length >= Integer.BYTES) {
            int last = length - Integer.BYTES;
            words.set(INT, at, (int) INT_IN_ARRAY.get(src, srcOffset));
            words.set(INT, at + last, (int) INT_IN_ARRAY.get(src, srcOffset + last));
        } else if (length >= Short.BYTES) {
            words.set(SHORT, at, (short) SHORT_IN_ARRAY.get(src, srcOffset));
            words.set(BYTE, at + length - 1, src[srcOffset + length - 1]);
        } else if (length > 0) {
            words.set(BYTE, at, src[srcOffset]);
        }
    }

    /// @param flyweight a flyweight over this memory; `null` if unknown
    /// @param header    to read before the bytes, which may be fewer or more than expected; `null` for none
    /// @return the length in the header; `length` if there is no header
    static int get(MemorySegment memory, Flyweight flyweight, long offset, DataHeader header, byte[] dst,
            int dstOffset, int length) {
        if (!NATIVE.isInstance(memory)) {
            return getElsewhere(memory, flyweight, offset, header, dst, dstOffset, length);
        }
        MemorySegment words = NATIVE.cast(Objects.requireNonNull(memory));
        long at = offset;
        int available = length;
        if (header != null) {
            if (header.isShort()) {
                Bounds.checkRead(words.byteSize(), offset, header.bytes(), header.what());
                available = header.checkData(words.byteSize(), offset,
                        Short.toUnsignedInt(words.get(SHORT, offset + header.lengthOffset())));
            } else {
                available = header.length(words, offset);
            }
            at += header.bytes();
        }
        int copied = Math.min(length, available);
        Objects.checkFromIndexSize(dstOffset, copied, dst.length);
        // Each read is checked on its own, so everything is read before anything is written.
        if (copied >= Long.BYTES) {
            int last = copied - Long.BYTES;
            if (copied > MAX_WORDS) {
                MemorySegment.copy(words, BYTE, at, dst, dstOffset, copied);
                return available;
            }
            long word0 = words.get(LONG, at);
            long word3 = words.get(LONG, at + last);
            if (copied > 2 * Long.BYTES) {
                int lastButOne = last - Long.BYTES;
                long word1 = words.get(LONG, at + Long.BYTES);
                long word2 = words.get(LONG, at + lastButOne);
                LONG_IN_ARRAY.set(dst, dstOffset + Long.BYTES, word1);
                LONG_IN_ARRAY.set(dst, dstOffset + lastButOne, word2);
            }
            LONG_IN_ARRAY.set(dst, dstOffset, word0);
            LONG_IN_ARRAY.set(dst, dstOffset + last, word3);
        } else if (copied >= Integer.BYTES) {
            int last = copied - Integer.BYTES;
            int word0 = words.get(INT, at);
            int word1 = words.get(INT, at + last);
            INT_IN_ARRAY.set(dst, dstOffset, word0);
            INT_IN_ARRAY.set(dst, dstOffset + last, word1);
        } else if (copied >= Short.BYTES) {
            short word = words.get(SHORT, at);
            byte last = words.get(BYTE, at + copied - 1);
            SHORT_IN_ARRAY.set(dst, dstOffset, word);
            dst[dstOffset + copied - 1] = last;
        } else if (copied > 0) {
            dst[dstOffset] = words.get(BYTE, at);
        } else {
            Objects.checkFromIndexSize(at, copied, words.byteSize());
        }
        return available;
    }

    private static void putElsewhere(MemorySegment memory, Flyweight flyweight, long offset, DataHeader header,
            byte[] src, int srcOffset, int length) {
        byte[] array = flyweight == null ? null : flyweight.array;
        long at = offset;
        if (header != null) {
            header.checkLength(memory.byteSize(), offset, length);
            if (array != null && header.isShort()) {
                int lengthAt = (int) (flyweight.arrayStart + offset) + header.lengthOffset();
                SHORT_IN_ARRAY.set(array, lengthAt, (short) length);
            } else {
                header.writeLength(memory, offset, length);
            }
            at += header.bytes();
        }
        if (array == null) {
            MemorySegment.copy(src, srcOffset, memory, BYTE, at, length);
        } else {
            Objects.checkFromIndexSize(at, length, memory.byteSize());
            copy(src, srcOffset, array, (int) (flyweight.arrayStart + at), length);
        }
    }

    private static int getElsewhere(MemorySegment memory, Flyweight flyweight, long offset, DataHeader header,
            byte[] dst, int dstOffset, int length) {
        byte[] array = flyweight == null ? null : flyweight.array;
        long at = offset;
        int available = length;
        if (header != null) {
            available = header.length(memory, offset);
            at += header.bytes();
        }
        int copied = Math.min(length, available);
        if (array == null) {
            MemorySegment.copy(memory, BYTE, at, dst, dstOffset, copied);
        } else {
            Objects.checkFromIndexSize(at, copied, memory.byteSize());
            Objects.checkFromIndexSize(dstOffset, copied, dst.length);
            copy(array, (int) (flyweight.arrayStart + at), dst, dstOffset, copied);
        }
        return available;
    }

    /// Copies a range that was checked against both arrays, which may be the same array.
    private static void copy(byte[] src, int from, byte[] dst, int to, int length) {
        if (length > 2 * Long.BYTES) {
            System.arraycopy(src, from, dst, to, length);
        } else if (length >= Long.BYTES) {
            int last = length - Long.BYTES;
            long word0 = (long) LONG_IN_ARRAY.get(src, from);
            long word1 = (long) LONG_IN_ARRAY.get(src, from + last);
            LONG_IN_ARRAY.set(dst, to, word0);
            LONG_IN_ARRAY.set(dst, to + last, word1);
        } else if (length >= Integer.BYTES) {
            int last = length - Integer.BYTES;
            int word0 = (int) INT_IN_ARRAY.get(src, from);
            int word1 = (int) INT_IN_ARRAY.get(src, from + last);
            INT_IN_ARRAY.set(dst, to, word0);
            INT_IN_ARRAY.set(dst, to + last, word1);
        } else if (length >= Short.BYTES) {
            short word = (short) SHORT_IN_ARRAY.get(src, from);
            byte last = src[from + length - 1];
            SHORT_IN_ARRAY.set(dst, to, word);
            dst[to + length - 1] = last;
        } else if (length > 0) {
            dst[to] = src[from];
        }
    }
}
