// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

/// Where a record ended, so that reading can continue after it, and how much an object may still grow. Objects that
/// have such records in them, or lists whose elements lack fields, need one each time they are read; others need none,
/// since a method that fills a class returns where it ended.
final class DecodeState {
    /// Fields that the elements of lists may lack, for each byte of the object.
    static final int ABSENT_PER_BYTE = 8;
    /// Fields that they may lack however short the object is.
    static final int ABSENT_AT_LEAST = 1 << 16;

    long at;
    private final long length;
    private long absent;

    /// @param length bytes of the object
    DecodeState(long length) {
        this.length = length;
    }

    /// Counts fields that the reader has to make up for an object, so that the memory it takes is in proportion to the
    /// bytes: an object without fields takes one byte in a list, whatever its class has.
    ///
    /// @param cursor null where nothing is to be counted
    /// @throws UnreadableObjectException if there are too many
    static void absent(DecodeState cursor, int fields, String what) {
        if (cursor == null) {
            return;
        }
        cursor.absent += fields;
        long max = ABSENT_AT_LEAST + ABSENT_PER_BYTE * cursor.length;
        if (cursor.absent > max) {
            throw new UnreadableObjectException("elements of lists lack too many fields: absentFields="
                    + cursor.absent + ", maxAbsentFields=" + max + ", length=" + cursor.length + " (" + what + ")");
        }
    }
}
