// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import dev.ashlar.flow.Funnel;
import dev.ashlar.flow.FunnelConsumer;
import dev.ashlar.flow.FunnelProducer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A funnel of two lanes of 64 bytes and eight entries that has gone on before, so that order and lanes come round.
abstract class FunnelState {
    private static final int ENTRIES = 8;
    private static final int USED = 6;

    final FunnelProducer first;
    final FunnelProducer second;
    final FunnelConsumer consumer;
    /// What was taken, as decimal digits.
    int taken;

    FunnelState() {
        MemorySegment memory = MemorySegment.ofArray(
                new long[(int) Funnel.byteSize(2, Funnel.MIN_LANE_BYTES, ENTRIES) / Long.BYTES]);
        Funnel funnel = Funnel.create(memory, 0, 2, Funnel.MIN_LANE_BYTES, ENTRIES);
        first = funnel.producer(0);
        second = funnel.producer(1);
        consumer = funnel.consumer();
        for (int i = 0; i < USED; i++) {
            put(i % 2 == 0 ? first : second, 9);
        }
        consumer.drain((from, at, length, type) -> { });
    }

    /// @return its place in the order; negative if there was no room
    static long put(FunnelProducer producer, long number) {
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
