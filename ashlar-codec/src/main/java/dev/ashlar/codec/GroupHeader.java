// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static dev.ashlar.codec.MemoryClass.NATIVE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/// Reads and writes the header of a group: the block length and number of its entries (SBE 1.0, "Repeating groups").
///
/// Generated codecs of large messages have one for each group, as a constant. The methods that write and read are
/// deliberately too long for the JIT to inline (a test checks that): an inlined header costs as much of the JIT's
/// budget as two fields, and messages with several groups would exceed it.
///
/// @param lengthOffset offset of the block length inside the header
/// @param lengthBytes  bytes of the block length: 1, 2, 4 or 8; 0 if it is not in the message
/// @param countOffset  offset of the number of entries inside the header
/// @param countBytes   bytes of that number: 1, 2, 4 or 8; 0 if it is not in the message
/// @param blockLength  block length of an entry, in bytes
public record GroupHeader(int lengthOffset, int lengthBytes, int countOffset, int countBytes, ByteOrder order,
        int blockLength) {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    /// Writes the header of a group with `count` entries.
    ///
    /// @param offset of the header; the caller has checked that the header lies inside the flyweight's memory
    public void put(Flyweight flyweight, long offset, int count) {
        boolean isCommon = lengthBytes == Short.BYTES && order == ByteOrder.LITTLE_ENDIAN;
        long lengthAt = offset + lengthOffset;
        long countAt = offset + countOffset;
        if (isCommon && flyweight.isNative) {
            MemorySegment memory = NATIVE.cast(Objects.requireNonNull(flyweight.memory));
            if (countBytes == Short.BYTES && countOffset == lengthOffset + Short.BYTES) {
                memory.set(INT, lengthAt, count << Short.SIZE | blockLength & 0xffff);
            } else {
                memory.set(SHORT, lengthAt, (short) blockLength);
                switch (countBytes) {
                    case Byte.BYTES -> memory.set(BYTE, countAt, (byte) count);
                    case Short.BYTES -> memory.set(SHORT, countAt, (short) count);
                    default -> put(flyweight.memory, countAt, countBytes, count);
                }
            }
        } else if (isCommon && flyweight.array != null) {
            byte[] array = flyweight.array;
            int start = flyweight.arrayStart;
            if (countBytes == Short.BYTES && countOffset == lengthOffset + Short.BYTES) {
                ArrayHandles.INT_LE.set(array, start + (int) lengthAt, count << Short.SIZE | blockLength & 0xffff);
            } else {
                ArrayHandles.SHORT_LE.set(array, start + (int) lengthAt, (short) blockLength);
                switch (countBytes) {
                    case Byte.BYTES -> array[start + (int) countAt] = (byte) count;
                    case Short.BYTES -> ArrayHandles.SHORT_LE.set(array, start + (int) countAt, (short) count);
                    default -> put(flyweight.memory, countAt, countBytes, count);
                }
            }
        } else {
            put(flyweight.memory, lengthAt, lengthBytes, blockLength);
            put(flyweight.memory, countAt, countBytes, count);
        }
    }

    /// Reads the header of a group.
    ///
    /// @param offset of the header; the caller has checked that the header lies inside the flyweight's memory
    /// @param what   name of the group, for error messages
    /// @return the number of entries in the lower 32 bits, the block length of an entry in the upper 32
    /// @throws MalformedMessageException if either of them exceeds 2^31-1
    public long get(Flyweight flyweight, long offset, String what) {
        boolean isCommon = lengthBytes == Short.BYTES && order == ByteOrder.LITTLE_ENDIAN;
        long lengthAt = offset + lengthOffset;
        long countAt = offset + countOffset;
        int length;
        int count;
        if (isCommon && flyweight.isNative) {
            MemorySegment memory = NATIVE.cast(Objects.requireNonNull(flyweight.memory));
            if (countBytes == Short.BYTES && countOffset == lengthOffset + Short.BYTES) {
                int both = memory.get(INT, lengthAt);
                length = both & 0xffff;
                count = both >>> Short.SIZE;
            } else {
                length = Short.toUnsignedInt(memory.get(SHORT, lengthAt));
                count = switch (countBytes) {
                    case Byte.BYTES -> Byte.toUnsignedInt(memory.get(BYTE, countAt));
                    case Short.BYTES -> Short.toUnsignedInt(memory.get(SHORT, countAt));
                    default -> Bounds.checkCount(get(flyweight.memory, countAt, countBytes), what);
                };
            }
        } else if (isCommon && flyweight.array != null) {
            byte[] array = flyweight.array;
            int start = flyweight.arrayStart;
            if (countBytes == Short.BYTES && countOffset == lengthOffset + Short.BYTES) {
                int both = (int) ArrayHandles.INT_LE.get(array, start + (int) lengthAt);
                length = both & 0xffff;
                count = both >>> Short.SIZE;
            } else {
                length = Short.toUnsignedInt((short) ArrayHandles.SHORT_LE.get(array, start + (int) lengthAt));
                count = switch (countBytes) {
                    case Byte.BYTES -> Byte.toUnsignedInt(array[start + (int) countAt]);
                    case Short.BYTES ->
                            Short.toUnsignedInt((short) ArrayHandles.SHORT_LE.get(array, start + (int) countAt));
                    default -> Bounds.checkCount(get(flyweight.memory, countAt, countBytes), what);
                };
            }
        } else {
            length = Bounds.checkBlockLength(get(flyweight.memory, lengthAt, lengthBytes), what);
            count = Bounds.checkCount(get(flyweight.memory, countAt, countBytes), what);
        }
        return (long) length << Integer.SIZE | count;
    }

    private long get(MemorySegment memory, long offset, int bytes) {
        return switch (bytes) {
            case Byte.BYTES -> Byte.toUnsignedLong(AnyMemory.getByte(memory, offset, order));
            case Short.BYTES -> Short.toUnsignedLong(AnyMemory.getShort(memory, offset, order));
            case Integer.BYTES -> Integer.toUnsignedLong(AnyMemory.getInt(memory, offset, order));
            case Long.BYTES -> AnyMemory.getLong(memory, offset, order);
            default -> 0;
        };
    }

    private void put(MemorySegment memory, long offset, int bytes, int value) {
        switch (bytes) {
            case Byte.BYTES -> AnyMemory.putByte(memory, offset, (byte) value, order);
            case Short.BYTES -> AnyMemory.putShort(memory, offset, (short) value, order);
            case Integer.BYTES -> AnyMemory.putInt(memory, offset, value, order);
            case Long.BYTES -> AnyMemory.putLong(memory, offset, value, order);
            default -> {
            }
        }
    }
}
