// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;

/// Takes messages from a [OneToOneRing], in the order in which they were added.
///
/// Handled messages are released when a poll ends: if a process dies in between, the next consumer receives them again,
/// so delivery is *at least once*. With [#releaseFirst] each message is released before it is handled: *at most once*.
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing.
///
/// **Failure**: lengths and positions that another process may have damaged are checked before use:
/// [MessageQueue#CORRUPT]. If a handler throws, the messages before that one are released, and that one is delivered
/// again, unless it was released first.
public final class OneToOneRingConsumer extends ConsumerEnd implements QueueConsumer {
    /// What to do after a message.
    public enum Action {
        /// Go on.
        CONTINUE,
        /// Release all up to this one, and continue.
        COMMIT,
        /// Release all up to this one, and stop.
        BREAK,
        /// Stop; this one is delivered again, unless it was released first.
        ABORT
    }

    /// A [QueueHandler] that decides how to continue.
    @FunctionalInterface
    public interface ControlledHandler {
        Action handle(MemorySegment memory, long offset, int length, int type);
    }

    private static final int STOPPED = 1 << 31;
    private static final int MOST_HANDLED = ~STOPPED;

    private final int maxLength;
    private boolean releasesFirst;

    OneToOneRingConsumer(OneToOneRing ring) {
        super(ring.memory, ring.offset, ring.capacity(), RingLayout.UNIT);
        maxLength = ring.maxLength();
    }

    @Override
    public OneToOneRingConsumer releaseFirst() {
        releasesFirst = true;
        return this;
    }

    @Override
    public int poll(QueueHandler handler, int limit) {
        return limit == 1 && !releasesFirst ? pollOne(handler) : poll(handler, null, limit);
    }

    /// One message, without what a loop over several has to keep from one to the next.
    private int pollOne(QueueHandler handler) {
        if (position == tail && !refresh()) {
            return polled(0);
        }
        int index = (int) position & mask;
        // The tail was acquired, so this need not be ordered.
        long word = CellLayout.get(memory, records + index);
        int length = (int) word;
        long end = position + RingLayout.recordBytes(length);
        if (word < 0 || length < 0 || length > maxLength || end > tail || end - position > mask + 1L - index) {
            // Padding, or nothing that a producer wrote.
            return poll(handler, null, 1);
        }
        handler.handle(memory, records + index + RingLayout.RECORD_BYTES, length, (int) (word >>> 32));
        position = end;
        release(end);
        return 1;
    }

    /// Handles the available messages, as the handler decides.
    ///
    /// @param limit most messages
    /// @return how many were handled and will not be delivered again; or [MessageQueue#CORRUPT]
    public int controlledPoll(ControlledHandler handler, int limit) {
        return poll(null, handler, limit);
    }

    private int poll(QueueHandler plain, ControlledHandler controlled, int limit) {
        int count = 0;
        try {
            while (count < limit && (position != tail || refresh())) {
                int handled = handle(plain, controlled, limit - count);
                count += handled & MOST_HANDLED;
                if (handled < 0 || handled == 0 && !skip()) {
                    break;
                }
            }
        } finally {
            settle();
        }
        return polled(count);
    }

    /// Handles messages that are known to be there, up to one that cannot be, which may be padding. Where it calls no
    /// other method, all that the JIT knows of the memory it keeps from one message to the next.
    ///
    /// @return how many; with [#STOPPED] if the handler does not want more
    private int handle(QueueHandler plain, ControlledHandler controlled, int limit) {
        MemorySegment ringMemory = memory;
        long last = tail;
        long next = position;
        int count = 0;
        try {
            while (count < limit && next != last) {
                int index = (int) next & mask;
                // The tail was acquired, so this need not be ordered.
                long word = CellLayout.get(ringMemory, records + index);
                int length = (int) word;
                int type = (int) (word >>> 32);
                long bytes = RingLayout.recordBytes(length);
                if (type < 0 || length < 0 || length > maxLength || bytes > Math.min(last - next, mask + 1L - index)) {
                    break;
                }
                long end = next + bytes;
                if (releasesFirst) {
                    take(end);
                }
                Action action = Action.CONTINUE;
                if (plain != null) {
                    plain.handle(ringMemory, records + index + RingLayout.RECORD_BYTES, length, type);
                } else {
                    action = controlled.handle(ringMemory, records + index + RingLayout.RECORD_BYTES, length, type);
                }
                if (action == Action.ABORT) {
                    return count | STOPPED;
                }
                next = end;
                count++;
                if (action == Action.COMMIT) {
                    release(end);
                }
                if (action == Action.BREAK) {
                    return count | STOPPED;
                }
            }
        } finally {
            position = next;
        }
        return count;
    }

    /// Moves over padding, which reaches up to the end of the ring; all else can be nothing that a producer wrote.
    private boolean skip() {
        int index = (int) position & mask;
        long word = CellLayout.get(memory, records + index);
        int length = (int) word;
        long bytes = RingLayout.recordBytes(length);
        boolean padding = (int) (word >>> 32) == RingLayout.PADDING && length >= 0;
        if (padding && bytes == mask + 1L - index && bytes <= tail - position) {
            position += bytes;
            return true;
        }
        spoil();
        return false;
    }

    @Override
    public int drain(QueueHandler handler) {
        return poll(handler, (mask + 1) / RingLayout.RECORD_BYTES);
    }
}
