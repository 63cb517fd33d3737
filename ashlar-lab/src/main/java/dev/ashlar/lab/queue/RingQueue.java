// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.ManyToOneRing;
import dev.ashlar.flow.ManyToOneRingConsumer;
import dev.ashlar.flow.ManyToOneRingProducer;
import dev.ashlar.flow.OneToOneRing;
import dev.ashlar.flow.OneToOneRingConsumer;
import dev.ashlar.flow.OneToOneRingProducer;
import dev.ashlar.flow.QueueHandler;
import dev.ashlar.flow.RingGroup;
import dev.ashlar.flow.RingGroupConsumer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Rings of messages of any length. Each kind has loops of its own, so that their calls are those of one class.
final class RingQueue {
    static final int RECORD_BYTES = 16;
    private static final int ALIGNMENT = 128;

    private RingQueue() {
    }

    /// A one-to-one ring for each producer.
    static NumberQueue group(int producers, int capacity) {
        return group(RingGroup.create(memory(RingGroup.byteSize(producers, capacity * RECORD_BYTES)), 0, producers,
                capacity * RECORD_BYTES));
    }

    static NumberQueue group(RingGroup lanes) {
        RingGroupConsumer all = lanes.consumer();
        return new NumberQueue(lane -> new Adding(lanes.ring(lane)),
                () -> lanes.producers() == 1 ? new Taking(all.lane(0)) : new TakingFromAll(all));
    }

    /// Several producers and one order.
    static NumberQueue manyToOne(int producers, int capacity) {
        int entries = Integer.highestOneBit(2 * producers - 1) * capacity;
        int laneBytes = capacity * RECORD_BYTES;
        ManyToOneRing ring = ManyToOneRing.create(memory(ManyToOneRing.byteSize(producers, laneBytes, entries)), 0,
                producers, laneBytes, entries);
        return new NumberQueue(producer -> new AddingInOrder(ring, ring.producer(producer)),
                () -> new TakingInOrder(ring.consumer()));
    }

    private static MemorySegment memory(long bytes) {
        return Arena.ofAuto().allocate(bytes, ALIGNMENT);
    }

    private static final class Adding implements NumberQueue.Sender {
        private final OneToOneRing ring;
        private final OneToOneRingProducer producer;
        private final MemorySegment memory;

        Adding(OneToOneRing ring) {
            this.ring = ring;
            producer = ring.producer();
            memory = producer.memory();
        }

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
            memory.set(ValueLayout.JAVA_LONG, at, number);
            producer.commit();
            return true;
        }

        @Override
        public boolean isDrained() {
            return ring.pendingBytes() == 0;
        }
    }

    private record AddingInOrder(ManyToOneRing ring, ManyToOneRingProducer producer) implements NumberQueue.Sender {
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

    /// Reads numbers where they lie.
    private abstract static class Summing extends NumberQueue.Receiver implements QueueHandler {
        @Override
        public final void handle(MemorySegment memory, long offset, int length, int type) {
            sum += memory.get(ValueLayout.JAVA_LONG, offset);
        }
    }

    private static final class Taking extends Summing {
        private final OneToOneRingConsumer consumer;

        Taking(OneToOneRingConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        protected int receive(int limit) {
            return consumer.poll(this, limit);
        }
    }

    private static final class TakingFromAll extends Summing {
        private final RingGroupConsumer consumer;

        TakingFromAll(RingGroupConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        protected int receive(int limit) {
            return consumer.poll(this, limit);
        }
    }

    private static final class TakingInOrder extends Summing {
        private final ManyToOneRingConsumer consumer;

        TakingInOrder(ManyToOneRingConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        protected int receive(int limit) {
            return consumer.poll(this, limit);
        }
    }
}
