// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import dev.ashlar.flow.OneToOneRing;
import dev.ashlar.flow.OneToOneRingConsumer;
import dev.ashlar.flow.OneToOneRingProducer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A ring of 64 bytes that was used before, so that four messages fill it and wrap around its end.
abstract class OneToOneRingState {
    private static final int USED = 3;

    final OneToOneRingProducer producer;
    final OneToOneRingConsumer consumer;
    /// The received messages, as decimal digits.
    int taken;

    OneToOneRingState() {
        MemorySegment memory =
                MemorySegment.ofArray(new long[(int) OneToOneRing.byteSize(OneToOneRing.MIN_CAPACITY) / Long.BYTES]);
        OneToOneRing ring = OneToOneRing.create(memory, 0, OneToOneRing.MIN_CAPACITY);
        producer = ring.producer();
        consumer = ring.consumer();
        for (int i = 0; i < USED; i++) {
            put(9);
        }
        consumer.drain((from, at, length, type) -> { });
    }

    /// @return 1 if there was room
    final int put(long number) {
        long at = producer.claim(Long.BYTES, (int) number);
        if (at < 0) {
            return 0;
        }
        producer.memory().set(ValueLayout.JAVA_LONG, at, number);
        producer.commit();
        return 1;
    }

    final void poll() {
        consumer.poll(this::take, 4);
    }

    private void take(MemorySegment from, long at, int length, int type) {
        long number = from.get(ValueLayout.JAVA_LONG, at);
        taken = 10 * taken + (number == type && length == Long.BYTES ? (int) number : 0);
    }
}
