// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Adds messages to a [OneToOneRing].
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing. **Failure**: see [OneToOneRing]; an uncommitted
/// claim, also one of a process that died, leaves no trace.
public final class OneToOneRingProducer extends ProducerEnd implements QueueProducer {
    private static final long NOTHING = -1;

    private final int maxLength;

    /// Where the claimed record begins, and where the one after it will; and its header.
    private long claimedAt;
    private long claimedEnd = NOTHING;
    private long claimedWord;

    OneToOneRingProducer(OneToOneRing ring) {
        super(ring.memory, ring.offset, ring.capacity(), RingLayout.UNIT);
        maxLength = ring.maxLength();
    }

    /// Uses less than the whole ring, to shorten the wait of a message: the ring is full while this many bytes of
    /// records are pending. An empty ring accepts a message whatever the limit.
    ///
    /// @param bytes from 0; values above the capacity count as the capacity
    public void limit(int bytes) {
        limitTo(bytes);
    }

    /// {@inheritDoc}
    ///
    /// @return its position, or a refusal
    @Override
    public long offer(MemorySegment source, long sourceOffset, int length, int type) {
        Objects.checkFromIndexSize(sourceOffset, length, source.byteSize());
        long at = claim(length, type);
        if (at < 0) {
            return at;
        }
        MemorySegment.copy(source, sourceOffset, memory, at, length);
        return commit();
    }

    @Override
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
        long at = position + padding;
        claimedAt = at;
        claimedEnd = wanted;
        claimedWord = RingLayout.word(length, type);
        return records + (at & mask) + RingLayout.RECORD_BYTES;
    }

    private RuntimeException misused(int length, int type) {
        return claimedEnd != NOTHING ? new IllegalStateException("claim is open: position=" + claimedAt)
                : new IllegalArgumentException("length or type out of range: length=" + length + ", maxLength="
                        + maxLength + ", type=" + type);
    }

    /// {@inheritDoc}
    ///
    /// @return its position
    @Override
    public long commit() {
        long end = claimedEnd;
        if (end == NOTHING) {
            throw new IllegalStateException("nothing is claimed");
        }
        // Next to the store of the tail, with which it shares checks of the memory.
        put(claimedAt, claimedWord);
        position = end;
        claimedEnd = NOTHING;
        if (!batch) {
            publish();
        }
        return claimedAt;
    }

    private void put(long at, long word) {
        // The tail orders it. Between two opaque stores the JIT would load all it knows of the memory again.
        CellLayout.set(memory, records + (at & mask), word);
    }

    @Override
    public void abort() {
        claimedEnd = NOTHING;
    }
}
