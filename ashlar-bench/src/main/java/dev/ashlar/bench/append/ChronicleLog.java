// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.bytes.SyncMode;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import net.openhft.chronicle.wire.DocumentContext;

/// A Chronicle Queue, used as its documentation recommends for speed: bytes written to the document in place, an index
/// entry for every 1024th document, large blocks, no checks.
final class ChronicleLog implements RowLog {
    private final Work work;
    private final Arena arena = Arena.ofConfined();
    private final PointerBytesStore messages = new PointerBytesStore();
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;

    ChronicleLog(Path folder, Work work, Promise promise) {
        this.work = work;
        MemorySegment memory = arena.allocate((long) Quotes.COUNT * Quotes.MESSAGE_LENGTH, 64);
        Quotes.writeMessages(memory);
        messages.set(memory.address(), memory.byteSize());
        queue = SingleChronicleQueueBuilder.binary(folder).rollCycle(LargeRollCycles.HUGE_DAILY).blockSize(256 << 20)
                .checkInterrupts(false).syncMode(promise == Promise.NONE ? SyncMode.NONE : SyncMode.SYNC).build();
        appender = queue.createAppender();
    }

    @Override
    public void append(long first, int rows) {
        for (long row = first; row < first + rows; row++) {
            try (DocumentContext document = appender.writingDocument()) {
                Bytes<?> bytes = document.wire().bytes();
                if (work == Work.TRADES) {
                    put(bytes, row);
                } else {
                    bytes.write(messages, (row & Quotes.MASK) * Quotes.MESSAGE_LENGTH, Quotes.MESSAGE_LENGTH);
                }
            }
        }
    }

    private static void put(Bytes<?> bytes, long row) {
        bytes.writeLong(row).writeLong(TradeRow.clientId(row)).writeInt(TradeRow.VENUE)
                .writeInt(TradeRow.instrument(row)).writeLong(TradeRow.price(row)).writeLong(TradeRow.quantity(row))
                .writeShort(TradeRow.side(row));
    }

    @Override
    public void sync() {
        appender.sync();
    }

    /// An appender is for one thread, and sync is a method of the appender.
    @Override
    public Syncing syncing() {
        return Syncing.WRITER;
    }

    @Override
    public long readBack(long rows) throws IOException {
        long digest = 0;
        long row = 0;
        try (ExcerptTailer tailer = queue.createTailer()) {
            while (true) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        break;
                    }
                    Bytes<?> bytes = document.wire().bytes();
                    digest = work.stepAt(bytes.readPosition(), digest, bytes::readLong, bytes::readInt);
                    row++;
                }
            }
        }
        if (row != rows) {
            throw new IOException("not all rows are there: rows=" + row + ", expected=" + rows);
        }
        return digest;
    }

    @Override
    public void close() {
        appender.close();
        queue.close();
        arena.close();
    }
}
