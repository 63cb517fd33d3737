// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;

/// The consumer's words of a ring, whatever its records are: where it is, what it has released, and how far the
/// producer has come.
///
/// **Threading**: one thread at a time. **Failure**: words that contradict each other are [MessageQueue#CORRUPT] for
/// good.
abstract sealed class ConsumerEnd extends RingEnd implements AutoCloseable permits OneToOneRingConsumer,
        FixedLengthRingConsumer {
    /// What comes next.
    long position;
    /// The last known tail of the producer.
    long tail;
    private long released;
    /// Where the last message ends that was taken before it was handled.
    private long taken;
    private boolean corrupt;

    /// Goes on where the last consumer stopped.
    ConsumerEnd(MemorySegment memory, long header, int capacity, int unit) {
        super(memory, header, capacity, unit);
        released = CellLayout.getAcquire(memory, header + RingLayout.HEAD);
        taken = CellLayout.getAcquire(memory, header + RingLayout.TAKEN);
        position = Math.max(released, taken);
        tail = CellLayout.getAcquire(memory, header + RingLayout.TAIL);
        if (!isPossible(released, tail) || !isPossible(position, tail)) {
            // What is spoilt is not passed on.
            taken = released;
            position = released;
            spoil();
        }
        CellLayout.setOpaque(memory, header + RingLayout.LEFT, 0);
    }

    /// From now on there is nothing to take.
    final void spoil() {
        corrupt = true;
        tail = position;
    }

    /// What a poll returns that has handled this many.
    final int polled(int count) {
        return count == 0 && corrupt ? MessageQueue.CORRUPT : count;
    }

    /// Looks how far the producer has come.
    ///
    /// @return whether there is anything to take
    final boolean refresh() {
        if (corrupt) {
            return false;
        }
        long now = CellLayout.getAcquire(memory, header + RingLayout.TAIL);
        if (now < tail || !isPossible(released, now)) {
            spoil();
            return false;
        }
        tail = now;
        return now != position;
    }

    /// Releases all that was handled.
    final void settle() {
        // Taken before its handler threw or aborted: it does not come again.
        position = Math.max(position, taken);
        if (position > released) {
            release(position);
        }
    }

    /// The next consumer continues after this message; its memory is not yet released, since it is about to be read.
    final void take(long end) {
        taken = end;
        CellLayout.setRelease(memory, header + RingLayout.TAKEN, end);
    }

    final void release(long end) {
        released = end;
        CellLayout.setRelease(memory, header + RingLayout.HEAD, end);
    }

    /// Whether the producer has ended, and all that it added was taken.
    public final boolean isDone() {
        long ended = CellLayout.getAcquire(memory, header + RingLayout.ENDED);
        return ended != 0 && ended - 1 == position
                && CellLayout.getAcquire(memory, header + RingLayout.TAIL) == position;
    }

    /// Whether nothing was ever added, by a producer that may not have begun.
    final boolean isUnused() {
        return CellLayout.getAcquire(memory, header + RingLayout.ENDED) == 0
                && CellLayout.getAcquire(memory, header + RingLayout.TAIL) == 0;
    }

    /// Says that nobody will take messages any more: once the ring is full, its producer is refused with
    /// [MessageQueue#CLOSED]. A later consumer may still continue.
    @Override
    public final void close() {
        CellLayout.setRelease(memory, header + RingLayout.LEFT, 1);
    }
}
