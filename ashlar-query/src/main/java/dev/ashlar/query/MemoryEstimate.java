// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

/// What rows and values take, about, while they are kept as objects.
public final class RowBytes {
    /// The array and its place in a list or table.
    private static final long ROW = 64;
    private static final long VALUE = 40;
    /// Texts up to this length are in the bytes of a value.
    private static final int SHORT_TEXT = 16;

    private RowBytes() {
    }

    /// A row of this many values, but for its long texts.
    public static long ofRow(int values) {
        return ROW + VALUE * values;
    }

    public static long of(Object value) {
        return VALUE + longText(value);
    }

    /// What a text takes beyond the bytes of a value; 0 of all else.
    public static long longText(Object value) {
        return value instanceof String text && text.length() > SHORT_TEXT ? (long) text.length() * Character.BYTES : 0;
    }

    /// A row with its texts.
    public static long of(Object[] row) {
        long bytes = ofRow(row.length);
        for (Object value : row) {
            bytes += longText(value);
        }
        return bytes;
    }
}
