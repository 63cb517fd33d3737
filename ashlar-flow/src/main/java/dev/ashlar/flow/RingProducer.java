// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Adds messages to a [Ring].
///
/// ```java
/// long at = producer.claim(length, type);
/// if (at >= 0) {
///     encoder.wrap(producer.memory(), at);
///     …
///     producer.commit();
/// }
/// ```
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing. **Failure**: see [Ring]; a claim that was not
/// committed, here or in a process that died, was never there.
public final class RingProducer implements AutoCloseable {
    private static final int NOTHING = -1;

    private final Ring ring;
    private final MemorySegment memory;
    private final long records;
    private final int mask;
    /// Where the next record begins; what is before it and not published belongs to a batch.
    private long position;
    private long published;
    /// As far as the consumer is known to have come.
    private long head;
    private long limit;
    private long refused;
    private boolean batch;
    private boolean corrupt;

    private int claimed = NOTHING;
    private int claimedType;
    /// Where the claimed record begins.
    private long claimedAt;

    RingProducer(Ring ring) {
        this.ring = ring;
        memory = ring.memory;
        records = ring.offset + RingLayout.RECORDS;
        mask = ring.capacity() - 1;
        limit = ring.capacity();
        position = CellLayout.getAcquire(memory, ring.offset + RingLayout.TAIL);
        published = position;
        head = CellLayout.getAcquire(memory, ring.offset + RingLayout.HEAD);
        refused = ring.refusedCount();
        corrupt = !ring.isPossible(head, position);
        CellLayout.setOpaque(memory, ring.offset + RingLayout.ENDED, 0);
    }

    /// Takes less of the ring than there is, so that a message waits for less: it is full while so many bytes of
    /// records are pending. An empty ring takes a message whatever the limit.
    ///
    /// @param bytes from 0; more than the capacity is as much as that
    public void limit(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative limit: bytes=" + bytes);
        }
        limit = Math.min(bytes, ring.capacity());
    }

    /// Adds a message by copying it.
    ///
    /// @param type the caller's, 0 or more
    /// @return its position; or [Ring#FULL], [Ring#CLOSED], [Ring#CORRUPT]
    public long offer(MemorySegment source, long sourceOffset, int length, int type) {
        Objects.checkFromIndexSize(sourceOffset, length, source.byteSize());
        long at = claim(length, type);
        if (at < 0) {
            return at;
        }
        MemorySegment.copy(source, sourceOffset, memory, at, length);
        return commit();
    }

    /// Claims the place of one message. What is there is not zero.
    ///
    /// @return where it begins in [#memory]; or [Ring#FULL], [Ring#CLOSED], [Ring#CORRUPT]
    /// @throws IllegalArgumentException if it is longer than any can be, or the type is negative
    /// @throws IllegalStateException    if a claim is open
    public long claim(int length, int type) {
        if (length < 0 || length > ring.maxLength() || type < 0) {
            throw new IllegalArgumentException("length or type out of range: length=" + length + ", maxLength="
                    + ring.maxLength() + ", type=" + type);
        }
        if (claimed != NOTHING) {
            throw new IllegalStateException("claim is open: length=" + claimed);
        }
        long bytes = RingLayout.recordBytes(length);
        long toEnd = mask + 1L - (position & mask);
        long padding = bytes <= toEnd ? 0 : toEnd;
        long wanted = position + padding + bytes;
        if (corrupt || !fits(wanted)) {
            int refusal = refresh(wanted);
            if (refusal != 0) {
                return refusal;
            }
        }
        claimedAt = position + padding;
        claimed = length;
        claimedType = type;
        return records + (claimedAt & mask) + RingLayout.RECORD_BYTES;
    }

    private boolean fits(long wanted) {
        return wanted - head <= ring.capacity() && (position - head < limit || position == head);
    }

    /// Looks how far the consumer has come.
    ///
    /// @return 0 if there is room now
    private int refresh(long wanted) {
        long now = CellLayout.getAcquire(memory, ring.offset + RingLayout.HEAD);
        corrupt |= now < head || !ring.isPossible(now, published);
        if (corrupt) {
            return Ring.CORRUPT;
        }
        head = now;
        if (fits(wanted)) {
            return 0;
        }
        if (position != published) {
            // What a batch has added so far may be all that there is to take.
            publish();
        }
        if (CellLayout.getAcquire(memory, ring.offset + RingLayout.LEFT) != 0) {
            return Ring.CLOSED;
        }
        refused++;
        CellLayout.setOpaque(memory, ring.offset + RingLayout.REFUSED, refused);
        return Ring.FULL;
    }

    /// The memory of the ring.
    public MemorySegment memory() {
        return memory;
    }

    /// Adds the message that stands where it was claimed.
    ///
    /// @return its position
    /// @throws IllegalStateException if nothing is claimed
    public long commit() {
        if (claimed == NOTHING) {
            throw new IllegalStateException("nothing is claimed");
        }
        if (claimedAt != position) {
            int bytes = (int) (claimedAt - position);
            put(position, RingLayout.word(bytes - RingLayout.RECORD_BYTES, RingLayout.PADDING));
        }
        put(claimedAt, RingLayout.word(claimed, claimedType));
        long at = claimedAt;
        position = at + RingLayout.recordBytes(claimed);
        claimed = NOTHING;
        if (!batch) {
            publish();
        }
        return at;
    }

    private void put(long at, long word) {
        CellLayout.setOpaque(memory, records + (at & mask), word);
    }

    private void publish() {
        published = position;
        CellLayout.setRelease(memory, ring.offset + RingLayout.TAIL, position);
    }

    /// Gives up what was claimed. Without a claim it does nothing.
    public void abort() {
        claimed = NOTHING;
    }

    /// From here on messages are added and not yet published.
    ///
    /// @throws IllegalStateException if a batch is open
    public void beginBatch() {
        if (batch) {
            throw new IllegalStateException("batch is open");
        }
        batch = true;
    }

    /// Publishes the messages of the batch with one store. Where the ring was full, those before were published
    /// already.
    public void endBatch() {
        batch = false;
        if (position != published) {
            publish();
        }
    }

    /// Publishes what a batch has added, and says that nothing more will come. A later producer may go on all the same.
    @Override
    public void close() {
        abort();
        endBatch();
        CellLayout.setRelease(memory, ring.offset + RingLayout.ENDED, position + 1);
    }
}
