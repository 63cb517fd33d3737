// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

/// Where a record ended, for whoever goes on behind it, and how much an object may still grow. There is one for each
/// reading of an object that has such records in it, or that has lists whose elements lack fields; others need none, as
/// the method that fills a class has a result to spare.
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
