// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.AnyMemory;
import dev.ashlar.codec.MalformedMessageException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The header before each object and each description, with its kind, class, description and length.
///
/// | offset | bytes | field       | access | meaning                                                          |
/// |-------:|------:|-------------|--------|------------------------------------------------------------------|
/// |      0 |     1 | kind        | plain  | `O`: an object; `D`: a description                               |
/// |      1 |     1 | format      | plain  | 1; with 128 added, the numbers of the object are big endian      |
/// |      2 |     2 | version     | plain  | of the class, as registered; for people                          |
/// |      4 |     4 | classId     | plain  | which class, as registered                                       |
/// |      8 |     4 | fingerprint | plain  | CRC32C of the description without its header                     |
/// |     12 |     4 | length      | plain  | bytes of the header and of all that belongs to it                |
///
/// @param length bytes, header included; checked to lie inside the memory that the header was read from
public record ObjectHeader(Kind kind, ByteOrder order, int version, int classId, int fingerprint, int length) {
    /// Bytes of a header.
    public static final int BYTES = 16;
    static final StructLayout LAYOUT = MemoryLayout.structLayout(
            ValueLayout.JAVA_BYTE.withName("kind"),
            ValueLayout.JAVA_BYTE.withName("format"),
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("version"),
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("classId"),
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("fingerprint"),
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("length"));
    private static final long VERSION_OFFSET = offset("version");
    private static final long CLASS_ID_OFFSET = offset("classId");
    private static final long FINGERPRINT_OFFSET = offset("fingerprint");
    private static final long LENGTH_OFFSET = offset("length");
    private static final int FORMAT = 1;
    private static final int BIG = 0x80;

    /// What follows a header.
    public enum Kind {
        OBJECT('O'),
        DESCRIPTION('D');

        private final byte code;

        Kind(char code) {
            this.code = (byte) code;
        }
    }

    private static long offset(String field) {
        return LAYOUT.byteOffset(MemoryLayout.PathElement.groupElement(field));
    }

    /// Reads a header.
    ///
    /// @throws MalformedMessageException if there is no header, or if its object or description reaches beyond the
    ///     memory
    public static ObjectHeader read(MemorySegment memory, long offset) {
        long left = memory.byteSize() - offset;
        if (offset < 0 || left < BYTES) {
            throw new MalformedMessageException("memory too short for a header: offset=" + offset + ", memoryBytes="
                    + memory.byteSize());
        }
        byte code = memory.get(ValueLayout.JAVA_BYTE, offset);
        int format = memory.get(ValueLayout.JAVA_BYTE, offset + 1) & 0xff;
        Kind kind = code == Kind.OBJECT.code ? Kind.OBJECT : code == Kind.DESCRIPTION.code ? Kind.DESCRIPTION : null;
        if (kind == null || format != FORMAT && (format != (FORMAT | BIG) || kind == Kind.DESCRIPTION)) {
            throw new MalformedMessageException("neither object nor description: kind=" + code + ", format=" + format
                    + ", offset=" + offset);
        }
        ByteOrder order = format == FORMAT ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        ValueLayout.OfInt ints = ValueLayout.JAVA_INT_UNALIGNED.withOrder(order);
        int length = memory.get(ints, offset + LENGTH_OFFSET);
        if (length < BYTES || length > left) {
            throw new MalformedMessageException("object longer than the memory: length=" + length
                    + ", remainingBytes=" + left + ", offset=" + offset);
        }
        return new ObjectHeader(kind, order,
                memory.get(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order), offset + VERSION_OFFSET) & 0xffff,
                memory.get(ints, offset + CLASS_ID_OFFSET), memory.get(ints, offset + FINGERPRINT_OFFSET), length);
    }

    void write(MemorySegment memory, long offset) {
        write(memory, offset, firstWord(), fingerprint, length, order == ByteOrder.LITTLE_ENDIAN);
    }

    /// @param head as returned by [#firstWord()]
    static void write(MemorySegment memory, long offset, long head, int fingerprint, int length, boolean little) {
        AnyMemory.putLong(memory, offset, head, ByteOrder.LITTLE_ENDIAN);
        AnyMemory.putLong(memory, offset + Long.BYTES, (little ? fingerprint : Integer.reverseBytes(fingerprint))
                & 0xffffffffL | (long) (little ? length : Integer.reverseBytes(length)) << Integer.SIZE,
                ByteOrder.LITTLE_ENDIAN);
    }

    /// Kind, format, version and class, read as one little-endian number.
    long firstWord() {
        boolean little = order == ByteOrder.LITTLE_ENDIAN;
        long twoBytes = kind.code | (FORMAT | (little ? 0 : BIG)) << 8;
        long word = twoBytes | (little ? version : Short.reverseBytes((short) version) & 0xffffL) << 16;
        return word | (long) (little ? classId : Integer.reverseBytes(classId)) << 32;
    }

    /// One half of a header, as a little-endian number.
    static long word(MemorySegment memory, long offset) {
        return AnyMemory.getLong(memory, offset, ByteOrder.LITTLE_ENDIAN);
    }
}
