// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

import java.util.Arrays;

/// The literals of a compressed block (RFC 8878, 3.1.1.3.1).
final class ZstdLiterals {
    private static final int STREAMS = 4;
    private static final int JUMP_BYTES = 6;

    final byte[] bytes = new byte[ZstdFrame.MAX_BLOCK_BYTES + Decompressor.SLACK];
    int length;
    private final HuffmanTable table = new HuffmanTable();
    private boolean hasTable;

    /// Forgets the table of the frame before.
    void begin() {
        hasTable = false;
    }

    /// Reads the section at the beginning of a block.
    ///
    /// @return bytes that it takes
    int read(byte[] from, int offset, int blockLength) throws DamagedException {
        if (blockLength < 1) {
            throw damaged();
        }
        int type = from[offset] & 3;
        int format = from[offset] >> 2 & 3;
        if (type < 2) {
            int header = (format & 1) == 0 ? 1 : format == 1 ? 2 : 3;
            int size = header == 1 ? (from[offset] & 0xff) >> 3 : (int) (ByteWords.word(from, offset)
                    & (1L << header * Byte.SIZE) - 1) >> 4;
            int stored = type == 0 ? size : 1;
            if (header + stored > blockLength || size > ZstdFrame.MAX_BLOCK_BYTES) {
                throw damaged();
            }
            if (type == 0) {
                System.arraycopy(from, offset + header, bytes, 0, size);
            } else {
                Arrays.fill(bytes, 0, size, from[offset + header]);
            }
            length = size;
            return header + stored;
        }
        int header = format < 2 ? 3 : format == 2 ? 4 : 5;
        int width = format < 2 ? 10 : format == 2 ? 14 : 18;
        long packed = ByteWords.word(from, offset) >>> 4;
        int size = (int) (packed & (1 << width) - 1);
        int stored = (int) (packed >>> width & (1 << width) - 1);
        if (header > blockLength || stored > blockLength - header || size > ZstdFrame.MAX_BLOCK_BYTES) {
            throw damaged();
        }
        int at = offset + header;
        int end = at + stored;
        if (type == 2) {
            at += table.read(from, at, stored);
            hasTable = true;
        }
        if (!hasTable) {
            throw new DamagedException("Zstandard block repeats codes, but no earlier block has any");
        }
        length = size;
        if (format == 0) {
            table.decode(from, at, end - at, bytes, 0, size);
        } else {
            streams(from, at, end, size);
        }
        return header + stored;
    }

    private void streams(byte[] from, int offset, int end, int size) throws DamagedException {
        int each = (size + STREAMS - 1) / STREAMS;
        int at = offset + JUMP_BYTES;
        if (at > end || size < 3 * each) {
            throw damaged();
        }
        for (int i = 0; i < STREAMS; i++) {
            int count = i < STREAMS - 1 ? ByteWords.unsignedShort(from, offset + 2 * i) : end - at;
            if (count > end - at) {
                throw damaged();
            }
            table.decode(from, at, count, bytes, i * each, i < STREAMS - 1 ? (i + 1) * each : size);
            at += count;
        }
    }

    private static DamagedException damaged() {
        return new DamagedException("Zstandard literals are damaged");
    }
}
