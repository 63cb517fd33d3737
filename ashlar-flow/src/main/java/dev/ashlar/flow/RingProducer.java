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
    private static final long NOTHING = -1;

    private final Ring ring;
    private final MemorySegment memory;
    private final long records;
    private final int mask;
    private final int maxLength;
    /// Where the next record begins; what is before it and not published belongs to a batch.
    private long position;
    private long published;
    /// As far as the consumer is known to have come.
    private long head;
    private long limit;
    /// Up to where records fit, and up to where the next one may begin.
    private long end;
    private long limitEnd;
    private long refused;
    private boolean batch;
    private boolean corrupt;

    /// Where the claimed record begins, and where the one after it will.
    private long claimedAt;
    private long claimedEnd = NOTHING;

    RingProducer(Ring ring) {
        this.ring = ring;
        memory = ring.memory;
        records = ring.offset + RingLayout.RECORDS;
        mask = ring.capacity() - 1;
        maxLength = ring.maxLength();
        position = CellLayout.getAcquire(memory, ring.offset + RingLayout.TAIL);
        published = position;
        limit = mask + 1;
        know(CellLayout.getAcquire(memory, ring.offset + RingLayout.HEAD));
        refused = ring.refusedCount();
        if (!ring.isPossible(head, position)) {
            spoil();
        }
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
        if (!corrupt) {
            know(head);
        }
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
        if (length < 0 || length > maxLength || type < 0 || claimedEnd != NOTHING) {
            throw misused(length, type);
        }
        long bytes = RingLayout.recordBytes(length);
        long toEnd = mask + 1L - (position & mask);
        long padding = bytes <= toEnd ? 0 : toEnd;
        long wanted = position + padding + bytes;
        if (!fits(wanted)) {
            int refusal = refresh(wanted);
            if (refusal != 0) {
                return refusal;
            }
        }
        if (padding != 0) {
            put(position, RingLayout.word((int) padding - RingLayout.RECORD_BYTES, RingLayout.PADDING));
        }
        // Nobody looks here before the tail has moved, so this need not wait for the commit.
        long at = position + padding;
        put(at, RingLayout.word(length, type));
        claimedAt = at;
        claimedEnd = wanted;
        return records + (at & mask) + RingLayout.RECORD_BYTES;
    }

    private RuntimeException misused(int length, int type) {
        return claimedEnd != NOTHING ? new IllegalStateException("claim is open: position=" + claimedAt)
                : new IllegalArgumentException("length or type out of range: length=" + length + ", maxLength="
                        + maxLength + ", type=" + type);
    }

    private boolean fits(long wanted) {
        return wanted <= end && position < limitEnd;
    }

    /// Knows how far the consumer has come.
    private void know(long now) {
        head = now;
        end = now + mask + 1;
        // An empty ring takes a message whatever the limit.
        limitEnd = now + Math.max(1, limit);
    }

    /// Looks how far the consumer has come.
    ///
    /// @return 0 if there is room now
    private int refresh(long wanted) {
        long now = CellLayout.getAcquire(memory, ring.offset + RingLayout.HEAD);
        corrupt |= now < head || !ring.isPossible(now, published);
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
        if (CellLayout.getAcquire(memory, ring.offset + RingLayout.LEFT) != 0) {
            return Ring.CLOSED;
        }
        refused++;
        CellLayout.setOpaque(memory, ring.offset + RingLayout.REFUSED, refused);
        return Ring.FULL;
    }

    /// From now on nothing fits.
    private int spoil() {
        corrupt = true;
        end = Long.MIN_VALUE;
        return Ring.CORRUPT;
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
        if (claimedEnd == NOTHING) {
            throw new IllegalStateException("nothing is claimed");
        }
        position = claimedEnd;
        claimedEnd = NOTHING;
        if (!batch) {
            publish();
        }
        return claimedAt;
    }

    private void put(long at, long word) {
        // The tail orders it. Between two opaque stores the JIT would load all it knows of the memory anew.
        CellLayout.set(memory, records + (at & mask), word);
    }

    private void publish() {
        published = position;
        CellLayout.setRelease(memory, ring.offset + RingLayout.TAIL, position);
    }

    /// Gives up what was claimed. Without a claim it does nothing.
    public void abort() {
        claimedEnd = NOTHING;
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
