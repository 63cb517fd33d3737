// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.MemorySegment;

/// Takes messages from a [FixedLengthRing], in the order in which they were added, many that lie side by side at once.
///
/// What was handled is released when a poll ends: a process that dies in between leaves it to the next consumer, so
/// messages come *at least once*. With [#releaseFirst] those that are handed over together count as taken before they
/// are handled: *at most once*.
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing.
///
/// **Failure**: positions that another process may have spoilt are checked before use: [MessageQueue#CORRUPT]. If a
/// handler throws, what it was given comes again.
public final class FixedLengthRingConsumer extends ConsumerEnd implements QueueConsumer {
    /// Gets messages that lie side by side, of use until it returns.
    @FunctionalInterface
    public interface RunHandler {
        /// @param offset where the first message begins; the next one follows it
        /// @param count  messages, from 1
        /// @return how many of them are done: fewer than there are stops the poll, and the others come again
        int handle(MemorySegment memory, long offset, int count);
    }

    private final int messageBytes;
    private boolean releasesFirst;

    FixedLengthRingConsumer(FixedLengthRing ring) {
        super(ring.memory, ring.offset, ring.capacity(), 1);
        messageBytes = ring.messageBytes();
    }

    /// {@inheritDoc} With a [RunHandler], a run counts as taken before it is handled: what the handler leaves does not
    /// come again.
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

    /// Handles what there is, run by run.
    ///
    /// @param limit most messages
    /// @return how many are done; or [MessageQueue#CORRUPT]
    /// @throws IllegalStateException if the handler says that more are done than it was given
    public int pollRuns(RunHandler handler, int limit) {
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
                    throw new IllegalStateException("done more than given: done=" + done + ", given=" + run);
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

    /// Handles all that is there now, and what comes meanwhile, up to a ring full, run by run.
    ///
    /// @return how many are done; or [MessageQueue#CORRUPT]
    public int drainRuns(RunHandler handler) {
        return pollRuns(handler, mask + 1);
    }
}
