// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

/// The state of reading one object: where the last record ended, so that reading can continue after it, and how many
/// absent fields were counted. Only objects that contain such records, or lists whose elements lack fields, need it;
/// for others the method that fills an object returns where it ended.
final class DecodeState {
    /// Number of fields that the elements of lists may lack, per byte of the object.
    static final int ABSENT_PER_BYTE = 8;
    /// Number of fields that they may lack however short the object is.
    static final int ABSENT_AT_LEAST = 1 << 16;

    long at;
    private final long length;
    private long absent;

    /// @param length bytes of the object
    DecodeState(long length) {
        this.length = length;
    }

    /// Counts fields that the bytes lack and the reader fills with defaults, so that the memory of an object stays
    /// proportional to its bytes: in a list, an object without fields takes one byte, however many fields its class
    /// has.
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
