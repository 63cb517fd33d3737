// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;

/// The producer's state in a ring of any kind: its position, the last known head of the consumer, and the room between
/// them.
///
/// **Threading**: one thread at a time. **Failure**: words that contradict each other are [MessageQueue#CORRUPT] from
/// then on.
abstract sealed class ProducerEnd extends RingEnd implements AutoCloseable permits OneToOneRingProducer,
        FixedLengthRingProducer {
    /// Where the next record begins; what is before it and not published belongs to a batch.
    long position;
    long published;
    /// Whether records are added, but not published.
    boolean batch;
    /// The last known head of the consumer.
    private long head;
    private long limit;
    /// Up to where records fit, and up to where the next one may begin.
    private long end;
    private long limitEnd;
    private long refused;
    private boolean corrupt;

    /// Continues where the last producer stopped.
    ProducerEnd(MemorySegment memory, long header, int capacity, int unit) {
        super(memory, header, capacity, unit);
        position = CellLayout.getAcquire(memory, header + RingLayout.TAIL);
        published = position;
        limit = capacity;
        know(CellLayout.getAcquire(memory, header + RingLayout.HEAD));
        refused = CellLayout.getOpaque(memory, header + RingLayout.REFUSED);
        if (!isPossible(head, position)) {
            spoil();
        }
        CellLayout.setOpaque(memory, header + RingLayout.ENDED, 0);
    }

    public final MemorySegment memory() {
        return memory;
    }

    /// See the ring's own producer for the unit.
    final void limitTo(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("negative limit: limit=" + most);
        }
        limit = Math.min(most, mask + 1);
        if (!corrupt) {
            know(head);
        }
    }

    final boolean fits(long wanted) {
        return wanted <= end && position < limitEnd;
    }

    /// Positions that are known to be free.
    final long room() {
        return Math.max(position, Math.min(end, limitEnd)) - position;
    }

    /// Notes the head of the consumer.
    private void know(long now) {
        head = now;
        end = now + mask + 1;
        // An empty ring takes a message whatever the limit.
        limitEnd = now + Math.max(1, limit);
    }

    /// Reads the head of the consumer.
    ///
    /// @return 0 if there is room now
    final int refresh(long wanted) {
        long now = CellLayout.getAcquire(memory, header + RingLayout.HEAD);
        corrupt |= now < head || !isPossible(now, published);
        if (corrupt) {
            return spoil();
        }
        know(now);
        if (fits(wanted)) {
            return 0;
        }
        if (position != published) {
            // What a batch has added so far may be all that there is to take.
            publish();
        }
        if (CellLayout.getAcquire(memory, header + RingLayout.LEFT) != 0) {
            return MessageQueue.CLOSED;
        }
        refused++;
        CellLayout.setOpaque(memory, header + RingLayout.REFUSED, refused);
        return MessageQueue.FULL;
    }

    /// From now on nothing fits.
    private int spoil() {
        corrupt = true;
        end = Long.MIN_VALUE;
        return MessageQueue.CORRUPT;
    }

    /// Makes all records before the position visible, with one store.
    final void publish() {
        published = position;
        CellLayout.setRelease(memory, header + RingLayout.TAIL, position);
    }

    /// Begins a batch: messages are added, but not published until [#endBatch].
    ///
    /// @throws IllegalStateException if a batch is open
    public final void beginBatch() {
        if (batch) {
            throw new IllegalStateException("batch is open");
        }
        batch = true;
    }

    /// Publishes the messages of the batch at once. If the queue filled up during the batch, the messages before that
    /// point are already published.
    ///
    /// @return the position after the last message; in a [FixedLengthRing], how many messages were added so far
    public final long endBatch() {
        batch = false;
        if (position != published) {
            publish();
        }
        return position;
    }

    /// Gives up the claim. Does nothing without one.
    public abstract void abort();

    /// Publishes an open batch and aborts an open claim. A later producer may still continue.
    @Override
    public final void close() {
        abort();
        endBatch();
        CellLayout.setRelease(memory, header + RingLayout.ENDED, position + 1);
    }
}
