// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.ManyToOneRing;
import dev.ashlar.flow.ManyToOneRingConsumer;
import dev.ashlar.flow.ManyToOneRingProducer;
import dev.ashlar.flow.QueueHandler;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A many-to-one ring: several producers and one order.
final class ManyToOneRingQueue implements NumberQueue {
    private static final int ALIGNMENT = 128;

    private final ManyToOneRing ring;

    ManyToOneRingQueue(int producers, int capacity) {
        int entries = Integer.highestOneBit(2 * producers - 1) * capacity;
        int laneBytes = capacity * RingQueue.RECORD_BYTES;
        ring = ManyToOneRing.create(Arena.ofAuto().allocate(ManyToOneRing.byteSize(producers, laneBytes, entries),
                ALIGNMENT), 0,
                producers, laneBytes, entries);
    }

    @Override
    public Sender sender(int producer) {
        return new Adding(ring, ring.producer(producer));
    }

    @Override
    public Receiver receiver() {
        return new Taking(ring.consumer());
    }

    private record Adding(ManyToOneRing ring, ManyToOneRingProducer producer) implements Sender {
        @Override
        public int send(long first, int count) {
            if (count == 1) {
                return add(first) ? 1 : 0;
            }
            producer.beginBatch();
            int sent = 0;
            while (sent < count && add(first + sent)) {
                sent++;
            }
            producer.endBatch();
            return sent;
        }

        private boolean add(long number) {
            long at = producer.claim(Long.BYTES, 0);
            if (at < 0) {
                return false;
            }
            producer.memory().set(ValueLayout.JAVA_LONG, at, number);
            producer.commit();
            return true;
        }

        @Override
        public boolean isDrained() {
            return ring.pendingCount() == 0;
        }
    }

    private static final class Taking implements Receiver, QueueHandler {
        private final ManyToOneRingConsumer consumer;
        private long sum;

        Taking(ManyToOneRingConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public void handle(MemorySegment memory, long offset, int length, int type) {
            sum += memory.get(ValueLayout.JAVA_LONG, offset);
        }

        @Override
        public int receive(int limit) {
            return consumer.poll(this, limit);
        }

        @Override
        public long sum() {
            return sum;
        }
    }
}
