// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import dev.ashlar.flow.ManyToOneRing;
import dev.ashlar.flow.ManyToOneRingConsumer;
import dev.ashlar.flow.ManyToOneRingProducer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A many-to-one ring with two lanes of 64 bytes and eight entries. It was used before, so that order and lanes wrap
/// around.
abstract class ManyToOneRingState {
    private static final int ENTRIES = 8;
    private static final int USED = 6;

    final ManyToOneRingProducer first;
    final ManyToOneRingProducer second;
    final ManyToOneRingConsumer consumer;
    /// The received messages, as decimal digits.
    int taken;

    ManyToOneRingState() {
        MemorySegment memory = MemorySegment.ofArray(
                new long[(int) ManyToOneRing.byteSize(2, ManyToOneRing.MIN_LANE_BYTES, ENTRIES) / Long.BYTES]);
        ManyToOneRing ring = ManyToOneRing.create(memory, 0, 2, ManyToOneRing.MIN_LANE_BYTES, ENTRIES);
        first = ring.producer(0);
        second = ring.producer(1);
        consumer = ring.consumer();
        for (int i = 0; i < USED; i++) {
            put(i % 2 == 0 ? first : second, 9);
        }
        consumer.drain((from, at, length, type) -> { });
    }

    /// @return its place in the order; negative if there was no room
    static long put(ManyToOneRingProducer producer, long number) {
        long at = producer.claim(Long.BYTES, (int) number);
        if (at < 0) {
            return at;
        }
        producer.memory().set(ValueLayout.JAVA_LONG, at, number);
        return producer.commit();
    }

    final void poll() {
        consumer.poll(this::take, 8);
    }

    private void take(MemorySegment from, long at, int length, int type) {
        long number = from.get(ValueLayout.JAVA_LONG, at);
        taken = 10 * taken + (number == type && length == Long.BYTES ? (int) number : 0);
    }
}
