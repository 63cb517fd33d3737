// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.arrow;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.export.reading.codec.Decompressor;
import dev.ashlar.export.reading.codec.FileBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/// A buffer of a record batch: in the file, or decompressed.
///
/// **Threading**: one thread.
record ArrowBuffer(FileChannel file, long position, long length, byte[] bytes) {
    private static final int LENGTH_BYTES = Long.BYTES;
    /// Of a buffer that is decompressed, or read as a whole.
    private static final int MAX_BYTES = 1 << 30;

    /// @param decompressor null if buffers are not compressed
    static ArrowBuffer of(FileChannel file, long position, long length, Decompressor decompressor) throws IOException {
        if (decompressor == null || length == 0) {
            return new ArrowBuffer(file, position, length, null);
        }
        if (length < LENGTH_BYTES || length > MAX_BYTES) {
            throw new DamagedException("compressed buffer has a wrong length: length=" + length);
        }
        ByteBuffer head = ByteBuffer.allocate(LENGTH_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        FileBytes.readFully(file, head, position);
        long size = head.getLong(0);
        if (size == -1) {
            return new ArrowBuffer(file, position + LENGTH_BYTES, length - LENGTH_BYTES, null);
        }
        if (size < 0 || size > MAX_BYTES) {
            throw new DamagedException("buffer is too large, decompressed: bytes=" + size + ", most=" + MAX_BYTES);
        }
        int stored = (int) (length - LENGTH_BYTES);
        byte[] from = allocate(stored);
        FileBytes.readFully(file, ByteBuffer.wrap(from, 0, stored), position + LENGTH_BYTES);
        byte[] to = allocate(size);
        decompressor.decompress(from, 0, stored, to, (int) size);
        return new ArrowBuffer(file, 0, size, to);
    }

    /// An array of this size, with [Decompressor#SLACK] more bytes behind it.
    static byte[] allocate(long size) throws DamagedException {
        if (size > MAX_BYTES) {
            throw new DamagedException("buffer is too large: bytes=" + size + ", most=" + MAX_BYTES);
        }
        try {
            return new byte[(int) size + Decompressor.SLACK];
        } catch (OutOfMemoryError _) {
            throw new DamagedException("buffer needs more memory than there is: bytes=" + size);
        }
    }

    /// Copies bytes to the beginning of an array.
    void read(long from, int count, byte[] to) throws IOException {
        require(from, count);
        if (bytes != null) {
            System.arraycopy(bytes, (int) from, to, 0, count);
        } else {
            FileBytes.readFully(file, ByteBuffer.wrap(to, 0, count), position + from);
        }
    }

    void require(long from, long count) throws DamagedException {
        if (from < 0 || count < 0 || from > length - count) {
            throw new DamagedException("buffer ends early: length=" + length + ", from=" + from + ", bytes=" + count);
        }
    }

    /// The bytes, some behind them.
    byte[] all() throws IOException {
        if (bytes != null) {
            return bytes;
        }
        byte[] whole = allocate(length);
        read(0, (int) length, whole);
        return whole;
    }
}
