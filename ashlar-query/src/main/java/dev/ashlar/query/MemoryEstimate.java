// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// Estimates the heap that rows and values occupy while they are kept as objects, by the rules of
/// [QueryOptions#memoryBytes].
///
/// For operators on top of scans that keep their own rows and count them against the same limit. A row counts as an
/// array and its slot in a list or table; numbers, times, booleans and texts of up to 16 characters all count the same.
///
/// **Threading**: static functions without state; any thread.
public final class MemoryEstimate {
    private static final long ROW_BYTES = 64;
    private static final long VALUE_BYTES = 40;
    /// Texts up to this length count as one value; longer ones count more.
    private static final int SHORT_TEXT = 16;

    private MemoryEstimate() {
    }

    /// Bytes of a row, including its values and texts.
    ///
    /// @param values Java objects that [ValueType] defines, or null
    public static long rowBytes(Object[] values) {
        long bytes = shortRowBytes(values.length);
        for (Object value : values) {
            bytes += longTextBytes(value);
        }
        return bytes;
    }

    /// Bytes of a row none of whose values is a text of more than 16 characters.
    ///
    /// @param columns number of values in the row
    public static long shortRowBytes(int columns) {
        return ROW_BYTES + VALUE_BYTES * columns;
    }

    /// Bytes of a value that is kept on its own.
    ///
    /// @param value Java object that [ValueType] defines, or null
    /// @throws IllegalArgumentException if the value is a row
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
