// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.ByteWords;
import dev.ashlar.export.reading.codec.DamagedException;

/// Whole numbers as packed differences (DELTA_BINARY_PACKED).
///
/// **Threading**: one thread.
final class Deltas implements PageValues {
    private static final int MAX_BLOCK = 1 << 16;
    private static final int MAX_WIDTH = 64;

    private byte[] bytes;
    private int at;
    private int end;
    private int blockValues;
    private int miniBlocks;
    private long left;
    private long last;
    private boolean first;
    private long least;
    private int widths;
    private int mini;
    private int inMini;
    private int width;
    private long bit;
    /// Whether sums wrap at 32 bits.
    private boolean narrow;

    /// @param from with slack behind `to`
    /// @param most values of the page, NULLs included
    void open(byte[] from, int begin, int to, boolean wrap32, int most) throws DamagedException {
        bytes = from;
        at = begin;
        end = to;
        narrow = wrap32;
        blockValues = (int) Math.min(Integer.MAX_VALUE, varint());
        miniBlocks = (int) Math.min(Integer.MAX_VALUE, varint());
        long total = varint();
        last = zigzag();
        if (blockValues <= 0 || blockValues > MAX_BLOCK || miniBlocks <= 0 || blockValues % miniBlocks != 0
                || blockValues / miniBlocks % Byte.SIZE != 0) {
            throw new DamagedException("differences have wrong blocks: values=" + blockValues + ", parts=" + miniBlocks);
        }
        if (total < 0 || total > most) {
            throw new DamagedException("differences have a wrong number of values: values=" + total + ", of page="
                    + most);
        }
        left = total;
        first = true;
        mini = miniBlocks;
        inMini = 0;
    }

    /// Drops the rest of a page.
    void close() {
        left = 0;
    }

    @Override
    public void numbers(long[] to, int begin, int count) throws DamagedException {
        for (int i = begin; i < begin + count; i++) {
            to[i] = next();
        }
    }

    long next() throws DamagedException {
        if (left == 0) {
            throw new DamagedException("differences end early");
        }
        left--;
        if (first) {
            first = false;
            return last = narrow ? (int) last : last;
        }
        if (inMini == 0) {
            part();
        }
        inMini--;
        long delta = width == 0 ? 0 : bits();
        last += least + delta;
        return last = narrow ? (int) last : last;
    }

    private long bits() {
        int shift = (int) (bit & 7);
        int word = (int) (bit >>> 3);
        bit += width;
        long value = ByteWords.word(bytes, word) >>> shift;
        if (shift + width > Long.SIZE) {
            value |= (long) bytes[word + Long.BYTES] << Long.SIZE - shift;
        }
        return width == MAX_WIDTH ? value : value & (1L << width) - 1;
    }

    private void part() throws DamagedException {
        if (mini == miniBlocks) {
            least = zigzag();
            widths = at;
            at += miniBlocks;
            mini = 0;
            if (at > end) {
                throw new DamagedException("differences end early");
            }
        }
        width = bytes[widths + mini++] & 0xff;
        inMini = blockValues / miniBlocks;
        long size = (long) inMini * width / Byte.SIZE;
        // The part that has the last value may be cut behind it.
        long needed = left + 1 < inMini ? ((left + 1) * width + Byte.SIZE - 1) / Byte.SIZE : size;
        if (width > MAX_WIDTH || needed > end - at) {
            throw new DamagedException("differences end early or have a wrong width: bits=" + width);
        }
        bit = (long) at * Byte.SIZE;
        at += (int) Math.min(size, end - at);
    }

    /// Skips the remaining numbers.
    ///
    /// @return where the numbers end
    int skipAll() throws DamagedException {
        while (left > 0) {
            next();
        }
        // Parts of the last block that have no values take no bytes.
        return at;
    }

    private long varint() throws DamagedException {
        long value = 0;
        for (int shift = 0;; shift += 7) {
            if (at >= end || shift > 63) {
                throw new DamagedException("differences end early");
            }
            value |= (long) (bytes[at] & 0x7f) << shift;
            if (bytes[at++] >= 0) {
                return value;
            }
        }
    }

    private long zigzag() throws DamagedException {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }
}
