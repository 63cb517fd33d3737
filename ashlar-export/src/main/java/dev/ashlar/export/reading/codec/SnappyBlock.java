// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

/// Snappy without framing: the length, then literals and copies.
public final class SnappyBlock implements Decompressor {
    private static final int MAX_VARINT_BYTES = 5;

    @Override
    public void decompress(byte[] from, int offset, int length, byte[] to, int toLength) throws DamagedException {
        int limit = offset + length;
        int at = offset;
        long declared = 0;
        boolean more = true;
        for (int i = 0; more; i++) {
            if (at == limit || i == MAX_VARINT_BYTES) {
                throw new DamagedException("Snappy data has no length");
            }
            declared |= (long) (from[at] & 0x7f) << 7 * i;
            more = from[at++] < 0;
        }
        if (declared != toLength) {
            throw new DamagedException("Snappy data has a wrong length: length=" + declared + ", expected=" + toLength);
        }
        int out = 0;
        while (at < limit) {
            int tag = from[at++] & 0xff;
            if ((tag & 3) == 0) {
                int count = (tag >> 2) + 1;
                int bytes = Math.max(0, count - 60);
                if (bytes > limit - at) {
                    throw cut();
                }
                if (bytes > 0) {
                    long wide = ByteWords.word(from, at) & (1L << Byte.SIZE * bytes) - 1;
                    count = (int) Math.min(Integer.MAX_VALUE, wide + 1);
                    at += bytes;
                }
                if (count > limit - at || count > toLength - out) {
                    throw cut();
                }
                ByteWords.copy(from, at, to, out, count);
                at += count;
                out += count;
                continue;
            }
            int size = (tag & 3) == 1 ? 1 : (tag & 3) == 2 ? 2 : 4;
            if (size > limit - at) {
                throw cut();
            }
            int count = size == 1 ? (tag >> 2 & 7) + 4 : (tag >> 2) + 1;
            int distance = size == 1 ? (tag >> 5) << 8 | from[at] & 0xff
                    : size == 2 ? ByteWords.unsignedShort(from, at) : ByteWords.integer(from, at);
            at += size;
            if (distance <= 0 || distance > out || count > toLength - out) {
                throw new DamagedException("Snappy data refers to bytes outside: distance=" + distance + ", at=" + out);
            }
            ByteWords.repeat(to, out, distance, count);
            out += count;
        }
        if (out != toLength) {
            throw cut();
        }
    }

    private static DamagedException cut() {
        return new DamagedException("Snappy data is truncated or too long");
    }
}
