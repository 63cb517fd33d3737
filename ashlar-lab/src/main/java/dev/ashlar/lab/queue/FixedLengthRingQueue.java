// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.FixedLengthRing;
import dev.ashlar.flow.FixedLengthRingConsumer;
import dev.ashlar.flow.FixedLengthRingProducer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A ring whose messages all have the same length.
final class FixedLengthRingQueue {
    private static final int ALIGNMENT = 128;

    static NumberQueue of(int capacity) {
        return of(FixedLengthRing.create(Arena.ofAuto().allocate(FixedLengthRing.byteSize(capacity, Long.BYTES),
                ALIGNMENT), 0, capacity, Long.BYTES));
    }

    static NumberQueue of(FixedLengthRing ring) {
        return new NumberQueue(_ -> new Adding(ring, ring.producer()), () -> new Taking(ring.consumer()));
    }

    private record Adding(FixedLengthRing ring, FixedLengthRingProducer producer) implements NumberQueue.Sender {
        @Override
        public int send(long first, int count) {
            long at = count == 1 ? producer.claim() : producer.claim(count);
            if (at < 0) {
                return 0;
            }
            MemorySegment memory = producer.memory();
            int sent = producer.claimed();
            for (int i = 0; i < sent; i++) {
                memory.set(ValueLayout.JAVA_LONG, at + i * (long) Long.BYTES, first + i);
            }
            producer.commit();
            return sent;
        }

        @Override
        public boolean isDrained() {
            return ring.pendingCount() == 0;
        }
    }

    /// Reads numbers in place.
    private static final class Taking extends NumberQueue.Receiver implements FixedLengthRingConsumer.RunHandler {
        private final FixedLengthRingConsumer consumer;

        Taking(FixedLengthRingConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public int handle(MemorySegment memory, long offset, int count) {
            long total = sum;
            for (int i = 0; i < count; i++) {
                total += memory.get(ValueLayout.JAVA_LONG, offset + i * (long) Long.BYTES);
            }
            sum = total;
            return count;
        }

        @Override
        protected int receive(int limit) {
            return consumer.pollRuns(this, limit);
        }
    }
}
