// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.arrow;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.export.reading.codec.FileBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.Schema;

/// The messages of a stream in their order, or of a file by the places in its footer: dictionaries, then record
/// batches.
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
    private final Footer footer;
    private final long[] places;
    private int taken;
    private long next;
    private long body;
    private boolean ended;

    ArrowMessages(FileChannel file) throws IOException {
        this.file = file;
        long size = file.size();
        ByteBuffer head = read(file, 0, (int) Math.min(size, FILE_HEAD_BYTES));
        if (!new String(head.array(), StandardCharsets.ISO_8859_1).startsWith(MAGIC)) {
            end = size;
            footer = null;
            places = new long[0];
            return;
        }
        if (size < FILE_HEAD_BYTES + TAIL_BYTES) {
            throw new DamagedException("file is truncated");
        }
        ByteBuffer tail = read(file, size - TAIL_BYTES, TAIL_BYTES);
        int length = tail.getInt(0);
        if (!new String(tail.array(), Integer.BYTES, MAGIC.length(), StandardCharsets.ISO_8859_1).equals(MAGIC)) {
            throw new DamagedException("file is truncated: it does not end with " + MAGIC);
        }
        if (length <= 0 || length > MAX_METADATA_BYTES || length > size - FILE_HEAD_BYTES - TAIL_BYTES) {
            throw new DamagedException("footer has a wrong length: length=" + length);
        }
        end = size - TAIL_BYTES - length;
        footer = Footer.getRootAsFooter(read(file, end, length));
        int dictionaries = footer.dictionariesLength();
        int batches = footer.recordBatchesLength();
        if (dictionaries < 0 || batches < 0 || (long) dictionaries + batches > length) {
            throw new DamagedException("footer lists a wrong number of messages: messages=" + dictionaries + " and "
                    + batches);
        }
        places = new long[dictionaries + batches];
        for (int i = 0; i < places.length; i++) {
            places[i] = (i < dictionaries ? footer.dictionaries(i) : footer.recordBatches(i - dictionaries)).offset();
        }
    }

    /// Reads the schema, which comes first.
    ArrowSchema schema() throws IOException {
        if (footer != null) {
            return new ArrowSchema(footer.schema(), footer.version());
        }
        Message message = next();
        if (message == null || message.headerType() != MessageHeader.Schema) {
            throw new DamagedException("it does not begin with a schema");
        }
        return new ArrowSchema((Schema) message.header(new Schema()), message.version());
    }

    /// Reads the next message; its body begins at [#body].
    ///
    /// @return null at the end
    Message next() throws IOException {
        if (ended || footer != null && taken == places.length) {
            return null;
        }
        if (footer != null) {
            next = places[taken++];
        }
        if (next < 0 || end - next < PREFIX_BYTES) {
            throw new DamagedException(footer != null ? "message lies outside the file: at=" + next
                    : "stream has no end mark; it may be truncated");
        }
        ByteBuffer prefix = read(file, next, PREFIX_BYTES);
        int length = prefix.getInt(Integer.BYTES);
        if (prefix.getInt(0) != -1) {
            throw new DamagedException("message does not begin with its mark: at=" + next);
        }
        if (length == 0 && footer == null) {
            ended = true;
            return null;
        }
        if (length <= 0 || length > MAX_METADATA_BYTES || length > end - next - PREFIX_BYTES) {
            throw new DamagedException("message has a wrong length: length=" + length + ", at=" + next);
        }
        Message message = Message.getRootAsMessage(read(file, next + PREFIX_BYTES, length));
        body = next + PREFIX_BYTES + length;
        if (message.bodyLength() < 0 || message.bodyLength() > end - body) {
            throw new DamagedException("message is truncated: body=" + message.bodyLength() + ", at=" + next);
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
        FileBytes.readFully(file, bytes, position);
        return bytes;
    }
}
