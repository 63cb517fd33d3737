// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.ByteWords;
import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.ColumnValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// Turns values as they are stored into those of their type.
final class StoredForm {
    private static final int WIDE_BYTES = 2 * Long.BYTES;

    private StoredForm() {
    }

    /// Converts numbers in place.
    static void numbers(ColumnSchema.Form form, long[] values, int begin, int end) {
        switch (form) {
            case UNSIGNED_INT -> {
                for (int i = begin; i < end; i++) {
                    values[i] &= 0xffff_ffffL;
                }
            }
            case FLOAT -> {
                for (int i = begin; i < end; i++) {
                    values[i] = Double.doubleToRawLongBits(Float.intBitsToFloat((int) values[i]));
                }
            }
            case SAME, DECIMAL, HALF, UUID -> { }
        }
    }

    /// Converts the bytes of `from` to values of `to` from `begin` on.
    static void bytes(ColumnSchema.Form form, ColumnValues from, int count, ColumnValues to, int begin)
            throws IOException {
        for (int i = 0; i < count; i++) {
            byte[] bytes = from.bytes;
            int start = from.starts[i];
            int end = from.ends[i];
            switch (form) {
                case DECIMAL -> decimal(bytes, start, end, to, begin + i);
                case HALF -> {
                    short half = (short) (bytes[start] & 0xff | bytes[start + 1] << Byte.SIZE);
                    to.longs[begin + i] = Double.doubleToRawLongBits(Float.float16ToFloat(half));
                }
                case UUID -> {
                    byte[] text = new UUID(ByteWords.bigWord(bytes, start),
                            ByteWords.bigWord(bytes, start + Long.BYTES))
                            .toString().getBytes(StandardCharsets.US_ASCII);
                    to.append(begin + i, text, 0, text.length);
                }
                case SAME, UNSIGNED_INT, FLOAT -> throw new IllegalStateException("bytes of form " + form);
            }
        }
    }

    /// Two's complement, big endian, of any length.
    private static void decimal(byte[] bytes, int start, int end, ColumnValues to, int row) throws DamagedException {
        int from = start;
        if (start == end) {
            throw new DamagedException("decimal without bytes");
        }
        byte sign = (byte) (bytes[start] >> Byte.SIZE - 1);
        while (end - from > WIDE_BYTES) {
            if (bytes[from] != sign || (bytes[from + 1] ^ sign) < 0) {
                throw new DamagedException("decimal of more than 128 bits");
            }
            from++;
        }
        long low = sign;
        long high = sign;
        for (int i = from; i < end; i++) {
            high = high << Byte.SIZE | low >>> Long.SIZE - Byte.SIZE;
            low = low << Byte.SIZE | bytes[i] & 0xff;
        }
        if (high != low >> Long.SIZE - 1) {
            to.widen(row);
        }
        to.longs[row] = low;
        if (to.isWide()) {
            to.high[row] = high;
        }
    }
}
