// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.source;

import dev.ashlar.ingest.IngestReport;
import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.internal.capture.Rotation;
import dev.ashlar.ingest.internal.framing.SourceContext;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Reads another source on a thread of its own, some batches ahead of who is handed the messages.
///
/// Polls, messages, and where the source fails, are those of the other source. What a report says of skipped packets
/// and channels is of all that was read, which may be some batches more than was handed out until the end is reached.
///
/// **Threading**: one thread at a time uses it; it makes one. That reads the other source under a lock, which it leaves
/// while it goes from batch to batch, so that reports can be made.
///
/// **Ownership**: owns the other source, its thread and the batches. [#close] ends the thread after the current poll.
public final class ReadAheadMessages implements MessageSource {
    private static final int BATCHES = 4;

    /// Ends the thread from within the other source.
    private static final class Closed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Closed() {
            super("closed", null, false, false);
        }
    }

    private final Arena arena = Arena.ofShared();
    private final MessageSource source;
    private final LongSupplier bytesRead;
    private final boolean packets;
    private final Rotation<MessageBatch> batches = new Rotation<>(
            Stream.generate(() -> new MessageBatch(arena)).limit(BATCHES).toList());
    private final ReentrantLock reading = new ReentrantLock();
    private final MessageHandler copier = this::copy;
    private Thread thread;
    /// Of the thread; null before the first.
    private MessageBatch filling;
    /// Of the reader: the batch that it is in, and where.
    private MessageBatch batch;
    private int message;
    private int poll;
    private long polls;
    private long messages;
    private long messageBytes;
    private long bytes;
    private boolean finished;

    /// @param bytesRead how many bytes of its input the source has read
    /// @param packets   whether it is polled packet by packet
    public ReadAheadMessages(MessageSource source, LongSupplier bytesRead, boolean packets) {
        this.source = source;
        this.bytesRead = bytesRead;
        this.packets = packets;
    }

    private void read() {
        reading.lock();
        Throwable failure = null;
        try {
            boolean more = true;
            while (more) {
                if (filling == null || filling.hasAllPolls()) {
                    next();
                }
                more = source.poll(copier);
                if (more) {
                    filling.endPoll(bytesRead.getAsLong());
                }
            }
        } catch (Closed e) {
            return;
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            reading.unlock();
        }
        filling.end(failure);
        batches.filled();
    }

    /// Hands over the batch, if there is one, and goes on to the next one that is free.
    private void next() {
        if (filling != null) {
            batches.filled();
        }
        reading.unlock();
        try {
            filling = batches.toFill();
        } finally {
            reading.lock();
        }
        if (filling == null) {
            throw new Closed();
        }
        filling.clear();
    }

    private void copy(MessageContext context, MemorySegment memory, long offset, long length) {
        if (filling.isFullFor(length)) {
            next();
        }
        filling.add((SourceContext) context, memory, offset, length);
    }

    @Override
    public boolean poll(MessageHandler handler) throws IOException {
        if (finished) {
            return false;
        }
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("ashlar-read-ahead").start(this::read);
        }
        while (true) {
            if (batch == null) {
                batch = batches.toRead();
            }
            boolean ends = poll < batch.polls();
            int end = ends ? batch.pollEnd(poll) : batch.count();
            while (message < end) {
                int current = message++;
                messages++;
                messageBytes += batch.length(current);
                batch.handOut(current, handler);
            }
            if (ends) {
                bytes = batch.bytesRead(poll++);
                polls++;
                return true;
            }
            if (batch.isLast()) {
                finished = true;
                Rotation.rethrow(batch.failure());
                return false;
            }
            message = 0;
            poll = 0;
            batch = null;
            batches.read();
        }
    }

    @Override
    public IngestReport report() {
        IngestReport read;
        reading.lock();
        try {
            read = source.report();
        } finally {
            reading.unlock();
        }
        return finished ? read : new IngestReport(read.source(), packets ? polls : 0, bytes, messages, messageBytes,
                read.streams(), read.truncatedAt(), read.disordered(), read.skipped(), read.channels());
    }

    @Override
    public void close() throws IOException {
        if (arena.scope().isAlive()) {
            finished = true;
            batches.close();
            if (thread != null) {
                Rotation.join(thread);
            }
            arena.close();
            source.close();
        }
    }
}
