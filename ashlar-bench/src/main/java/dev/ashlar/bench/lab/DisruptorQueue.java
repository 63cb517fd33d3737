// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.ashlar.lab.queue.NumberMessage;
import dev.ashlar.lab.queue.NumberQueue;

/// LMAX Disruptor, with the loop of its batch processor.
final class DisruptorQueue {
    private final RingBuffer<NumberMessage> ring;
    private final SequenceBarrier barrier;
    private final Sequence taken = new Sequence();

    private DisruptorQueue(int producers, int capacity) {
        ring = producers == 1
                ? RingBuffer.createSingleProducer(NumberMessage::new, capacity, new YieldingWaitStrategy())
                : RingBuffer.createMultiProducer(NumberMessage::new, capacity, new YieldingWaitStrategy());
        barrier = ring.newBarrier();
        ring.addGatingSequences(taken);
    }

    static NumberQueue of(int producers, int capacity) {
        DisruptorQueue queue = new DisruptorQueue(producers, capacity);
        return new NumberQueue(_ -> new Adding(queue.ring, queue.taken, producers == 1), () -> queue.new Taking());
    }

    private record Adding(RingBuffer<NumberMessage> ring, Sequence taken, boolean alone) implements NumberQueue.Sender {
        @Override
        public int send(long first, int count) {
            if (alone && !ring.hasAvailableCapacity(count)) {
                return 0;
            }
            // Several producers wait for room inside the Disruptor, as is usual.
            long last = ring.next(count);
            for (int i = 0; i < count; i++) {
                ring.get(last - count + 1 + i).number = first + i;
            }
            ring.publish(last - count + 1, last);
            return count;
        }

        @Override
        public boolean isDrained() {
            return taken.get() == ring.getCursor();
        }
    }

    private final class Taking extends NumberQueue.Receiver {
        private long next = taken.get() + 1;
        private long available = next - 1;

        @Override
        protected int receive(int limit) {
            try {
                if (next > available) {
                    available = barrier.waitFor(next);
                }
            } catch (AlertException | InterruptedException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
            int count = (int) Math.min(limit, available - next + 1);
            for (int i = 0; i < count; i++) {
                sum += ring.get(next++).number;
            }
            if (count > 0) {
                taken.set(next - 1);
            }
            return count;
        }
    }
}
