// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Adds messages to a [FixedLengthRing], one by one or many adjacent ones.
///
/// ```java
/// long at = producer.claim(256);
/// if (at >= 0) {
///     for (int i = 0; i < producer.claimed(); i++) {
///         encoder.wrap(producer.memory(), at + i * messageBytes);
///         …
///     }
///     producer.commit();
/// }
/// ```
///
/// **Threading**: one thread at a time; wait-free. Allocates nothing. **Failure**: see [OneToOneRing]; an uncommitted
/// claim, also one of a process that died, leaves no trace.
public final class FixedLengthRingProducer extends ProducerEnd implements QueueProducer {
    private final int messageBytes;
    /// Messages of the open claim, 0 without one.
    private int claimed;

    FixedLengthRingProducer(FixedLengthRing ring) {
        super(ring.memory, ring.offset, ring.capacity(), 1);
        messageBytes = ring.messageBytes();
    }

    /// Uses less than the whole ring, to shorten the wait of a message: the ring is full while this many messages are
    /// pending. An empty ring accepts a message whatever the limit.
    ///
    /// @param messages from 0; values above the capacity count as the capacity
    public void limit(int messages) {
        limitTo(messages);
    }

    @Override
    public long offer(MemorySegment source, long sourceOffset, int length, int type) {
        check(length, type);
        return offer(source, sourceOffset);
    }

    /// {@inheritDoc}
    ///
    /// @param length that of all messages of the ring
    /// @param type   0: messages of this ring have no header to keep another
    @Override
    public long claim(int length, int type) {
        check(length, type);
        return claim();
    }

    private void check(int length, int type) {
        if (length != messageBytes || type != 0) {
            throw new IllegalArgumentException("messages of this ring have one length and type: length=" + length
                    + ", messageBytes=" + messageBytes + ", type=" + type + ", expected=0");
        }
    }

    /// Adds a message by copying it.
    ///
    /// @return how many were added before it; or [MessageQueue#FULL], [MessageQueue#CLOSED], [MessageQueue#CORRUPT]
    public long offer(MemorySegment source, long sourceOffset) {
        Objects.checkFromIndexSize(sourceOffset, messageBytes, source.byteSize());
        long at = claim();
        if (at < 0) {
            return at;
        }
        MemorySegment.copy(source, sourceOffset, memory, at, messageBytes);
        return commit();
    }

    /// Claims the space of one message. Its bytes are undefined.
    ///
    /// @return where it begins in [#memory]; or [MessageQueue#FULL], [MessageQueue#CLOSED], [MessageQueue#CORRUPT]
    /// @throws IllegalStateException if a claim is open
    public long claim() {
        if (claimed != 0) {
            throw misused(1);
        }
        if (!fits(position + 1)) {
            int refusal = refresh(position + 1);
            if (refusal != 0) {
                return refusal;
            }
        }
        claimed = 1;
        return records + (position & mask) * messageBytes;
    }

    /// Claims the space of up to `most` adjacent messages: as many as fit before the end of the ring. [#claimed]
    /// returns how many.
    ///
    /// @param most from 1
    /// @return where the first begins in [#memory]; or [MessageQueue#FULL], [MessageQueue#CLOSED],
    ///     [MessageQueue#CORRUPT]
    /// @throws IllegalStateException if a claim is open
    public long claim(int most) {
        if (claimed != 0 || most < 1) {
            throw misused(most);
        }
        if (room() < most) {
            int refusal = refresh(position + 1);
            if (refusal != 0) {
                return refusal;
            }
        }
        long index = position & mask;
        claimed = (int) Math.min(Math.min(most, room()), mask + 1 - index);
        return records + index * messageBytes;
    }

    private RuntimeException misused(int most) {
        return claimed != 0 ? new IllegalStateException("claim is open: position=" + position)
                : new IllegalArgumentException("less than one message: most=" + most);
    }

    /// Messages of the open claim; 0 without one.
    public int claimed() {
        return claimed;
    }

    /// Adds the claimed messages.
    ///
    /// @return how many were added before the first of them
    /// @throws IllegalStateException if nothing is claimed
    @Override
    public long commit() {
        return commit(claimed);
    }

    /// Adds the first `count` claimed messages and gives up the others.
    ///
    /// @param count from 0 to what was claimed
    /// @return how many were added before the first of them
    /// @throws IllegalStateException if nothing is claimed
    public long commit(int count) {
        if (claimed == 0 || count < 0 || count > claimed) {
            throw claimed == 0 ? new IllegalStateException("nothing is claimed")
                    : new IllegalArgumentException("more than claimed: count=" + count + ", claimed=" + claimed);
        }
        claimed = 0;
        long first = position;
        position = first + count;
        if (!batch) {
            publish();
        }
        return first;
    }

    @Override
    public void abort() {
        claimed = 0;
    }
}
