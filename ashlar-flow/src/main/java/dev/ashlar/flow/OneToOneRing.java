// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.CellLayout;
import dev.ashlar.flow.internal.v1.RingLayout;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// A bounded in-memory queue of messages from one producer to one consumer. Each is a thread or a process.
///
/// ```
///   header │ record │ record │ …               │ record │ …
///                     ▲ head: not yet consumed            ▲ tail: where the next one begins
/// ```
///
/// Nothing is shared until it is published: the producer writes records beyond the tail, and one store of the tail
/// makes all of them visible. So a producer that stops or dies leaves the ring intact, and the next producer continues.
/// The same holds for a consumer; its successor receives again what it had not released.
///
/// **Layout**: `docs/formats/ring-v1.md`. **Threading**: immutable; one [OneToOneRingProducer] and one
/// [OneToOneRingConsumer] at a time, across all processes, each used by one thread. **Ownership**: borrows the memory.
public final class OneToOneRing implements MessageQueue {
    /// Least and greatest bytes of records.
    public static final int MIN_CAPACITY = 64;
    public static final int MAX_CAPACITY = 1 << 30;
    /// A record takes at most this part of the ring: so no more than that is wasted at its end.
    private static final int MAX_PART = 8;

    final MemorySegment memory;
    final long offset;
    private final int capacity;

    private OneToOneRing(MemorySegment memory, long offset, int capacity) {
        this.memory = memory;
        this.offset = offset;
        this.capacity = capacity;
    }

    /// Memory size of a ring, in bytes.
    ///
    /// @param capacity bytes of its records, a power of two
    public static long byteSize(int capacity) {
        checkCapacity(capacity);
        return RingLayout.RECORDS + capacity;
    }

    /// Creates an empty ring and overwrites the memory, which must not be in use.
    ///
    /// @param memory   with an alignment of 8: native, mapped or `long[]`
    /// @param offset   a multiple of 8; a multiple of 128 avoids false sharing
    /// @param capacity bytes for records, a power of two: a record takes 8 plus its length, rounded up to a multiple of
    ///     8
    public static OneToOneRing create(MemorySegment memory, long offset, int capacity) {
        Objects.checkFromIndexSize(offset, byteSize(capacity), memory.byteSize());
        RingLayout.create(memory, offset, RingLayout.MAGIC, capacity, 0);
        return new OneToOneRing(memory, offset, capacity);
    }

    /// Opens an existing ring.
    ///
    /// @throws IllegalArgumentException if there is none, or one of another version
    public static OneToOneRing open(MemorySegment memory, long offset) {
        int capacity = RingLayout.open(memory, offset, RingLayout.MAGIC);
        checkCapacity(capacity);
        Objects.checkFromIndexSize(offset, byteSize(capacity), memory.byteSize());
        return new OneToOneRing(memory, offset, capacity);
    }

    private static void checkCapacity(int capacity) {
        if (capacity < MIN_CAPACITY || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity is not a power of two in range: capacity=" + capacity
                    + ", least=" + MIN_CAPACITY + ", most=" + MAX_CAPACITY);
        }
    }

    /// Bytes of records that fit at once.
    public int capacity() {
        return capacity;
    }

    @Override
    public int producers() {
        return 1;
    }

    @Override
    public int maxLength() {
        return Math.max(2 * RingLayout.RECORD_BYTES, capacity / MAX_PART) - RingLayout.RECORD_BYTES;
    }

    /// Bytes of records published and not yet released; a snapshot.
    public long pendingBytes() {
        return RingLayout.pending(memory, offset);
    }

    @Override
    public long refusedCount() {
        return CellLayout.getOpaque(memory, offset + RingLayout.REFUSED);
    }

    @Override
    public OneToOneRingProducer producer(int index) {
        Objects.checkIndex(index, 1);
        return producer();
    }

    /// The producer, which continues where the last one stopped.
    public OneToOneRingProducer producer() {
        return new OneToOneRingProducer(this);
    }

    @Override
    public OneToOneRingConsumer consumer() {
        return new OneToOneRingConsumer(this);
    }
}
