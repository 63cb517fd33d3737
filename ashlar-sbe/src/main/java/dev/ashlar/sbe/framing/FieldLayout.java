// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import dev.ashlar.codec.AnyMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// An unsigned integer of a header, written `u16le@4`: width in bits, byte order, offset in the header.
///
/// @param offset    bytes from the start of the header or frame
/// @param width     bytes: 0 (absent), 1, 2, 4 or 8
/// @param bigEndian most significant byte first
public record FieldLayout(int offset, int width, boolean bigEndian) {
    /// No such field.
    public static final FieldLayout ABSENT = new FieldLayout(0, 0, false);

    public FieldLayout {
        if (width != 0 && width != 1 && width != 2 && width != 4 && width != 8) {
            throw new IllegalArgumentException("field width not 0, 1, 2, 4 or 8: width=" + width);
        }
        if (offset < 0 || offset > PacketLayout.MAX_LENGTH) {
            throw new IllegalArgumentException("field offset outside a header: offset=" + offset
                    + ", max=" + PacketLayout.MAX_LENGTH);
        }
    }

    /// Little-endian field of `width` bytes.
    public static FieldLayout little(int offset, int width) {
        return new FieldLayout(offset, width, false);
    }

    /// Big-endian field of `width` bytes.
    public static FieldLayout big(int offset, int width) {
        return new FieldLayout(offset, width, true);
    }

    /// Whether there is such a field.
    public boolean isPresent() {
        return width != 0;
    }

    /// Offset of the first byte after the field.
    public int end() {
        return offset + width;
    }

    /// The maximum value of the field, but at most [Long#MAX_VALUE].
    public long greatest() {
        return width == Long.BYTES ? Long.MAX_VALUE : (1L << width * Byte.SIZE) - 1;
    }

    /// The value, zero-extended; 0 if absent.
    ///
    /// @param base where the header begins
    /// @throws IndexOutOfBoundsException if the field lies outside the memory
    public long read(MemorySegment memory, long base) {
        long at = base + offset;
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return switch (width) {
            case 1 -> Byte.toUnsignedLong(AnyMemory.getByte(memory, at, order));
            case 2 -> Short.toUnsignedLong(AnyMemory.getShort(memory, at, order));
            case 4 -> Integer.toUnsignedLong(AnyMemory.getInt(memory, at, order));
            case 8 -> AnyMemory.getLong(memory, at, order);
            default -> 0;
        };
    }

    /// Writes the low bytes of a value; nothing if absent.
    ///
    /// @param base where the header begins
    /// @throws IndexOutOfBoundsException if the field lies outside the memory
    public void write(MemorySegment memory, long base, long value) {
        long at = base + offset;
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        switch (width) {
            case 1 -> AnyMemory.putByte(memory, at, (byte) value, order);
            case 2 -> AnyMemory.putShort(memory, at, (short) value, order);
            case 4 -> AnyMemory.putInt(memory, at, (int) value, order);
            case 8 -> AnyMemory.putLong(memory, at, value, order);
            default -> { }
        }
    }

    @Override
    public String toString() {
        return "u" + width * 8 + (bigEndian ? "be" : "le") + "@" + offset;
    }
}
