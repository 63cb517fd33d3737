// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.util.Arrays;

/// The values of one column in a batch, without an object per value.
///
/// **Layout**: value `i` is `longs[i]`, with the upper 64 of 128 bits in `high[i]` once [#widen] was called; or the
/// bytes of `bytes` from `starts[i]` to `ends[i]`. The value has no meaning if `nulls[i]` is true; otherwise
/// [SourceType] defines its meaning.
///
/// **Threading**: one thread writes, then any number read.
public final class ColumnValues {
    /// Bytes of the texts of a batch that are copied, at most.
    private static final int MAX_BYTES = 1 << 29;
    private static final int FIRST_BYTES = 1 << 12;
    /// Bytes that are copied one by one faster than by a call.
    private static final int SHORT_TEXT = 12;

    public long[] longs;
    public boolean[] nulls;
    public int[] starts;
    public int[] ends;
    public byte[] bytes = new byte[0];
    /// Empty unless [#widen] was called.
    public long[] high = new long[0];
    private final SourceType declared;
    private SourceType type;
    private boolean anyNulls;
    private boolean wide;
    private byte[] own = bytes;
    private int used;

    /// @param capacity maximum number of rows
    public ColumnValues(SourceType type, int capacity) {
        declared = type;
        this.type = type;
        boolean text = type.isBytes();
        nulls = new boolean[capacity];
        longs = new long[text ? 0 : capacity];
        starts = new int[text ? capacity : 0];
        ends = new int[starts.length];
    }

    /// Makes room for more rows.
    public void grow(int capacity) {
        nulls = Arrays.copyOf(nulls, capacity);
        longs = Arrays.copyOf(longs, longs.length == 0 ? 0 : capacity);
        starts = Arrays.copyOf(starts, starts.length == 0 ? 0 : capacity);
        ends = Arrays.copyOf(ends, starts.length);
    }

    /// Removes all values; afterwards none is NULL, and none has 128 bits.
    public void clear() {
        if (anyNulls) {
            Arrays.fill(nulls, false);
        }
        anyNulls = false;
        wide = false;
        type = declared;
        bytes = own;
        used = 0;
    }

    /// What the values are.
    public SourceType type() {
        return type;
    }

    /// Has values be of another type until they are forgotten. Texts keep their bytes, too.
    void become(SourceType other) {
        type = other;
    }

    /// Makes room for numbers that texts turn out to be.
    void addLongs() {
        if (longs.length < nulls.length) {
            longs = new long[nulls.length];
        }
    }

    public boolean hasNulls() {
        return anyNulls;
    }

    public void setNull(int row) {
        nulls[row] = true;
        anyNulls = true;
    }

    /// Has rows be NULL.
    ///
    /// @param which by row; empty for none
    void setNulls(boolean[] which) {
        System.arraycopy(which, 0, nulls, 0, which.length);
        anyNulls = which.length > 0;
    }

    /// Uses the bytes of another array for all values, without a copy.
    public void refer(byte[] others) {
        bytes = others;
    }

    /// Whether values have 128 bits.
    public boolean isWide() {
        return wide;
    }

    /// Gives values 128 bits from now on; those before `row` are sign-extended.
    public void widen(int row) {
        if (!wide) {
            if (high.length == 0) {
                high = new long[longs.length];
            }
            for (int i = 0; i < row; i++) {
                high[i] = longs[i] >> Long.SIZE - 1;
            }
            wide = true;
        }
    }

    /// Uses the bytes of another array for the values that follow, without a copy. This is possible only if no value so
    /// far has copied bytes or refers to a third array.
    ///
    /// @param rows values so far
    /// @return whether values may refer to the array; otherwise append a copy of each
    public boolean share(byte[] others, int rows) throws ImportException {
        if (bytes == others) {
            return true;
        }
        if (bytes == own && used == 0 && rows == 0) {
            bytes = others;
            return true;
        }
        unshare(rows);
        return false;
    }

    private void unshare(int rows) throws ImportException {
        if (bytes != own) {
            byte[] from = bytes;
            bytes = own;
            used = 0;
            for (int i = 0; i < rows; i++) {
                if (!nulls[i]) {
                    append(i, from, starts[i], ends[i]);
                }
            }
        }
    }

    /// Copies the bytes of a value.
    ///
    /// @throws ImportException if the batch would hold too many bytes
    public void append(int row, byte[] from, int begin, int end) throws ImportException {
        if (bytes != own) {
            unshare(row);
        }
        int length = end - begin;
        if (length > own.length - used) {
            if ((long) used + length > MAX_BYTES) {
                throw new ImportException("texts of " + (row + 1) + " rows take more than " + MAX_BYTES
                        + " bytes; ignore that column");
            }
            own = Arrays.copyOf(own, (int) Math.max((long) used + length, Math.max(FIRST_BYTES, 2L * own.length)));
            bytes = own;
        }
        if (length < SHORT_TEXT) {
            for (int i = 0; i < length; i++) {
                own[used + i] = from[begin + i];
            }
        } else {
            System.arraycopy(from, begin, own, used, length);
        }
        starts[row] = used;
        used += length;
        ends[row] = used;
    }

    /// Bytes of the texts of the first rows; 0 if values are numbers.
    long textBytes(int rows) {
        long sum = 0;
        for (int i = 0; type.isBytes() && i < rows; i++) {
            sum += nulls[i] ? 0 : ends[i] - starts[i];
        }
        return sum;
    }

    /// Number of bytes that were copied; a reader ends a batch early when there are many.
    public int copied() {
        return used;
    }
}
