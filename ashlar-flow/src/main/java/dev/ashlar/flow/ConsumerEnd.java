// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;

/// The consumer's state in a ring of any kind: its position, what it has released, and the last known tail of the
/// producer.
///
/// **Threading**: one thread at a time. **Failure**: words that contradict each other are [MessageQueue#CORRUPT] from
/// then on.
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

    /// Continues where the last consumer stopped.
    ConsumerEnd(MemorySegment memory, long header, int capacity, int unit) {
        super(memory, header, capacity, unit);
        released = CellLayout.getAcquire(memory, header + RingLayout.HEAD);
        taken = CellLayout.getAcquire(memory, header + RingLayout.TAKEN);
        position = Math.max(released, taken);
        tail = CellLayout.getAcquire(memory, header + RingLayout.TAIL);
        if (!isPossible(released, tail) || !isPossible(position, tail)) {
            // A corrupt position is not passed on.
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

    /// The result of a poll that handled this many messages.
    final int polled(int count) {
        return count == 0 && corrupt ? MessageQueue.CORRUPT : count;
    }

    /// Reads the tail of the producer.
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

    /// Whether the producer is closed, and all its messages were taken.
    public final boolean isDone() {
        long ended = CellLayout.getAcquire(memory, header + RingLayout.ENDED);
        return ended != 0 && ended - 1 == position
                && CellLayout.getAcquire(memory, header + RingLayout.TAIL) == position;
    }

    /// Whether no message was ever added; perhaps there was no producer yet.
    final boolean isUnused() {
        return CellLayout.getAcquire(memory, header + RingLayout.ENDED) == 0
                && CellLayout.getAcquire(memory, header + RingLayout.TAIL) == 0;
    }

    /// Marks the consumer as gone: once the ring is full, its producer gets [MessageQueue#CLOSED]. A later consumer may
    /// still continue.
    @Override
    public final void close() {
        CellLayout.setRelease(memory, header + RingLayout.LEFT, 1);
    }
}
