// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.ashlar.lab.queue.Message;
import dev.ashlar.lab.queue.NumberQueue;

/// LMAX Disruptor, with the loop of its batch processor.
final class DisruptorQueue implements NumberQueue {
    private final RingBuffer<Message> ring;
    private final SequenceBarrier barrier;
    private final Sequence taken = new Sequence();
    private final boolean alone;

    DisruptorQueue(int producers, int capacity) {
        alone = producers == 1;
        ring = producers == 1
                ? RingBuffer.createSingleProducer(Message::new, capacity, new YieldingWaitStrategy())
                : RingBuffer.createMultiProducer(Message::new, capacity, new YieldingWaitStrategy());
        barrier = ring.newBarrier();
        ring.addGatingSequences(taken);
    }

    @Override
    public Sender sender(int producer) {
        return new Adding(ring, taken, alone);
    }

    private record Adding(RingBuffer<Message> ring, Sequence taken, boolean alone) implements Sender {
        @Override
        public int send(long first, int count) {
            if (alone && !ring.hasAvailableCapacity(count)) {
                return 0;
            }
            // Several wait inside for room, as its users have it.
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

    @Override
    public Receiver receiver() {
        return new Taking();
    }

    private final class Taking implements Receiver {
        private long next = taken.get() + 1;
        private long available = next - 1;
        private long sum;

        @Override
        public int receive(int limit) {
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

        @Override
        public long sum() {
            return sum;
        }
    }
}
