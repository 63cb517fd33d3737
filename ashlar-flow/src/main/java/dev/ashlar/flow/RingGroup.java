// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/// A group of rings: one for each producer, all with the same consumer.
///
/// Producers share nothing, so none waits for another, and one that dies or stops affects only its own lane. The price:
/// there is no order between lanes, and every lane takes its own memory.
///
/// **Layout**: rings of one capacity, one after the other, each at a multiple of 128 (`docs/formats/ring-v1.md`).
/// **Threading**: immutable; see [OneToOneRing]. **Ownership**: borrows the memory.
public final class RingGroup implements MessageQueue {
    public static final int MAX_LANES = 1024;
    private static final int ALIGNMENT = 128;

    private final OneToOneRing[] rings;

    private RingGroup(OneToOneRing[] rings) {
        this.rings = rings;
    }

    /// Memory size of the lanes, in bytes.
    ///
    /// @param capacity bytes of the records of each, a power of two
    public static long byteSize(int lanes, int capacity) {
        checkCount(lanes);
        return lanes * stride(capacity);
    }

    private static long stride(int capacity) {
        return OneToOneRing.byteSize(capacity) + ALIGNMENT - 1 & -ALIGNMENT;
    }

    private static void checkCount(int lanes) {
        if (lanes < 1 || lanes > MAX_LANES) {
            throw new IllegalArgumentException("lanes out of range: lanes=" + lanes + ", most=" + MAX_LANES);
        }
    }

    /// Creates empty lanes and overwrites the memory, which must not be in use.
    public static RingGroup create(MemorySegment memory, long offset, int lanes, int capacity) {
        Objects.checkFromIndexSize(offset, byteSize(lanes, capacity), memory.byteSize());
        OneToOneRing[] rings = new OneToOneRing[lanes];
        // The first one last: whoever finds it finds all.
        for (int lane = lanes - 1; lane >= 0; lane--) {
            rings[lane] = OneToOneRing.create(memory, offset + lane * stride(capacity), capacity);
        }
        return new RingGroup(rings);
    }

    /// Opens existing lanes, up to the end of the memory.
    ///
    /// @throws IllegalArgumentException if there are none, or they differ from the first
    public static RingGroup open(MemorySegment memory, long offset) {
        OneToOneRing first = OneToOneRing.open(memory, offset);
        long stride = stride(first.capacity());
        int count = Math.clamp((memory.byteSize() - offset) / stride, 1, MAX_LANES);
        OneToOneRing[] rings = new OneToOneRing[count];
        for (int lane = 0; lane < count; lane++) {
            rings[lane] = OneToOneRing.open(memory, offset + lane * stride);
            if (rings[lane].capacity() != first.capacity()) {
                throw new IllegalArgumentException("lanes differ: lane=" + lane + ", capacity="
                        + rings[lane].capacity() + ", of the first=" + first.capacity());
            }
        }
        return new RingGroup(rings);
    }

    @Override
    public int producers() {
        return rings.length;
    }

    @Override
    public int maxLength() {
        return rings[0].maxLength();
    }

    @Override
    public long refusedCount() {
        return Arrays.stream(rings).mapToLong(OneToOneRing::refusedCount).sum();
    }

    @Override
    public OneToOneRingProducer producer(int lane) {
        return rings[lane].producer();
    }

    /// One lane, for its producer.
    public OneToOneRing ring(int lane) {
        return rings[lane];
    }

    @Override
    public RingGroupConsumer consumer() {
        OneToOneRingConsumer[] consumers = new OneToOneRingConsumer[rings.length];
        for (int lane = 0; lane < rings.length; lane++) {
            consumers[lane] = rings[lane].consumer();
        }
        return new RingGroupConsumer(consumers);
    }
}
