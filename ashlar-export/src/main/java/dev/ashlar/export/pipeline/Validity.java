// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.pipeline;

import dev.ashlar.export.pipeline.ColumnarFile.Part;
import java.util.List;

/// Which rows of a group have a value in a column.
///
/// @param nulls bits of the rows; empty if all have one
public record Validity(int rows, long[] nulls, int nullCount) {
    private static final long[] NONE = {};

    public static Validity of(List<Part> parts) {
        int rows = 0;
        boolean any = false;
        for (Part part : parts) {
            rows += part.rows();
            any |= part.vector().mayBeNull();
        }
        if (!any) {
            return new Validity(rows, NONE, 0);
        }
        long[] nulls = new long[(rows + Long.SIZE - 1) / Long.SIZE + 1];
        int row = 0;
        for (Part part : parts) {
            if (part.vector().mayBeNull()) {
                add(part.vector().nulls(), part.rows(), nulls, row);
            }
            row += part.rows();
        }
        int count = 0;
        for (long word : nulls) {
            count += Long.bitCount(word);
        }
        return count == 0 ? new Validity(rows, NONE, 0) : new Validity(rows, nulls, count);
    }

    private static void add(long[] from, int rows, long[] to, int at) {
        int shift = at & 63;
        for (int i = 0; i << 6 < rows; i++) {
            int left = rows - (i << 6);
            long bits = left >= Long.SIZE ? from[i] : from[i] & (1L << left) - 1;
            int word = (at >> 6) + i;
            to[word] |= bits << shift;
            if (shift > 0) {
                to[word + 1] |= bits >>> -shift;
            }
        }
    }

    public boolean isNull(int row) {
        return nulls.length > 0 && (nulls[row >> 6] >>> row & 1) != 0;
    }

    /// How many of some rows have a value.
    public int values(int from, int to) {
        if (nulls.length == 0) {
            return to - from;
        }
        int count = 0;
        int row = from;
        for (; row < to && (row & 63) != 0; row++) {
            count += isNull(row) ? 1 : 0;
        }
        for (; row + Long.SIZE <= to; row += Long.SIZE) {
            count += Long.bitCount(nulls[row >> 6]);
        }
        for (; row < to; row++) {
            count += isNull(row) ? 1 : 0;
        }
        return to - from - count;
    }
}
