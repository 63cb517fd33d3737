// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

/// One block of LZ4, without framing (`LZ4_RAW` of Parquet).
public final class Lz4Block implements Decompressor {
    private static final int LEAST_COPY = 4;
    private static final int MORE = 15;

    private int at;

    @Override
    public void decompress(byte[] from, int offset, int length, byte[] to, int toLength) throws DamagedException {
        int end = decompress(from, offset, length, to, 0, toLength);
        if (end != toLength) {
            throw cut();
        }
    }

    /// @param begin where the output begins; copies may refer to what lies before
    /// @param limit end of the output, at most
    /// @return end of the output
    int decompress(byte[] from, int offset, int length, byte[] to, int begin, int limit) throws DamagedException {
        int end = offset + length;
        at = offset;
        int out = begin;
        while (at < end) {
            int token = from[at++] & 0xff;
            int literals = length(token >> 4, from, end);
            if (literals > end - at || literals > limit - out) {
                throw cut();
            }
            ByteWords.copy(from, at, to, out, literals);
            at += literals;
            out += literals;
            if (at == end) {
                return out;
            }
            if (end - at < 2) {
                throw cut();
            }
            int distance = ByteWords.unsignedShort(from, at);
            at += 2;
            int count = length(token & MORE, from, end);
            if (distance == 0 || distance > out || count > limit - out - LEAST_COPY) {
                throw new DamagedException("LZ4 data refers to bytes outside: distance=" + distance + ", at=" + out);
            }
            ByteWords.repeat(to, out, distance, count + LEAST_COPY);
            out += count + LEAST_COPY;
        }
        return out;
    }

    private int length(int short4, byte[] from, int end) throws DamagedException {
        int length = short4;
        if (short4 == MORE) {
            int next;
            do {
                if (at == end || length > Integer.MAX_VALUE - 512) {
                    throw cut();
                }
                next = from[at++] & 0xff;
                length += next;
            } while (next == 0xff);
        }
        return length;
    }

    private static DamagedException cut() {
        return new DamagedException("LZ4 data is truncated or too long");
    }
}
