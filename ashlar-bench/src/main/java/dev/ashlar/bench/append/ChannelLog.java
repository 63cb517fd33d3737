// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import static dev.ashlar.bench.tables.StoreTables.INT;
import static dev.ashlar.bench.tables.StoreTables.LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file with plain writes: the solution without a library.
final class ChannelLog implements RowLog {
    enum Way {
        /// When it is full: its contents are lost if the process crashes.
        BUFFERED,
        /// After each row.
        ROWS,
        /// After each batch.
        BATCHES
    }

    static final int BUFFER_BYTES = 1 << 16;

    private final Work work;
    private final Way way;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer messages;

    ChannelLog(Path folder, Work work, Way way) throws IOException {
        this.work = work;
        this.way = way;
        messages = ByteBuffer.allocateDirect(Quotes.COUNT * Quotes.MESSAGE_LENGTH);
        Quotes.writeMessages(MemorySegment.ofBuffer(messages));
        channel = FileChannel.open(folder.resolve("rows"), StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    @Override
    public void append(long first, int rows) throws IOException {
        for (long row = first; row < first + rows; row++) {
            if (buffer.remaining() < work.bytes) {
                write();
            }
            if (work == Work.TRADES) {
                put(row);
            } else {
                int at = buffer.position();
                buffer.put(at, messages, (int) (row & Quotes.MASK) * Quotes.MESSAGE_LENGTH, Quotes.MESSAGE_LENGTH);
                buffer.position(at + Quotes.MESSAGE_LENGTH);
            }
            if (way == Way.ROWS) {
                write();
            }
        }
        if (way == Way.BATCHES) {
            write();
        }
    }

    private void put(long row) {
        buffer.putLong(row).putLong(TradeRow.clientId(row)).putInt(TradeRow.VENUE).putInt(TradeRow.instrument(row))
                .putLong(TradeRow.price(row)).putLong(TradeRow.quantity(row)).putShort(TradeRow.side(row));
    }

    private void write() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    @Override
    public void settle() throws IOException {
        write();
    }

    @Override
    public void sync() throws IOException {
        channel.force(false);
    }

    @Override
    public Syncing syncing() {
        return Syncing.BESIDE;
    }

    @Override
    public long readBack(long rows) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            if (file.byteSize() != rows * work.bytes) {
                throw new IOException("not all rows are there: bytes=" + file.byteSize() + ", expected="
                        + rows * work.bytes);
            }
            long digest = 0;
            for (long row = 0; row < rows; row++) {
                digest = work.stepAt(row * work.bytes, digest, at -> file.get(LONG, at), at -> file.get(INT, at));
            }
            return digest;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
