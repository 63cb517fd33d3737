// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.arrow;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.ImportException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;

/// The messages of a stream, which is also what a file has between its magic bytes and its footer.
///
/// **Threading**: one thread.
final class ArrowMessages {
    static final String MAGIC = "ARROW1";
    private static final int FILE_HEAD_BYTES = 8;
    private static final int PREFIX_BYTES = 8;
    private static final int TAIL_BYTES = Integer.BYTES + 6;
    private static final int MAX_METADATA_BYTES = 64 << 20;

    private final FileChannel file;
    private final long end;
    private final int batches;
    private long next;
    private long body;
    private boolean ended;

    ArrowMessages(FileChannel file) throws IOException {
        this.file = file;
        long size = file.size();
        ByteBuffer head = read(file, 0, (int) Math.min(size, FILE_HEAD_BYTES));
        if (!new String(head.array(), StandardCharsets.ISO_8859_1).startsWith(MAGIC)) {
            end = size;
            batches = -1;
            return;
        }
        next = FILE_HEAD_BYTES;
        if (size < FILE_HEAD_BYTES + TAIL_BYTES) {
            throw new DamagedException("file is cut");
        }
        ByteBuffer tail = read(file, size - TAIL_BYTES, TAIL_BYTES);
        int length = tail.getInt(0);
        if (!new String(tail.array(), Integer.BYTES, MAGIC.length(), StandardCharsets.ISO_8859_1).equals(MAGIC)) {
            throw new DamagedException("file is cut: it does not end with " + MAGIC);
        }
        if (length <= 0 || length > MAX_METADATA_BYTES || length > size - FILE_HEAD_BYTES - TAIL_BYTES) {
            throw new DamagedException("footer has a wrong length: length=" + length);
        }
        end = size - TAIL_BYTES - length;
        batches = Footer.getRootAsFooter(read(file, end, length)).recordBatchesLength();
    }

    /// Record batches that a file's footer lists; -1 of a stream.
    int batches() {
        return batches;
    }

    /// Reads the next message; its body begins at [#body].
    ///
    /// @return null at the end
    Message next() throws IOException {
        if (ended) {
            return null;
        }
        if (end - next < PREFIX_BYTES) {
            throw new DamagedException("stream has no end mark; it may be cut");
        }
        ByteBuffer prefix = read(file, next, PREFIX_BYTES);
        int length = prefix.getInt(Integer.BYTES);
        if (prefix.getInt(0) != -1) {
            throw new DamagedException("message does not begin with its mark: at=" + next);
        }
        if (length == 0) {
            ended = true;
            return null;
        }
        if (length < 0 || length > MAX_METADATA_BYTES || length > end - next - PREFIX_BYTES) {
            throw new DamagedException("message has a wrong length: length=" + length + ", at=" + next);
        }
        Message message = Message.getRootAsMessage(read(file, next + PREFIX_BYTES, length));
        body = next + PREFIX_BYTES + length;
        if (message.bodyLength() < 0 || message.bodyLength() > end - body) {
            throw new DamagedException("message is cut: body=" + message.bodyLength() + ", at=" + next);
        }
        next = body + message.bodyLength();
        return message;
    }

    /// Where the body of the message begins in the file.
    long body() {
        return body;
    }

    private static ByteBuffer read(FileChannel file, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        readFully(file, bytes, position);
        return bytes;
    }

    /// Fills the buffer from a position of the file.
    static void readFully(FileChannel file, ByteBuffer to, long position) throws IOException {
        long at = position;
        while (to.hasRemaining()) {
            int count = file.read(to, at);
            if (count < 0) {
                throw new ImportException("file was cut while it was read: bytes=" + at);
            }
            at += count;
        }
        to.flip();
    }
}
