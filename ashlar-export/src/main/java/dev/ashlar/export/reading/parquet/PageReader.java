// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.export.reading.codec.Decompressor;
import dev.ashlar.export.reading.codec.FileBytes;
import dev.ashlar.export.reading.codec.Gzip;
import dev.ashlar.export.reading.codec.Lz4Block;
import dev.ashlar.export.reading.codec.SnappyBlock;
import dev.ashlar.export.reading.codec.ZstdFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.PageHeader;

/// The pages of a column chunk, one after the other, decompressed.
///
/// **Threading**: one thread.
final class PageReader {
    /// Of a page, decompressed. Writers aim at 1 MiB; a dictionary may be larger.
    static final int MAX_PAGE_BYTES = 256 << 20;
    private static final int READ_BYTES = 1 << 18;
    private static final int HEADER_BYTES = 1 << 12;
    private static final int MAX_HEADER_BYTES = 16 << 20;

    private final FileChannel file;
    private final long fileBytes;
    private final Map<CompressionCodec, Decompressor> decompressors = new EnumMap<>(CompressionCodec.class);
    private final CRC32 crc = new CRC32();
    private byte[] buffer = new byte[0];
    private int at;
    private int limit;
    private long position;
    private long end;
    private CompressionCodec codec;
    private byte[] page = new byte[0];

    PageReader(FileChannel file, long fileBytes) {
        this.file = file;
        this.fileBytes = fileBytes;
    }

    /// Begins a chunk.
    void open(long offset, long length, CompressionCodec compression) throws DamagedException {
        if (offset < 0 || length < 0 || offset > fileBytes - length) {
            throw new DamagedException("chunk lies outside the file: offset=" + offset + ", length=" + length);
        }
        position = offset;
        end = offset + length;
        codec = compression;
        at = 0;
        limit = 0;
    }

    /// Whether no page follows.
    boolean isAtEnd() {
        return at == limit && position == end;
    }

    /// Reads the header of the next page. Its data are then read by [#data] and the others.
    PageHeader next() throws IOException {
        for (int wanted = HEADER_BYTES;; wanted *= 4) {
            fill(wanted);
            PageHeader header = new PageHeader();
            try {
                at += ParquetFooter.readHeader(header, buffer, at, limit - at);
            } catch (IOException e) {
                boolean more = position < end && limit - at < MAX_HEADER_BYTES;
                if (more) {
                    continue;
                }
                throw new DamagedException("header of a page: " + e.getMessage());
            }
            int size = header.getCompressed_page_size();
            if (size < 0 || size > limit - at + (end - position) || header.getUncompressed_page_size() < 0
                    || header.getUncompressed_page_size() > MAX_PAGE_BYTES || size > MAX_PAGE_BYTES) {
                throw new DamagedException("page has a wrong length: compressed=" + size + ", uncompressed="
                        + header.getUncompressed_page_size());
            }
            fill(size);
            if (header.isSetCrc()) {
                crc.reset();
                crc.update(buffer, at, size);
                if ((int) crc.getValue() != header.getCrc()) {
                    throw new DamagedException("checksum of a page does not match");
                }
            }
            return header;
        }
    }

    /// Reads until this many bytes are buffered, or all that remain.
    private void fill(int wanted) throws IOException {
        if (limit - at >= wanted) {
            return;
        }
        int kept = limit - at;
        int size = (int) Math.min(Math.max(wanted, READ_BYTES), kept + (end - position));
        if (size > buffer.length - Decompressor.SLACK) {
            buffer = at == limit ? allocate(size) : move(allocate(size));
        } else {
            System.arraycopy(buffer, at, buffer, 0, kept);
        }
        at = 0;
        limit = kept;
        int more = size - kept;
        FileBytes.readFully(file, ByteBuffer.wrap(buffer, limit, more), position);
        position += more;
        limit += more;
    }

    private byte[] move(byte[] larger) {
        System.arraycopy(buffer, at, larger, 0, limit - at);
        return larger;
    }

    private static byte[] allocate(int size) throws DamagedException {
        try {
            return new byte[size + Decompressor.SLACK];
        } catch (OutOfMemoryError _) {
            throw new DamagedException("page needs more memory than there is: bytes=" + size);
        }
    }

    /// Bytes of the page that are stored as they are, in front of what is compressed.
    byte[] plain(int length) {
        byte[] bytes = Arrays.copyOfRange(buffer, at, at + length + Decompressor.SLACK);
        at += length;
        return bytes;
    }

    /// Skips the rest of the page.
    void skip(int length) {
        at += length;
    }

    /// Decompresses the rest of the page.
    ///
    /// @param length     bytes that are stored
    /// @param toLength   bytes after decompression
    /// @param compressed whether they are compressed at all
    /// @param kept       whether the array is kept after the next page was read
    /// @return the bytes, and some behind them
    byte[] data(int length, int toLength, boolean compressed, boolean kept) throws IOException {
        if (kept || page.length < toLength + Decompressor.SLACK) {
            byte[] fresh = allocate(toLength);
            page = kept ? page : fresh;
            return data(length, toLength, compressed, fresh);
        }
        return data(length, toLength, compressed, page);
    }

    private byte[] data(int length, int toLength, boolean compressed, byte[] to) throws DamagedException {
        if (!compressed || codec == CompressionCodec.UNCOMPRESSED) {
            if (length != toLength) {
                throw new DamagedException("page has a wrong length: stored=" + length + ", expected=" + toLength);
            }
            System.arraycopy(buffer, at, to, 0, length);
        } else if (toLength > 0) {
            Decompressor decompressor = decompressors.get(codec);
            if (decompressor == null) {
                decompressor = decompressor(codec);
                decompressors.put(codec, decompressor);
            }
            decompressor.decompress(buffer, at, length, to, toLength);
        }
        at += length;
        return to;
    }

    private static Decompressor decompressor(CompressionCodec codec) throws DamagedException {
        return switch (codec) {
            case SNAPPY -> new SnappyBlock();
            case GZIP -> new Gzip();
            case ZSTD -> new ZstdFrame();
            case LZ4_RAW -> new Lz4Block();
            case UNCOMPRESSED, LZO, BROTLI, LZ4 -> throw new DamagedException("pages are compressed by " + codec
                    + ", which is not supported; write the file with ZSTD, SNAPPY, GZIP or LZ4_RAW");
        };
    }
}
