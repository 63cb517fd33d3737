// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.source;

import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.internal.framing.SourceContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Copies of messages that follow each other, each with its context, and where the polls end that brought them.
///
/// **Threading**: one thread at a time. Allocates only while it grows. **Ownership**: borrows the arena.
final class MessageBatch {
    /// Polls that one batch takes.
    static final int MAX_POLLS = 256;
    private static final int MAX_MESSAGES = 1024;
    private static final int BYTES = 1 << 17;
    /// As far as the heap goes, which a longer message may exceed.
    private static final int ALIGN = 8;

    private final Arena arena;
    private MemorySegment memory;
    private long used;
    private SourceContext[] contexts = new SourceContext[0];
    private long[] offsets = new long[0];
    private long[] lengths = new long[0];
    private int count;
    /// How many messages there were when each poll had ended, and how many bytes of the input were read then.
    private final int[] pollEnds = new int[MAX_POLLS];
    private final long[] bytesRead = new long[MAX_POLLS];
    private int polls;
    /// Why nothing follows the batch; null if the input has ended.
    private Throwable failure;
    private boolean last;

    MessageBatch(Arena arena) {
        this.arena = arena;
        memory = arena.allocate(BYTES, ALIGN);
    }

    void clear() {
        used = 0;
        count = 0;
        polls = 0;
    }

    /// Whether the next message should go into another batch. One alone always fits.
    boolean isFullFor(long length) {
        return count == MAX_MESSAGES || count > 0 && used + length > memory.byteSize();
    }

    boolean hasAllPolls() {
        return polls == MAX_POLLS;
    }

    void add(SourceContext context, MemorySegment source, long offset, long length) {
        if (used + length > memory.byteSize()) {
            memory = arena.allocate(Long.highestOneBit(used + length) * 2, ALIGN);
        }
        if (count == contexts.length) {
            grow();
        }
        MemorySegment.copy(source, offset, memory, used, length);
        contexts[count].set(context);
        offsets[count] = used;
        lengths[count++] = length;
        used += length;
    }

    private void grow() {
        int size = Math.min(MAX_MESSAGES, Math.max(64, 2 * count));
        contexts = Arrays.copyOf(contexts, size);
        offsets = Arrays.copyOf(offsets, size);
        lengths = Arrays.copyOf(lengths, size);
        for (int i = count; i < size; i++) {
            contexts[i] = new SourceContext();
        }
    }

    void endPoll(long bytes) {
        pollEnds[polls] = count;
        bytesRead[polls++] = bytes;
    }

    /// Nothing follows.
    ///
    /// @param why null if the input has ended
    void end(Throwable why) {
        failure = why;
        last = true;
    }

    int count() {
        return count;
    }

    int polls() {
        return polls;
    }

    int pollEnd(int poll) {
        return pollEnds[poll];
    }

    long bytesRead(int poll) {
        return bytesRead[poll];
    }

    boolean isLast() {
        return last;
    }

    Throwable failure() {
        return failure;
    }

    long length(int message) {
        return lengths[message];
    }

    void handOut(int message, MessageHandler handler) {
        handler.onMessage(contexts[message], memory, offsets[message], lengths[message]);
    }
}
