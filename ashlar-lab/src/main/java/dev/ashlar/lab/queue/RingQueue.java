// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.OneToOneRing;
import dev.ashlar.flow.OneToOneRingConsumer;
import dev.ashlar.flow.OneToOneRingProducer;
import dev.ashlar.flow.QueueHandler;
import dev.ashlar.flow.RingGroup;
import dev.ashlar.flow.RingGroupConsumer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A ring, or one for each producer.
final class RingQueue implements NumberQueue {
    static final int RECORD_BYTES = 16;
    private static final int ALIGNMENT = 128;

    private final RingGroup lanes;
    private final RingGroupConsumer consumer;

    RingQueue(int producers, int capacity) {
        this(RingGroup.create(Arena.ofAuto().allocate(RingGroup.byteSize(producers, capacity * RECORD_BYTES),
                ALIGNMENT), 0,
                producers, capacity * RECORD_BYTES));
    }

    RingQueue(RingGroup lanes) {
        this.lanes = lanes;
        consumer = lanes.consumer();
    }

    @Override
    public Sender sender(int producer) {
        return new Adding(lanes.ring(producer));
    }

    @Override
    public Receiver receiver() {
        return lanes.producers() == 1 ? new Taking(consumer.lane(0)) : new TakingFromAll(consumer);
    }

    private static final class Adding implements Sender {
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

    /// Reads numbers where they lie.
    private abstract static class Summing implements Receiver, QueueHandler {
        private long sum;

        @Override
        public final void handle(MemorySegment memory, long offset, int length, int type) {
            sum += memory.get(ValueLayout.JAVA_LONG, offset);
        }

        @Override
        public final long sum() {
            return sum;
        }
    }

    private static final class Taking extends Summing {
        private final OneToOneRingConsumer consumer;

        Taking(OneToOneRingConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public int receive(int limit) {
            return consumer.poll(this, limit);
        }
    }

    private static final class TakingFromAll extends Summing {
        private final RingGroupConsumer consumer;

        TakingFromAll(RingGroupConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public int receive(int limit) {
            return consumer.poll(this, limit);
        }
    }
}
