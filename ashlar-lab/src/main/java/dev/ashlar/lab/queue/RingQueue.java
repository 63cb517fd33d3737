// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.ManyToOneRing;
import dev.ashlar.flow.OneToOneRing;
import dev.ashlar.flow.QueueConsumer;
import dev.ashlar.flow.QueueHandler;
import dev.ashlar.flow.QueueProducer;
import dev.ashlar.flow.RingGroup;
import dev.ashlar.flow.RingGroupConsumer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;

/// Rings of variable-length messages. Each is measured in its own JVM, so that the calls of these loops are
/// monomorphic.
final class RingQueue {
    static final int RECORD_BYTES = 16;
    private static final int ALIGNMENT = 128;

    /// A one-to-one ring for each producer.
    static NumberQueue group(int producers, int capacity) {
        return group(RingGroup.create(memory(RingGroup.byteSize(producers, capacity * RECORD_BYTES)), 0, producers,
                capacity * RECORD_BYTES));
    }

    static NumberQueue group(RingGroup lanes) {
        RingGroupConsumer all = lanes.consumer();
        return new NumberQueue(lane -> {
            OneToOneRing ring = lanes.ring(lane);
            return new Adding(ring.producer(), () -> ring.pendingBytes() == 0);
        }, () -> new Taking(lanes.producers() == 1 ? all.lane(0) : all));
    }

    /// Several producers and one order.
    static NumberQueue manyToOne(int producers, int capacity) {
        int entries = Integer.highestOneBit(2 * producers - 1) * capacity;
        int laneBytes = capacity * RECORD_BYTES;
        ManyToOneRing ring = ManyToOneRing.create(memory(ManyToOneRing.byteSize(producers, laneBytes, entries)), 0,
                producers, laneBytes, entries);
        return new NumberQueue(producer -> new Adding(ring.producer(producer), () -> ring.pendingCount() == 0),
                () -> new Taking(ring.consumer()));
    }

    private static MemorySegment memory(long bytes) {
        return Arena.ofAuto().allocate(bytes, ALIGNMENT);
    }

    /// @param isEmpty whether all messages of all producers were received
    private record Adding(QueueProducer producer, MemorySegment memory, BooleanSupplier isEmpty)
            implements NumberQueue.Sender {
        Adding(QueueProducer producer, BooleanSupplier isEmpty) {
            this(producer, producer.memory(), isEmpty);
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
            return isEmpty.getAsBoolean();
        }
    }

    /// Reads numbers in place.
    private static final class Taking extends NumberQueue.Receiver implements QueueHandler {
        private final QueueConsumer consumer;

        Taking(QueueConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public void handle(MemorySegment memory, long offset, int length, int type) {
            sum += memory.get(ValueLayout.JAVA_LONG, offset);
        }

        @Override
        protected int receive(int limit) {
            return consumer.poll(this, limit);
        }
    }
}
