// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.MemorySegment;

/// Takes messages from a [FixedLengthRing] in order, many adjacent ones at once.
///
/// Handled messages are released when a poll ends: if a process dies in between, the next consumer receives them again,
/// so delivery is *at least once*. With [#releaseFirst] each run of messages is released before it is handled: *at most
/// once*.
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing.
///
/// **Failure**: positions that another process may have damaged are checked before use: [MessageQueue#CORRUPT]. If a
/// handler throws, its message or run is delivered again, unless it was released first.
public final class FixedLengthRingConsumer extends ConsumerEnd implements QueueConsumer {
    /// Receives adjacent messages, which are valid until it returns.
    @FunctionalInterface
    public interface RunHandler {
        /// @param offset where the first message begins; the next one follows it
        /// @param count  messages, from 1
        /// @return how many of them are done: fewer than `count` stops the poll, and the others are delivered again
        int handle(MemorySegment memory, long offset, int count);
    }

    private final int messageBytes;
    private boolean releasesFirst;

    FixedLengthRingConsumer(FixedLengthRing ring) {
        super(ring.memory, ring.offset, ring.capacity(), 1);
        messageBytes = ring.messageBytes();
    }

    /// {@inheritDoc} With a [RunHandler], a run is released before it is handled: messages that the handler leaves are
    /// not delivered again.
    @Override
    public FixedLengthRingConsumer releaseFirst() {
        releasesFirst = true;
        return this;
    }

    @Override
    public int poll(QueueHandler handler, int limit) {
        int count = 0;
        try {
            while (count < limit && (position != tail || refresh())) {
                if (releasesFirst) {
                    take(position + 1);
                }
                handler.handle(memory, records + (position & mask) * messageBytes, messageBytes, 0);
                position++;
                count++;
            }
        } finally {
            settle();
        }
        return polled(count);
    }

    @Override
    public int drain(QueueHandler handler) {
        return poll(handler, mask + 1);
    }

    /// Handles the available messages, run by run.
    ///
    /// @param limit most messages
    /// @return how many are done; or [MessageQueue#CORRUPT]
    /// @throws IllegalStateException if the handler returns a negative count, or more than it was given
    public int pollRuns(RunHandler handler, int limit) {
        return limit == 1 && !releasesFirst ? pollOne(handler) : pollAll(handler, limit);
    }

    /// One message, without what a loop over several has to keep from one to the next.
    private int pollOne(RunHandler handler) {
        if (position == tail && !refresh()) {
            return polled(0);
        }
        int done = handler.handle(memory, records + (position & mask) * messageBytes, 1);
        if (done == 1) {
            position++;
            release(position);
        } else if (done != 0) {
            throw doneWrongly(done, 1);
        }
        return done;
    }

    private static RuntimeException doneWrongly(int done, int given) {
        return new IllegalStateException("handler returned a count out of range: done=" + done + ", given=" + given);
    }

    private int pollAll(RunHandler handler, int limit) {
        int count = 0;
        try {
            while (count < limit && (position != tail || refresh())) {
                long index = position & mask;
                int run = (int) Math.min(Math.min(limit - count, tail - position), mask + 1 - index);
                if (releasesFirst) {
                    take(position + run);
                }
                int done = handler.handle(memory, records + index * messageBytes, run);
                if (done < 0 || done > run) {
                    throw doneWrongly(done, run);
                }
                position += done;
                count += done;
                if (done < run) {
                    break;
                }
            }
        } finally {
            settle();
        }
        return polled(count);
    }

    /// Handles all messages, including those added meanwhile, up to the ring's capacity, run by run.
    ///
    /// @return how many are done; or [MessageQueue#CORRUPT]
    public int drainRuns(RunHandler handler) {
        return pollRuns(handler, mask + 1);
    }
}
