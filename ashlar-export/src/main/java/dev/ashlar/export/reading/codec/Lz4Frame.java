// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

/// LZ4 frames, as in buffers of Arrow. Checksums are not verified.
public final class Lz4Frame implements Decompressor {
    private static final int MAGIC = 0x184d2204;
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 7;

    private final Lz4Block block = new Lz4Block();

    @Override
    public void decompress(byte[] from, int offset, int length, byte[] to, int toLength) throws DamagedException {
        int at = offset;
        int end = offset + length;
        int out = 0;
        while (at < end) {
            if (end - at < HEADER_BYTES || ByteWords.integer(from, at) != MAGIC
                    || (from[at + 4] & 0xff) >> 6 != VERSION) {
                throw new DamagedException("no LZ4 frame");
            }
            int flags = from[at + 4];
            boolean blockChecksums = (flags & 0x10) != 0;
            boolean dictionary = (flags & 1) != 0;
            if (dictionary) {
                throw new DamagedException("LZ4 frame needs a dictionary");
            }
            at += HEADER_BYTES + ((flags & 8) != 0 ? Long.BYTES : 0);
            while (true) {
                if (end - at < Integer.BYTES) {
                    throw new DamagedException("LZ4 frame is truncated");
                }
                int size = ByteWords.integer(from, at);
                at += Integer.BYTES;
                if (size == 0) {
                    break;
                }
                boolean stored = size < 0;
                int bytes = size & Integer.MAX_VALUE;
                if (bytes > end - at || stored && bytes > toLength - out) {
                    throw new DamagedException("LZ4 frame is truncated or too long");
                }
                if (stored) {
                    System.arraycopy(from, at, to, out, bytes);
                    out += bytes;
                } else {
                    out = block.decompress(from, at, bytes, to, out, toLength);
                }
                at += bytes + (blockChecksums ? Integer.BYTES : 0);
            }
            at += (flags & 4) != 0 ? Integer.BYTES : 0;
        }
        if (at != end || out != toLength) {
            throw new DamagedException("LZ4 data has a wrong length: length=" + out + ", expected=" + toLength);
        }
    }
}
