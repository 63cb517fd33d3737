// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// Estimates the heap that rows and values take while they are kept as objects, as [QueryOptions#memoryBytes] counts
/// it.
///
/// For operators on top of scans that keep their own rows and count them against the same limit. A row is an array and
/// its slot in a list or table; numbers, times, booleans and texts of up to 16 characters count the same.
///
/// **Threading**: static functions without state; any thread.
public final class MemoryEstimate {
    private static final long ROW_BYTES = 64;
    private static final long VALUE_BYTES = 40;
    /// Texts up to this length are in the bytes of a value.
    private static final int SHORT_TEXT = 16;

    private MemoryEstimate() {
    }

    /// Bytes of a row with its values and their texts.
    ///
    /// @param values each as [ValueType] says, or null
    public static long rowBytes(Object[] values) {
        long bytes = shortRowBytes(values.length);
        for (Object value : values) {
            bytes += longTextBytes(value);
        }
        return bytes;
    }

    /// Bytes of a row none of whose values is a text of more than 16 characters.
    ///
    /// @param columns how many values it has
    public static long shortRowBytes(int columns) {
        return ROW_BYTES + VALUE_BYTES * columns;
    }

    /// Bytes of a value that is kept by itself.
    ///
    /// @param value as [ValueType] says, or null
    /// @throws IllegalArgumentException if it is a row
    public static long valueBytes(Object value) {
        if (value instanceof Object[] row) {
            throw new IllegalArgumentException("a row, not a value: columns=" + row.length);
        }
        return VALUE_BYTES + longTextBytes(value);
    }

    /// Bytes that a text takes beyond those of a short value; 0 for short texts, for all other values and for null.
    public static long longTextBytes(Object value) {
        return value instanceof String text && text.length() > SHORT_TEXT ? (long) text.length() * Character.BYTES : 0;
    }
}
