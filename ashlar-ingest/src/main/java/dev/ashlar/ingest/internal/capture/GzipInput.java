// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.capture;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// Decompresses gzip (RFC 1952): one member, or several one after the other, and perhaps zeros behind the last one.
///
/// Not [java.util.zip.GZIPInputStream]: that ends silently if the header of a later member is damaged.
///
/// **Failure**: [EOFException] if the input ends inside a member, [ZipException] if it is damaged; both behind the
/// bytes that were there before.
public final class GzipInput extends InputStream {
    private static final int BUFFER_LENGTH = 1 << 16;
    private static final int FIRST_MAGIC = 0x1F;
    private static final int SECOND_MAGIC = 0x8B;
    private static final int DEFLATE = 8;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;
    /// Time, flags and system in a header.
    private static final int UNUSED_LENGTH = 6;

    private final InputStream input;
    private final byte[] buffer = new byte[BUFFER_LENGTH];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    /// Where the bytes are that the inflater has not got yet.
    private int at;
    private int end;
    /// Bytes of the input before those in the buffer.
    private long before;
    private long boundary = -1;
    private boolean ended;
    /// What follows the bytes that were read; null if nothing is known of it.
    private ZipException damage;

    /// Reads the first header.
    ///
    /// @param input owned once this has returned
    public GzipInput(InputStream input) throws IOException {
        this.input = input;
        try {
            readHeader(next());
        } catch (IOException | RuntimeException e) {
            inflater.end();
            throw e;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (!ended && length > 0) {
            int count = inflate(bytes, offset, length);
            if (count > 0) {
                crc.update(bytes, offset, count);
                return count;
            }
            if (inflater.finished()) {
                at = end - inflater.getRemaining();
                readTrailer();
                nextMember();
            } else if (inflater.needsDictionary()) {
                throw new ZipException("preset dictionary");
            } else {
                if (at == end && !fill()) {
                    throw new EOFException("the input ends inside a member");
                }
                inflater.setInput(buffer, at, end - at);
                at = end;
            }
        }
        return ended ? -1 : 0;
    }

    private int inflate(byte[] bytes, int offset, int length) throws ZipException {
        if (damage != null) {
            throw damage;
        }
        long written = inflater.getBytesWritten();
        try {
            return inflater.inflate(bytes, offset, length);
        } catch (DataFormatException e) {
            damage = new ZipException(e.getMessage() == null ? "invalid compressed data" : e.getMessage());
            int before = (int) (inflater.getBytesWritten() - written);
            if (before == 0) {
                throw damage;
            }
            return before;
        }
    }

    /// @return false at the end of the input
    private boolean fill() throws IOException {
        before += end;
        at = 0;
        end = Math.max(0, input.read(buffer, 0, buffer.length));
        return end > 0;
    }

    private int nextOrEnd() throws IOException {
        return at < end || fill() ? Byte.toUnsignedInt(buffer[at++]) : -1;
    }

    private int next() throws IOException {
        int value = nextOrEnd();
        if (value < 0) {
            throw new EOFException("the input ends inside a member");
        }
        crc.update(value);
        return value;
    }

    private long nextInt() throws IOException {
        return next() | next() << 8 | next() << 16 | (long) next() << 24;
    }

    private void readHeader(int first) throws IOException {
        if (first != FIRST_MAGIC || next() != SECOND_MAGIC) {
            throw new ZipException("no member begins where one should");
        }
        if (next() != DEFLATE) {
            throw new ZipException("unknown compression method");
        }
        int flags = next();
        if ((flags & RESERVED) != 0) {
            throw new ZipException("unknown flags of a header");
        }
        skip(UNUSED_LENGTH);
        if ((flags & EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        int sum = (int) crc.getValue() & 0xFFFF;
        if ((flags & HEADER_CRC) != 0 && (next() | next() << 8) != sum) {
            throw new ZipException("wrong checksum of a header");
        }
        crc.reset();
        inflater.reset();
    }

    private void skip(int length) throws IOException {
        for (int i = 0; i < length; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        int value = next();
        while (value != 0) {
            value = next();
        }
    }

    private void readTrailer() throws IOException {
        long sum = crc.getValue();
        if (nextInt() != sum || nextInt() != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
            throw new ZipException("wrong checksum or length of a member");
        }
    }

    /// Where a member ended behind which there is no whole header and more than zeros; -1 if that did not happen.
    public long boundary() {
        return boundary;
    }

    private void nextMember() throws IOException {
        boundary = before + at;
        int value = nextOrEnd();
        boolean padded = value == 0;
        while (value == 0) {
            value = nextOrEnd();
        }
        if (value < 0) {
            ended = true;
            boundary = -1;
            return;
        }
        if (padded) {
            throw new ZipException("more than zeros behind the last member");
        }
        crc.reset();
        crc.update(value);
        readHeader(value);
        boundary = -1;
    }

    /// More than 0 until the end, so that a channel on this fills its buffer.
    @Override
    public int available() {
        return ended ? 0 : 1;
    }

    @Override
    public void close() throws IOException {
        ended = true;
        inflater.end();
        input.close();
    }
}
