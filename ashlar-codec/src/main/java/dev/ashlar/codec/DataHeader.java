// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Reads and writes variable-length data and the header before it, which holds its length (SBE 1.0, "Variable-length
/// data").
///
/// Generated codecs have one for each data element, as a constant.
///
/// @param bytes        length of the header in bytes; the data follows it
/// @param lengthOffset offset of the length inside the header
/// @param lengthBytes  bytes of the length: 1, 2, 4 or 8; 0 if it is not in the message and the data is always empty
/// @param minLength    minimum length that the schema allows
/// @param maxLength    maximum length that the schema allows
/// @param what         name of the data, for error messages
public record DataHeader(int bytes, int lengthOffset, int lengthBytes, ByteOrder order, int minLength, int maxLength,
        String what) {

    /// Whether the length has the most common encoding, which has its own code path.
    boolean isShort() {
        return lengthBytes == Short.BYTES && order == ByteOrder.LITTLE_ENDIAN;
    }

    /// Length in bytes of the data whose header is at `offset`.
    ///
    /// @throws MalformedMessageException if header or data reach beyond the memory, or the schema does not allow the
    ///     length
    public int length(MemorySegment memory, long offset) {
        Bounds.checkRead(memory, offset, bytes, what);
        long at = offset + lengthOffset;
        long length = switch (lengthBytes) {
            case 1 -> Byte.toUnsignedLong(AnyMemory.getByte(memory, at, order));
            case 2 -> Short.toUnsignedLong(AnyMemory.getShort(memory, at, order));
            case 4 -> Integer.toUnsignedLong(AnyMemory.getInt(memory, at, order));
            case 8 -> AnyMemory.getLong(memory, at, order);
            default -> 0;
        };
        return checkData(memory.byteSize(), offset, length);
    }

    /// Checks a length that was read.
    int checkData(long memoryBytes, long offset, long length) {
        if (length < minLength || length > maxLength) {
            throw new MalformedMessageException(outOfRange(length));
        }
        return Bounds.checkData(memoryBytes, offset + bytes, length, what);
    }

    /// Copies at most `length` bytes of the data whose header is at `offset`.
    ///
    /// @return length of the whole data in bytes
    /// @throws MalformedMessageException if header or data reach beyond the memory, or the schema does not allow the
    ///     length
    /// @throws IndexOutOfBoundsException if the array is too short; nothing is written then
    public int get(Flyweight flyweight, long offset, byte[] dst, int dstOffset, int length) {
        return Bytes.get(flyweight.memory, flyweight, offset, this, dst, dstOffset, length);
    }

    /// Writes header and data at `offset`.
    ///
    /// @throws IllegalArgumentException  if the schema does not allow this length
    /// @throws IndexOutOfBoundsException if it does not fit into the memory or the array is too short; nothing is
    ///     written then
    public void put(Flyweight flyweight, long offset, byte[] src, int srcOffset, int length) {
        Bytes.put(flyweight.memory, flyweight, offset, this, src, srcOffset, length);
    }

    /// Writes the header of data that will follow.
    ///
    /// @throws IllegalArgumentException  if the schema does not allow this length
    /// @throws IndexOutOfBoundsException if header and data do not fit into the memory; nothing is written then
    public void putLength(MemorySegment memory, long offset, int length) {
        checkLength(memory.byteSize(), offset, length);
        writeLength(memory, offset, length);
    }

    /// Checks a length that is to be written.
    void checkLength(long memoryBytes, long offset, int length) {
        if (length < minLength || length > maxLength) {
            throw new IllegalArgumentException(outOfRange(length));
        }
        Bounds.checkWrite(memoryBytes, offset, (long) bytes + length, what);
    }

    private String outOfRange(long length) {
        return "length out of range: length=" + Long.toUnsignedString(length) + ", minLength=" + minLength
                + ", maxLength=" + maxLength + " (" + what + ")";
    }

    /// Writes a length that was checked.
    void writeLength(MemorySegment memory, long offset, int length) {
        long at = offset + lengthOffset;
        switch (lengthBytes) {
            case 1 -> AnyMemory.putByte(memory, at, (byte) length, order);
            case 2 -> AnyMemory.putShort(memory, at, (short) length, order);
            case 4 -> AnyMemory.putInt(memory, at, length, order);
            case 8 -> AnyMemory.putLong(memory, at, length, order);
            default -> {
            }
        }
    }
}
