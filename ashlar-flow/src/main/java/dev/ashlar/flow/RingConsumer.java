// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;

/// Takes messages from a [Ring], in the order in which they were added.
///
/// What was handled is released when a poll ends: a process that dies in between leaves it to the next consumer, so
/// messages come *at least once*. With [#releaseFirst] each counts as taken before it is handled: *at most once*.
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing.
///
/// **Failure**: lengths and positions that another process may have spoilt are checked before use: [Ring#CORRUPT]. If a
/// handler throws, the messages before that one are released, and that one comes again.
public final class RingConsumer implements AutoCloseable {
    /// What to do after a message.
    public enum Action {
        /// Go on.
        CONTINUE,
        /// Release all up to this one, and go on.
        COMMIT,
        /// Release all up to this one, and stop.
        BREAK,
        /// Stop; this one comes again.
        ABORT
    }

    /// Gets a message, of use until it returns.
    @FunctionalInterface
    public interface Handler {
        /// @param offset where the message begins
        /// @param length of it in bytes
        /// @param type   of the one who sent it, 0 or more
        void handle(MemorySegment memory, long offset, int length, int type);
    }

    /// The same, and says how to go on.
    @FunctionalInterface
    public interface ControlledHandler {
        Action handle(MemorySegment memory, long offset, int length, int type);
    }

    private final Ring ring;
    private final MemorySegment memory;
    private final long records;
    private final int mask;
    private boolean releasesFirst;
    /// What comes next, and what was released.
    private long position;
    private long released;
    /// Where the last message ends that was taken before it was handled.
    private long taken;
    /// As far as the producer is known to have come.
    private long tail;
    private boolean corrupt;
    /// Of the message at hand.
    private int length;
    private int type;

    RingConsumer(Ring ring) {
        this.ring = ring;
        memory = ring.memory;
        records = ring.offset + RingLayout.RECORDS;
        mask = ring.capacity() - 1;
        released = CellLayout.getAcquire(memory, ring.offset + RingLayout.HEAD);
        taken = CellLayout.getAcquire(memory, ring.offset + RingLayout.TAKEN);
        position = Math.max(released, taken);
        tail = CellLayout.getAcquire(memory, ring.offset + RingLayout.TAIL);
        corrupt = !ring.isPossible(released, tail) || !ring.isPossible(position, tail);
        CellLayout.setOpaque(memory, ring.offset + RingLayout.LEFT, 0);
    }

    /// Counts each message as taken before it is handled, from now on.
    public RingConsumer releaseFirst() {
        releasesFirst = true;
        return this;
    }

    /// Handles what there is.
    ///
    /// @param limit most messages
    /// @return how many; or [Ring#CORRUPT]
    public int poll(Handler handler, int limit) {
        return poll(handler, null, limit);
    }

    /// Handles what there is, as the handler says.
    ///
    /// @param limit most messages
    /// @return how many were handled and will not come again; or [Ring#CORRUPT]
    public int controlledPoll(ControlledHandler handler, int limit) {
        return poll(null, handler, limit);
    }

    private int poll(Handler plain, ControlledHandler controlled, int limit) {
        int count = 0;
        try {
            while (count < limit && next()) {
                long at = records + (position & mask) + RingLayout.RECORD_BYTES;
                long end = position + RingLayout.recordBytes(length);
                if (releasesFirst) {
                    take(end);
                }
                Action action = Action.CONTINUE;
                if (plain != null) {
                    plain.handle(memory, at, length, type);
                } else {
                    action = controlled.handle(memory, at, length, type);
                }
                if (action == Action.ABORT) {
                    break;
                }
                position = end;
                count++;
                if (action == Action.COMMIT) {
                    release(end);
                }
                if (action == Action.BREAK) {
                    break;
                }
            }
        } finally {
            settle();
        }
        return count == 0 && corrupt ? Ring.CORRUPT : count;
    }

    /// Handles all that is there now, and what comes meanwhile, up to a ring full.
    ///
    /// @return how many messages; or [Ring#CORRUPT]
    public int drain(Handler handler) {
        return poll(handler, ring.capacity() / RingLayout.RECORD_BYTES);
    }

    /// Moves to the next message, over padding.
    private boolean next() {
        while (!corrupt) {
            if (position == tail && !refresh()) {
                return false;
            }
            int index = (int) position & mask;
            long word = CellLayout.getOpaque(memory, records + index);
            length = (int) word;
            type = (int) (word >>> 32);
            boolean padding = type == RingLayout.PADDING;
            long bytes = length < 0 ? Long.MAX_VALUE : RingLayout.recordBytes(length);
            boolean possible = bytes <= tail - position && bytes <= mask + 1L - index
                    && (padding ? bytes == mask + 1L - index : type >= 0 && length <= ring.maxLength());
            if (!possible) {
                corrupt = true;
                return false;
            }
            if (!padding) {
                return true;
            }
            position += bytes;
        }
        return false;
    }

    /// Looks how far the producer has come.
    private boolean refresh() {
        long now = CellLayout.getAcquire(memory, ring.offset + RingLayout.TAIL);
        corrupt |= now < tail || !ring.isPossible(released, now);
        if (corrupt || now == position) {
            return false;
        }
        tail = now;
        return true;
    }

    private void settle() {
        // Taken before its handler threw or aborted: it does not come again.
        position = Math.max(position, taken);
        if (position > released) {
            release(position);
        }
    }

    /// The next consumer goes on behind this message; its memory is not yet released, since it is about to be read.
    private void take(long end) {
        taken = end;
        CellLayout.setRelease(memory, ring.offset + RingLayout.TAKEN, end);
    }

    private void release(long end) {
        released = end;
        CellLayout.setRelease(memory, ring.offset + RingLayout.HEAD, end);
    }

    /// Whether the producer has ended, and all that it added was taken.
    public boolean isDone() {
        long ended = CellLayout.getAcquire(memory, ring.offset + RingLayout.ENDED);
        return ended != 0 && ended - 1 == position
                && CellLayout.getAcquire(memory, ring.offset + RingLayout.TAIL) == position;
    }

    /// Says that nobody will take messages any more: once the ring is full, its producer is refused with [Ring#CLOSED].
    /// A later consumer may go on all the same.
    @Override
    public void close() {
        CellLayout.setRelease(memory, ring.offset + RingLayout.LEFT, 1);
    }
}
