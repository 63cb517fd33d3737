// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.ColumnValues;
import java.io.IOException;

/// The distinct values of a column chunk, and pages of their numbers (RLE_DICTIONARY).
///
/// **Threading**: one thread.
final class Dictionary {
    private final Hybrid codes = new Hybrid();
    private int[] read = new int[0];
    private ColumnValues values;
    private int size;

    /// @param entries converted to the type of the column, without NULLs
    void open(ColumnValues entries, int count) {
        values = entries;
        size = count;
    }

    void close() {
        values = null;
    }

    void openPage(byte[] from, int begin, int to) throws DamagedException {
        if (values == null) {
            throw new DamagedException("page refers to a dictionary, but the chunk has none");
        }
        if (begin == to) {
            // All values of the page are NULL.
            codes.open(from, begin, to, 1);
            return;
        }
        codes.open(from, begin + 1, to, from[begin]);
    }

    /// Takes the next values.
    void read(ColumnValues to, boolean text, int begin, int count) throws IOException {
        if (count == 0) {
            return;
        }
        if (read.length < count) {
            read = new int[Math.max(count, to.nulls.length)];
        }
        codes.read(read, 0, count);
        for (int i = 0; i < count; i++) {
            if (read[i] < 0 || read[i] >= size) {
                throw new DamagedException("dictionary index out of range: number="
                        + Integer.toUnsignedLong(read[i]) + ", size=" + size);
            }
        }
        if (text) {
            texts(to, begin, count);
        } else {
            numbers(to, begin, count);
        }
    }

    private void numbers(ColumnValues to, int begin, int count) {
        if (values.isWide()) {
            to.widen(begin);
        }
        long[] from = values.longs;
        for (int i = 0; i < count; i++) {
            to.longs[begin + i] = from[read[i]];
        }
        if (to.isWide()) {
            for (int i = 0; i < count; i++) {
                to.high[begin + i] = values.isWide() ? values.high[read[i]] : from[read[i]] >> Long.SIZE - 1;
            }
        }
    }

    private void texts(ColumnValues to, int begin, int count) throws IOException {
        boolean shared = to.share(values.bytes, begin);
        for (int i = 0; i < count; i++) {
            int start = values.starts[read[i]];
            int end = values.ends[read[i]];
            if (shared) {
                to.starts[begin + i] = start;
                to.ends[begin + i] = end;
            } else {
                to.append(begin + i, values.bytes, start, end);
            }
        }
    }
}
