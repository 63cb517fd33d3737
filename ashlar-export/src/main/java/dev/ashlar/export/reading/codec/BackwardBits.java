// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

/// Bits of a stream that is read from its end, as FSE and Huffman codes of Zstandard are.
///
/// A 1 in the last byte marks the end; bits before the first are 0.
final class BackwardBits {
    private static final int MAX_READ = 56;

    private byte[] bytes;
    private int begin;
    /// Bits that are left.
    private long left;

    /// @param length in bytes; the array has [Decompressor#SLACK] more
    void open(byte[] from, int offset, int length) throws DamagedException {
        if (length <= 0 || from[offset + length - 1] == 0) {
            throw new DamagedException("Zstandard stream of bits has no end mark");
        }
        bytes = from;
        begin = offset;
        int last = from[offset + length - 1] & 0xff;
        left = (length - 1L) * Byte.SIZE + (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(last));
    }

    /// @param count at most 56
    long read(int count) {
        left -= count;
        return bitsAt(left, count);
    }

    /// The next bits without taking them.
    int peek(int count) {
        return (int) bitsAt(left - count, count);
    }

    void skip(int count) {
        left -= count;
    }

    private long bitsAt(long at, int count) {
        long mask = (1L << count) - 1;
        if (at >= 0) {
            return ByteWords.word(bytes, begin + (int) (at >>> 3)) >>> (at & 7) & mask;
        }
        return at <= -MAX_READ ? 0 : ByteWords.word(bytes, begin) << -at & mask;
    }

    /// Bits that are left; negative if more were read than there are.
    long left() {
        return left;
    }
}
