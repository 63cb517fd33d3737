// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

import java.util.Arrays;

/// Zstandard frames (RFC 8878), without dictionaries. Checksums of frames are not verified.
public final class ZstdFrame implements Decompressor {
    static final int MAX_BLOCK_BYTES = 128 << 10;
    private static final int MAGIC = 0xfd2fb528;
    private static final int SKIPPED = 0x184d2a50;
    private static final int BLOCK_HEADER_BYTES = 3;

    private final ZstdLiterals literals = new ZstdLiterals();
    private final ZstdSequences sequences = new ZstdSequences();
    private int at;
    private int end;

    @Override
    public void decompress(byte[] from, int offset, int length, byte[] to, int toLength) throws DamagedException {
        at = offset;
        end = offset + length;
        int out = 0;
        while (at < end) {
            require(Integer.BYTES);
            int magic = ByteWords.integer(from, at);
            at += Integer.BYTES;
            if ((magic & ~0xf) == SKIPPED) {
                require(Integer.BYTES);
                long size = Integer.toUnsignedLong(ByteWords.integer(from, at));
                at += Integer.BYTES;
                require(size);
                at += (int) size;
            } else if (magic == MAGIC) {
                out = frame(from, to, out, toLength);
            } else {
                throw new DamagedException("not a Zstandard frame");
            }
        }
        if (out != toLength) {
            throw new DamagedException("Zstandard data has a wrong length: length=" + out + ", expected=" + toLength);
        }
    }

    private void require(long bytes) throws DamagedException {
        if (bytes > end - at) {
            throw new DamagedException("Zstandard data is truncated");
        }
    }

    private int frame(byte[] from, byte[] to, int begin, int limit) throws DamagedException {
        require(1);
        int flags = from[at++];
        boolean single = (flags & 0x20) != 0;
        int dictionaryBytes = (flags & 3) == 3 ? 4 : flags & 3;
        int sizeFlag = flags >> 6 & 3;
        int sizeBytes = sizeFlag == 0 ? single ? 1 : 0 : 1 << sizeFlag;
        int header = (single ? 0 : 1) + dictionaryBytes + sizeBytes;
        require(header);
        if ((flags & 8) != 0) {
            throw new DamagedException("Zstandard frame has a reserved flag");
        }
        for (int i = 0; i < dictionaryBytes; i++) {
            if (from[at + (single ? 0 : 1) + i] != 0) {
                throw new DamagedException("Zstandard frame needs a dictionary");
            }
        }
        at += header;
        literals.begin();
        sequences.begin();
        int out = begin;
        boolean last = false;
        while (!last) {
            require(BLOCK_HEADER_BYTES);
            int block = ByteWords.unsignedShort(from, at) | (from[at + 2] & 0xff) << 16;
            at += BLOCK_HEADER_BYTES;
            last = (block & 1) != 0;
            out = block(from, block >> 1 & 3, block >> 3, to, out, begin, limit);
        }
        if ((flags & 4) != 0) {
            require(Integer.BYTES);
            at += Integer.BYTES;
        }
        return out;
    }

    private int block(byte[] from, int type, int size, byte[] to, int out, int frame, int limit)
            throws DamagedException {
        require(type == 1 ? 1 : size);
        switch (type) {
            case 0, 1 -> {
                if (size > limit - out) {
                    throw new DamagedException("Zstandard block is too long");
                }
                if (type == 0) {
                    System.arraycopy(from, at, to, out, size);
                    at += size;
                } else {
                    Arrays.fill(to, out, out + size, from[at++]);
                }
                return out + size;
            }
            case 2 -> {
                if (size > MAX_BLOCK_BYTES) {
                    throw new DamagedException("Zstandard block is too long");
                }
                int section = literals.read(from, at, size);
                int written = sequences.execute(from, at + section, at + size, literals, to, out, frame, limit);
                at += size;
                return written;
            }
            default -> throw new DamagedException("Zstandard block of an unknown type");
        }
    }
}
