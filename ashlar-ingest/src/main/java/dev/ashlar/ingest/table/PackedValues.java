// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.internal.text.DigitWords;
import java.util.Arrays;

/// The values of a column in a batch, in fewer bytes: numbers, and lengths of texts, as their differences from the
/// least.
///
/// **Threading**: immutable.
final class PackedValues {
    private static final int MOST_BYTE = 0xff;
    private static final int MOST_CHAR = 0xffff;
    private static final long MOST_INT = 0xffff_ffffL;
    /// Bytes behind texts, so that the last may be read by words, too.
    private static final int SLACK = 4 * Long.BYTES;
    /// Of objects and headers of arrays: more than the values where a batch of many columns has few rows.
    private static final int OBJECT_BYTES = 160;
    private static final boolean[] NO_NULLS = {};
    private static final byte[] NO_TEXTS = {};
    private static final long[] NO_HIGH = {};

    private final SourceType type;
    private final boolean[] nulls;
    private final long[] high;
    private final byte[] texts;
    private final long least;
    /// Of bytes, chars, ints or longs.
    private final Object differences;
    private final long bytes;

    PackedValues(ColumnValues from, int rows) {
        type = from.type();
        nulls = from.hasNulls() ? Arrays.copyOf(from.nulls, rows) : NO_NULLS;
        high = from.isWide() ? Arrays.copyOf(from.high, rows) : NO_HIGH;
        long[] values = type.isBytes() ? lengths(from, rows) : from.longs;
        texts = type.isBytes() ? texts(from, values, rows) : NO_TEXTS;
        long low = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            // What stands at a NULL means nothing.
            if (nulls.length == 0 || !nulls[i]) {
                low = Math.min(low, values[i]);
                most = Math.max(most, values[i]);
            }
        }
        long range = low > most ? 0 : most - low;
        boolean narrow = range >= 0 && range <= MOST_INT;
        least = narrow && low <= most ? low : 0;
        differences = narrow ? pack(values, rows, range) : Arrays.copyOf(values, rows);
        int width = !narrow ? Long.BYTES : range > MOST_CHAR ? Integer.BYTES : range > MOST_BYTE ? Character.BYTES : 1;
        bytes = (long) rows * width + nulls.length + (long) high.length * Long.BYTES + texts.length + OBJECT_BYTES;
    }

    private static long[] lengths(ColumnValues from, int rows) {
        long[] lengths = new long[rows];
        for (int i = 0; i < rows; i++) {
            lengths[i] = from.nulls[i] ? 0 : from.ends[i] - from.starts[i];
        }
        return lengths;
    }

    private static byte[] texts(ColumnValues from, long[] lengths, int rows) {
        byte[] texts = new byte[Math.toIntExact(from.textBytes(rows) + SLACK)];
        int at = 0;
        for (int i = 0; i < rows; i++) {
            // What a NULL has for a start means nothing.
            int start = lengths[i] == 0 ? 0 : from.starts[i];
            int length = (int) lengths[i];
            if (length <= Long.BYTES && DigitWords.hasWord(from.bytes, start)) {
                DigitWords.put(texts, at, DigitWords.word(from.bytes, start));
            } else {
                System.arraycopy(from.bytes, start, texts, at, length);
            }
            at += length;
        }
        return texts;
    }

    private Object pack(long[] values, int rows, long range) {
        if (range <= MOST_BYTE) {
            byte[] packed = new byte[rows];
            for (int i = 0; i < rows; i++) {
                packed[i] = (byte) (values[i] - least);
            }
            return packed;
        }
        if (range <= MOST_CHAR) {
            char[] packed = new char[rows];
            for (int i = 0; i < rows; i++) {
                packed[i] = (char) (values[i] - least);
            }
            return packed;
        }
        int[] packed = new int[rows];
        for (int i = 0; i < rows; i++) {
            packed[i] = (int) (values[i] - least);
        }
        return packed;
    }

    /// Bytes that it takes.
    long bytes() {
        return bytes;
    }

    /// Restores the values.
    ///
    /// @param to has room for numbers and texts of `rows` rows
    void unpack(ColumnValues to, int rows) {
        to.clear();
        to.become(type);
        to.setNulls(nulls);
        if (high.length > 0) {
            to.widen(0);
            System.arraycopy(high, 0, to.high, 0, rows);
        }
        long[] values = to.longs;
        switch (differences) {
            case byte[] packed -> {
                for (int i = 0; i < rows; i++) {
                    values[i] = least + (packed[i] & MOST_BYTE);
                }
            }
            case char[] packed -> {
                for (int i = 0; i < rows; i++) {
                    values[i] = least + packed[i];
                }
            }
            case int[] packed -> {
                for (int i = 0; i < rows; i++) {
                    values[i] = least + (packed[i] & MOST_INT);
                }
            }
            default -> System.arraycopy(differences, 0, values, 0, rows);
        }
        if (type.isBytes()) {
            int at = 0;
            for (int i = 0; i < rows; i++) {
                to.starts[i] = at;
                at += to.nulls[i] ? 0 : (int) values[i];
                to.ends[i] = at;
            }
            to.refer(texts);
        }
    }
}
