// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// A bounded in-memory queue of messages of one length, from one producer to one consumer. Each is a thread or a
/// process.
///
/// Messages have no header, and adjacent messages are written and handled as one array. If lengths differ, use a
/// [OneToOneRing].
///
/// ```
///   header │ message │ message │ …          │ message │ …
///                      ▲ head: not yet consumed          ▲ tail: where the next one begins
/// ```
///
/// Nothing is shared until it is published, with one store of the tail. So the death or a pause of either side is as
/// harmless as in a [OneToOneRing].
///
/// **Layout**: `docs/formats/ring-v1.md`. **Threading**: immutable; one [FixedLengthRingProducer] and one
/// [FixedLengthRingConsumer] at a time, across all processes, each used by one thread. **Ownership**: borrows the
/// memory. **Failure**: refusals are those of [MessageQueue].
public final class FixedLengthRing implements MessageQueue {
    /// Most bytes of a message, and most messages.
    public static final int MAX_MESSAGE_BYTES = 1 << 20;
    public static final int MAX_CAPACITY = 1 << 30;

    final MemorySegment memory;
    final long offset;
    private final int capacity;
    private final int messageBytes;

    private FixedLengthRing(MemorySegment memory, long offset, int capacity, int messageBytes) {
        this.memory = memory;
        this.offset = offset;
        this.capacity = capacity;
        this.messageBytes = messageBytes;
    }

    /// Memory size of a ring, in bytes.
    ///
    /// @param capacity     messages that fit at once, a power of two
    /// @param messageBytes of each, a multiple of 8
    public static long byteSize(int capacity, int messageBytes) {
        check(capacity, messageBytes);
        return RingLayout.RECORDS + (long) capacity * messageBytes;
    }

    /// Creates an empty ring and overwrites the memory, which must not be in use.
    ///
    /// @param memory       with an alignment of 8: native, mapped or `long[]`
    /// @param offset       a multiple of 8; a multiple of 128 avoids false sharing
    /// @param capacity     messages that fit at once, a power of two
    /// @param messageBytes of each, a multiple of 8
    public static FixedLengthRing create(MemorySegment memory, long offset, int capacity, int messageBytes) {
        Objects.checkFromIndexSize(offset, byteSize(capacity, messageBytes), memory.byteSize());
        RingLayout.create(memory, offset, RingLayout.FIXED_MAGIC, capacity, messageBytes);
        return new FixedLengthRing(memory, offset, capacity, messageBytes);
    }

    /// Opens an existing ring.
    ///
    /// @throws IllegalArgumentException if there is none, or one of another version
    public static FixedLengthRing open(MemorySegment memory, long offset) {
        int capacity = RingLayout.open(memory, offset, RingLayout.FIXED_MAGIC);
        int messageBytes = CellLayout.getInt(memory, offset + RingLayout.MESSAGE_BYTES_AT);
        Objects.checkFromIndexSize(offset, byteSize(capacity, messageBytes), memory.byteSize());
        return new FixedLengthRing(memory, offset, capacity, messageBytes);
    }

    private static void check(int capacity, int messageBytes) {
        if (capacity < 1 || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity is not a power of two in range: capacity=" + capacity
                    + ", most=" + MAX_CAPACITY);
        }
        if (messageBytes < Long.BYTES || messageBytes > MAX_MESSAGE_BYTES || messageBytes % Long.BYTES != 0) {
            throw new IllegalArgumentException("length is not a multiple of 8 in range: messageBytes=" + messageBytes
                    + ", most=" + MAX_MESSAGE_BYTES);
        }
    }

    /// Messages that fit at once.
    public int capacity() {
        return capacity;
    }

    /// Bytes of each message.
    public int messageBytes() {
        return messageBytes;
    }

    /// Messages published and not yet released; a snapshot.
    public long pendingCount() {
        return RingLayout.pending(memory, offset);
    }

    @Override
    public int producers() {
        return 1;
    }

    @Override
    public int maxLength() {
        return messageBytes;
    }

    /// How often the ring was full since it was created.
    @Override
    public long refusedCount() {
        return CellLayout.getOpaque(memory, offset + RingLayout.REFUSED);
    }

    @Override
    public FixedLengthRingProducer producer(int index) {
        Objects.checkIndex(index, 1);
        return producer();
    }

    /// The producer, which continues where the last one stopped.
    public FixedLengthRingProducer producer() {
        return new FixedLengthRingProducer(this);
    }

    @Override
    public FixedLengthRingConsumer consumer() {
        return new FixedLengthRingConsumer(this);
    }
}
