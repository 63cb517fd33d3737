// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/// The JDK's queues: single messages with `offer` and `poll`, batches with `drainTo`.
final class JdkQueue {
    static NumberQueue of(BlockingQueue<NumberMessage> queue) {
        int capacity = queue.remainingCapacity();
        return new NumberQueue(_ -> new Adding(queue, capacity), () -> new Taking(queue, capacity));
    }

    private static final class Adding implements NumberQueue.Sender {
        private final BlockingQueue<NumberMessage> queue;
        private final NumberMessage[] messages;
        private int turn;

        Adding(BlockingQueue<NumberMessage> queue, int capacity) {
            this.queue = queue;
            messages = NumberMessage.forOne(capacity);
        }

        @Override
        public int send(long first, int count) {
            int sent = 0;
            while (sent < count) {
                NumberMessage message = messages[turn & messages.length - 1];
                message.number = first + sent;
                if (!queue.offer(message)) {
                    return sent;
                }
                turn++;
                sent++;
            }
            return sent;
        }

        @Override
        public boolean isDrained() {
            return queue.isEmpty();
        }
    }

    private static final class Taking extends NumberQueue.Receiver {
        private final BlockingQueue<NumberMessage> queue;
        private final List<NumberMessage> batch;

        Taking(BlockingQueue<NumberMessage> queue, int capacity) {
            this.queue = queue;
            batch = new ArrayList<>(capacity);
        }

        @Override
        protected int receive(int limit) {
            if (limit == 1) {
                NumberMessage message = queue.poll();
                sum += message == null ? 0 : message.number;
                return message == null ? 0 : 1;
            }
            int count = queue.drainTo(batch, limit);
            for (int i = 0; i < count; i++) {
                sum += batch.get(i).number;
            }
            batch.clear();
            return count;
        }
    }
}
